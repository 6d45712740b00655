# Shogun in the line client: the table in words.

sg-side-sun = sun
sg-side-moon = moon
sg-look-phase = Year { $year }, { $season }, { $phase } ({ $side } side).
sg-look-action = Year { $year }, { $season }, { $phase }, { $number }: { $action } ({ $side } side).
sg-look-tower = Tower: { $tower }. Tray: { $tray }. Peasants in reserve: { $peasants }.
sg-look-actions = Actions: { $actions }.
sg-look-specials = Specials: { $specials }.
sg-look-special = turn { $number }: { $special }
sg-look-special-held = turn { $number }: { $special } ({ $who })
sg-look-event = Event: { $event }.
sg-look-events = Events still to come, one of them in winter: { $events }.
sg-look-order = Turn order: { $order }.
sg-look-draft = To be picked: { $provinces }.
sg-look-sealed = Plans are made by { $who }.
sg-look-player = { $who }: { $vp }, { $chests }, { $rice }, { $armies } in reserve.
sg-look-groups = Groups to place: { $groups }.
sg-look-no-groups = Groups to place: none.
sg-look-plan = Plan: { $plan }.
sg-look-no-plan = Plan: nothing shown yet.
sg-look-card = { $place }: { $card }
sg-look-region = { $region }:
sg-look-province = { $province }: { $there } (tax { $tax }, rice { $rice }, { $slots }; next to { $near }).
sg-look-own-plan = Only you see: your plan: { $plan }.
sg-look-answer = Only you see: your sealed plan, { $answer }.
sg-look-credits =
    The rules are our own digest of the rulebook; the file of figures names the source of each.
    How cubes fall in the tower is a model of ours, set to what was seen of real towers.

## What can be known beforehand

sg-ahead-march = Chances in percent, by the armies that march:
sg-ahead-target = { $province } ({ $there }): { $odds }.
sg-ahead-armies = { $armies } win { $win }, draw { $draw }, lose { $lose }
sg-ahead-more = With 1 more cube: { $odds }.
sg-ahead-no-more = Without it: { $odds }.
sg-ahead-attack = win { $win } %, draw { $draw } %, lose { $lose } %
sg-ahead-defence = hold { $win } %, draw { $draw } %, lose { $lose } %
sg-ahead-revolt = { $province }, { $armies } against { $peasants ->
        [one] 1 peasant
       *[other] { $peasants } peasants
    }: hold { $hold } %, lose { $lose } %.
sg-ahead-chests = { $chests }.

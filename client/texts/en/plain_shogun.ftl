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
sg-look-draft = Open to pick: { $provinces }.
sg-look-sealed = Plans sealed so far: { $who }.
sg-look-player = { $who }: { $vp }, { $chests }, { $rice }, { $armies } in reserve.
sg-look-groups = Groups to place: { $groups }.
sg-look-no-groups = Groups to place: none.
sg-look-plan = Plan: { $plan }.
sg-look-no-plan = Plan: nothing shown yet.
sg-look-card = { $place }: { $card }
sg-look-region = { $region }:
sg-look-province = { $province }: { $there } (tax { $tax }, rice { $rice }, { $slots }).
sg-look-own-plan = Only you can see this: your plan is { $plan }.
sg-look-answer = Only you can see this: you sealed { $answer }.
sg-look-credits =
    The rules are our own summary of the rulebook; the data file names the source of every figure.
    How cubes fall in the tower is our own model, fitted to what has been seen of real towers.

## Thing by thing

sg-look-own-land = Your land: { $provinces }.
sg-look-land = Land: { $provinces }.
sg-look-held = { $province }, { $there }

## Plans

sg-plan-which = { $left ->
    [0] Your plan is complete. Type seal, or an action to change it; show reads out the plan, back puts it off.
    [one] 1 card to place. Which action? You can add the province. Or type show, fill (places what is suggested), seal or back.
   *[other] { $left } cards to place. Which action? You can add the province. Or type show, fill (places what is suggested), seal or back.
}
sg-plan-laid = { $action }: { $card }, { $effect }
sg-plan-empty = { $action }, { $price ->
    [0] free
    [one] 1 chest
   *[other] { $price } chests
}: { $proposal } suggested
sg-plan-no-action = nothing ({ $card })
sg-plan-later = In an order still unknown:
sg-plan-no-bid = { $action }: { $proposal } suggested
sg-plan-purse = { $course }.
sg-plan-card = { $action } costs { $price ->
    [0] nothing
    [one] 1 chest
   *[other] { $price } chests
}. In which province? Type a number or a name, or back.
sg-plan-would = { $card }: { $effect }
sg-plan-chance = { $line }; { $chance }
sg-plan-idle = Nowhere: { $card }, so nothing happens
sg-plan-how-much = How many chests do you bid for the turn order?

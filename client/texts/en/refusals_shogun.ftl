# Why a choice in Shogun is refused, and how its moves are written.

refuse-sg-players = Shogun is played by three to five players, each with a colour of their own.
refuse-sg-moon-needs-draft = There is a ready-made set-up for the sun side only; the moon side needs the draft.

## Draft

refuse-sg-no-refresh = The open cards are not the two of your previous pick.
refuse-sg-not-open = { $province } does not lie open.
refuse-sg-no-group = { $seat } has no group of { $armies } armies left.

## Plans

refuse-sg-asked-for-plan = { $seat } is asked for a plan of { $places } places.
refuse-sg-no-such-card = { $seat } does not have the card { $card }.
refuse-sg-card-laid-twice = { $card } lies on two places.
refuse-sg-bid-too-high = Nobody bids more chests than they have.
refuse-sg-cards-to-lay = { $number } cards are to be laid.
refuse-sg-special-gone = { $special } is not on the track any more.

## Armies

refuse-sg-province-not-in-game = { $province } is not in this game.
refuse-sg-not-own = { $province } is not { $seat }'s own.
refuse-sg-temple-safe = The temple of { $province } cannot be attacked this round.
refuse-sg-one-army-moves = At least one army moves.
refuse-sg-one-army-stays = One army stays in { $province }, so at most { $most } can move.
refuse-sg-no-revolt = { $province } is not among those that revolt.

## How moves are written; what stands in quotes is typed as it is, with names and numbers for what is in capitals

sg-form-take = 'take PROVINCE', or 'take deck'
sg-form-place = 'place N'
sg-form-plan = 'plan build_castle=CARD build_temple=CARD build_theatre=CARD collect_rice=CARD collect_tax=CARD deploy_big=CARD deploy_mid=CARD deploy_small_move=CARD battle_a=CARD battle_b=CARD bid=CARD'
sg-form-choose = 'choose SPECIAL'
sg-form-move = 'move N PROVINCE'
sg-form-revolt = 'revolt PROVINCE'

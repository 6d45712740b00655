# Why a choice in Shogun is refused, and how its moves are written.

refuse-sg-players = Shogun is for three to five players, each with a different colour.
refuse-sg-moon-needs-draft = Only the sun side has a ready-made set-up; the moon side needs the draft.

## Draft

refuse-sg-no-refresh = You can put the open cards under the deck only if they are the same two as at your last pick.
refuse-sg-not-open = The card of { $province } is not open.
refuse-sg-no-group = { $seat } has no group of { $armies } armies left.

## Plans

refuse-sg-asked-for-plan = { $seat } is being asked for a plan of { $places } cards.
refuse-sg-no-such-card = { $seat } does not have the card { $card }.
refuse-sg-card-laid-twice = { $card } can't be in two places.
refuse-sg-bid-too-high = You can't bid more chests than you have.
refuse-sg-cards-to-lay = A plan needs { $number } cards.
refuse-sg-special-gone = { $special } has already been taken.

## Armies

refuse-sg-province-not-in-game = { $province } is not in this game.
refuse-sg-not-own = { $province } does not belong to { $seat }.
refuse-sg-temple-safe = { $province } has a temple and can't be attacked this round.
refuse-sg-one-army-moves = At least one army has to move.
refuse-sg-one-army-stays = One army has to stay in { $province }, so at most { $most } can move.
refuse-sg-no-revolt = { $province } is not one of the provinces that revolt.

## How moves are written: what is in quotes is typed as it is, with names and numbers for what is in capitals

sg-form-take = 'take PROVINCE', or 'take deck'
sg-form-place = 'place N'
sg-form-plan = 'plan build_castle=CARD build_temple=CARD build_theatre=CARD collect_rice=CARD collect_tax=CARD deploy_big=CARD deploy_mid=CARD deploy_small_move=CARD battle_a=CARD battle_b=CARD bid=CARD'
sg-form-choose = 'choose SPECIAL'
sg-form-move = 'move N PROVINCE'
sg-form-revolt = 'revolt PROVINCE'

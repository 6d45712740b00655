### What `jinmaku verify` says

verify-compared = Compared with your own { $path }
verify-wrong = What was wrong: { $sentence }.
verify-two-stories = the host signed two different stories of one moment
verify-done-after-refusal = the host signed that it refused this, and did it; only the player knows whether they asked for it again
verify-no-blame = only the host's log, or what others kept, can show who is to blame

verify-fair = FAIR: everything in this log is signed, sealed and drawn as it should be, and every player was told the truth.
verify-cheated = CHEATED: { $why }.
verify-not-proven = NOT PROVEN: { $why }.
verify-strangers = Not compared: { $names ->
    [one] the key of { $list }
   *[other] the keys of { $list }
}.
verify-origin = Not compared: the game that this one continues.
verify-gone = Not signed at the end by { $seats }, whose seats bots were playing by then.
verify-entry = entry { $number }: { $why }
verify-who = { $who ->
    [host] the host { $why }
    [nobody] { $why }
   *[seat] { $seat } { $why }
}
# These have a whole sentence behind them.
verify-signed = the host signed entry { $number }, which cannot have happened. { $why }
verify-changed = entry { $number } is not what the host signed, so somebody may have changed this log. { $why }

## One line for each check

verify-check-file = file
verify-check-chain = chain
verify-check-players = players
verify-check-deeds = deeds
verify-check-sealed = sealed
verify-check-chance = chance
verify-check-told = told
verify-check-rules = rules
verify-check-end = end
verify-not-checked = not checked

verify-file = { $entries } entries, complete
verify-chain = { $links } links, signed by the host { $host }
verify-players = { $players } sat down, { $known ->
    [none] keys not compared
   *[other] { $known } as you know them
}
verify-deeds = { $deeds } signed by their players, { $others } by bots in their place
verify-sealed = { $rounds ->
    [one] 1 round
   *[other] { $rounds } rounds
}, { $choices ->
    [one] 1 choice
   *[other] { $choices } choices
}, { $others } opened by others
verify-chance = { $links } links and { $draws } draws from the seed that was fixed
verify-told = { $times } times a player signed everything they had been told, and it was the truth
verify-rules = the game follows the rules
verify-end = signed by { $seats }

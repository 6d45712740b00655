# What the commands for hosts print.

## jinmaku host

host-goes-on = Table { $table } goes on: { $settings }
host-waits = Table { $table } waits for players: { $settings }
host-key = Host key { $key }
host-more-host = You can open more tables while the server runs, in the lobby or with:
host-more-members = Members can open more tables while the server runs, in the lobby or with:
host-more-everyone = Anyone can open more tables while the server runs, in the lobby or with:
host-metrics = Health and metrics: { $address }/health and /metrics.
host-code = { $number ->
    [one] This is the last invitation that nobody has used yet.
   *[other] This is one of { $number } invitations that nobody has used yet.
}
host-code-later = { $reason } Then type: { $command }
host-stopping = The server is stopping.
host-metrics-taken = Port { $port } for health and metrics is taken, perhaps by another server; choose another with --metrics.
host-port-taken = Port { $port } is taken, perhaps by another server; choose another with --port.
host-no-address = This machine has no address { $address }.

## jinmaku log and jinmaku mend

log-nowhere = No server has kept its tables in { $path }.
log-no-games = This server has had no games yet.
log-going-on = Game { $game } is still going on, and its log would reveal what is hidden. You can save it when the game is over.
log-otherwise = { $path } was written by another version: { $reason }.
log-unwritten = { $path } cannot be written: { $reason }.
log-written = { $path }: { $entries } entries.
mend-rescued = Everything intact is in place again; the damaged file is now { $path }.
mend-thawed = Table { $table } will go on when the server starts again.
mend-not-frozen = Table { $table } is not frozen.
mend-intact = { $number ->
    [one] 1 game is intact.
   *[other] { $number } games are intact.
}
mend-frozen = Table { $table } is frozen after { $entries } entries: something failed there. Once that is fixed, `jinmaku mend --thaw { $table }` lets it go on; players who know more about it than is left will be warned.

## jinmaku forget-host

forget-done = { $address } is forgotten.
forget-unknown = { $address } was not known.

## jinmaku node

node-none = No node is running.
node-line = { $node }  { $address }  { $state }, { $tables }
node-runs = runs
node-draining = is being emptied
node-stopped = is not running
node-tables = { $number ->
    [one] 1 table
   *[other] { $number } tables
}
node-left = { $node } has { $tables } left.
node-empty = { $node } has no tables left, and opens no more. You can stop it now.
node-not-running = No node { $node } is running.
node-alone = { $node } has nobody to hand its tables to: no other node is running.
node-stuck = { $node } is not handing over its tables. Look at its log.

## jinmaku config

config-file = { $path } is in use.
config-no-file = { $path } does not exist, which is fine.
config-nothing = Nothing is set.
config-explain = All settings: jinmaku config --explain
config-how-file = Write a setting into that file, below its section:
config-how-environment = or into the environment: JINMAKU_HOST_PORT=7000. The flag --port overrides both.
config-stranger = { $meant ->
    [none] { $name } in the environment is not a setting.
   *[other] { $name } in the environment is not a setting; did you mean { $meant }?
}

## jinmaku scenario

scenario-none = There are no scenarios there.
scenario-total = { $passed } passed, { $failed } failed

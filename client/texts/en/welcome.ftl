# The first screen: all games with a picture, and what can be chosen before one is played.

welcome-title = Welcome to Jinmaku
welcome-subtitle = Three games of old Japan, at a table in your terminal
welcome-keys = 1-{ $last } ← → choose a game   ↑ ↓ Enter a line   ? explain   H keys   Esc lobby
welcome-play = Play { $game } now
welcome-learn = Learn it in six minutes
    .about = You play a prepared game that explains itself, move by move. Afterwards you can play a first game with advice. { $level }
welcome-field = { $field }: { $value }
field-value = { $value }: { $about }
welcome-options = More settings
    .about = What else you can settle before the game.
welcome-more = Friends, hosting, settings
    .about = Join a table by invitation or on the local network, host one, replay saved games, or change settings.
welcome-any = You get one at random. Press again to choose.
    .plain = You get one at random.
welcome-alike = All colours play alike.
welcome-table = You are { $seat }, against { $number ->
    [one] one bot
   *[other] { $number } bots
}. { $level }
welcome-table-any = You play against { $number ->
    [one] one bot
   *[other] { $number } bots
}. { $level }

## How well bots play

level-novice = novice
    .about = These bots see little and make mistakes, so you can try things out in peace.
    .first = Play a first game with advice; the bots see little and make mistakes
level-steady = steady
    .about = These bots look a move ahead and rarely make mistakes.
    .first = Play a first game with advice; the bots look a move ahead
level-strong = strong
    .about = These bots play out each move in many ways before they choose.
    .first = Play a first game with advice; the bots think hard about each move

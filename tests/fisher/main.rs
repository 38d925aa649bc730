//! A player's program of the game Fishing, with one known fault or with none.
//!
//! `fisher FAULT ID phase=placement penguins=N IN OUT`, `fisher FAULT ID phase=movement IN OUT` and
//! `fisher FAULT ID id` answer as the protocol asks; `fisher` alone lists the faults. A game master
//! is tested with it: `none` must be let play, and every other fault must be found. A fault shows
//! in turns only, never in the answer to `id`; where it cannot show, the turn is a correct one.

use std::cmp::Reverse;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::num::NonZeroUsize;
use std::process::{Command, ExitCode};
use std::thread;
use std::time::Duration;

use chase::games::fishing::rules::{check_way, moves, placements};
use chase::games::fishing::{Action, FieldPlace, FloeField, Grid, PlayerRow, StateFile};

const USAGE: &str =
    "fisher FAULT ID phase=placement penguins=N IN OUT | phase=movement IN OUT | id";

/// What the protocol's return codes mean.
mod code {
    pub const MOVED: u8 = 0;
    pub const NO_MOVE: u8 = 1;
    pub const BAD_STATE: u8 = 2;
    pub const OTHER_ERROR: u8 = 3;
}

const PLAYERS_MAX: u8 = 9;
const SLOW: Duration = Duration::from_millis(400);
const FLOOD_BYTES: usize = 50_000_000;
const GARBAGE: &[u8] = b"\x89no board\0\xff\xfe\n";

/// Makes the enum, and the list of the faults with their names; the line of documentation is what
/// the list says about a fault.
macro_rules! faults {
    ($(#[doc = $about:literal] $fault:ident = $name:literal,)*) => {
        /// The one thing that is wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        enum Fault {
            $(#[doc = $about] $fault,)*
        }

        impl Fault {
            /// Every fault, its name, and one line about it.
            const ALL: &[(Fault, &str, &str)] = &[$((Fault::$fault, $name, $about),)*];
        }
    };
}

faults! {
    /// nothing is wrong
    None = "none",
    /// nothing is wrong: every turn takes 400 ms longer
    Slow = "slow",
    /// nothing is wrong: lines end in blanks
    TrailingBlanks = "trailing-blanks",
    /// nothing is wrong: lines end in CR LF
    Crlf = "crlf",
    /// nothing is wrong: where it cannot move it writes the state back, lines ending in blanks
    RewriteOnPass = "rewrite-on-pass",
    /// nothing is wrong in a game: takes no state but one written as a game master writes it
    Strict = "strict",
    /// nothing is wrong in a game: needs the notes that it left in its folder in its first turn
    Notes = "notes",

    /// is ended by a signal
    Crash = "crash",
    /// panics, which is return code 101
    PanicCode = "panic-code",
    /// sleeps for ever
    Hang = "hang",
    /// leaves a process running in the background, and plays correctly
    HangForking = "hang-forking",
    /// prints without end
    Flood = "flood",
    /// writes 50 MB of output file, the correct state first
    FloodFile = "flood-file",

    /// moves, but returns 1, no move possible
    WrongCode0 = "wrong-code-0",
    /// moves, but returns 7, which means nothing
    WrongCode7 = "wrong-code-7",
    /// returns 1 and writes nothing although it could move
    FalsePass = "false-pass",
    /// returns 1 and writes a move, an illegal one where no other is left
    PassWithChange = "pass-with-change",

    /// returns 0 and writes nothing
    NoOutput = "no-output",
    /// returns 0 and writes an empty file
    EmptyOutput = "empty-output",
    /// returns 0 and writes what is no text
    GarbageOutput = "garbage-output",
    /// writes one row more in line 1 than there are
    Resize = "resize",
    /// leaves the last row of the board away, in line 1 too
    Shrink = "shrink",

    /// places on a floe with other than one fish, moves over what is in the way or not straight
    IllegalJump = "illegal-jump",
    /// places or moves two penguins
    TwoMoves = "two-moves",
    /// places or moves an enemy's penguin, and takes the fish itself
    OtherPenguin = "other-penguin",

    /// counts one fish more than it took
    StealFish = "steal-fish",
    /// does not count what it took
    ForgetScore = "forget-score",
    /// takes one fish from an enemy's score
    OtherScore = "other-score",

    /// turns another free floe into water
    MeltIce = "melt-ice",
    /// leaves a floe with one fish where its penguin stood
    KeepFloe = "keep-floe",
    /// changes an enemy's ID
    OtherRow = "other-row",
    /// removes an enemy's row, or its own where no enemy has one
    DropRow = "drop-row",
    /// adds a second row for itself, with another number
    SecondRow = "second-row",
    /// gives itself and its penguins another number
    Renumber = "renumber",
}

/// Why there is no turn.
struct Failure {
    code: u8,
    what: String,
}

impl Failure {
    fn bad_state(what: impl Display) -> Self {
        let (code, what) = (code::BAD_STATE, what.to_string());
        Failure { code, what }
    }

    fn other(what: impl Display) -> Self {
        let (code, what) = (code::OTHER_ERROR, what.to_string());
        Failure { code, what }
    }
}

/// What the arguments ask for.
enum Request<'a> {
    Id,
    Turn(Phase, [&'a str; 2]),
}

#[derive(Clone, Copy)]
enum Phase {
    Placement { penguins: usize },
    Movement,
}

#[expect(clippy::disallowed_methods, reason = "a program of its own")]
fn main() -> ExitCode {
    let mut out = io::BufWriter::new(io::stdout().lock());
    let code = run(&mut out).unwrap_or_else(|failure| {
        // There is nowhere left to tell that standard error is gone.
        let _ = writeln!(io::stderr(), "fisher: {}", failure.what);
        failure.code
    });
    ExitCode::from(code)
}

fn run(out: &mut impl io::Write) -> Result<u8, Failure> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (fault, id, arguments) = match words[..] {
        [] => return list(out),
        [fault, id, ref arguments @ ..] => (named(fault)?, id, arguments),
        _ => return Err(Failure::other(USAGE)),
    };
    match request(arguments)? {
        Request::Id => tell(out, id),
        Request::Turn(phase, [input, output]) => {
            misbehave(fault, out)?;
            take_turn(fault, id, phase, [input, output])
        }
    }
}

fn list(out: &mut impl io::Write) -> Result<u8, Failure> {
    let lines = Fault::ALL.iter().map(|(_, name, about)| format!("{name}: {}", about.trim()));
    tell(out, &lines.collect::<Vec<_>>().join("\n"))
}

fn tell(out: &mut impl io::Write, text: &str) -> Result<u8, Failure> {
    writeln!(out, "{text}").map_err(Failure::other)?;
    out.flush().map_err(Failure::other)?;
    Ok(code::MOVED)
}

fn named(word: &str) -> Result<Fault, Failure> {
    let found = Fault::ALL.iter().find(|fault| fault.1 == word);
    let fault = found.ok_or_else(|| Failure::other(format!("no fault is called `{word}`")))?;
    Ok(fault.0)
}

fn request<'a>(words: &[&'a str]) -> Result<Request<'a>, Failure> {
    const KEYS: [&str; 2] = ["phase=", "penguins="];
    if words.contains(&"id") || words.contains(&"name") {
        return Ok(Request::Id);
    }
    let values = KEYS.map(|key| -> Vec<&str> {
        let value = |word: &&'a str| word.strip_prefix(key);
        words.iter().filter_map(value).collect()
    });
    let is_file = |word: &&str| !KEYS.iter().any(|key| word.starts_with(key));
    let files: Vec<&str> = words.iter().copied().filter(is_file).collect();
    match (&values[0][..], &values[1][..], &files[..]) {
        (["placement"], [number], [input, output]) => {
            let penguins = number.parse::<NonZeroUsize>();
            let penguins = penguins
                .map_err(|_| Failure::other(format!("`{number}` is no number of penguins")))?
                .get();
            Ok(Request::Turn(Phase::Placement { penguins }, [input, output]))
        }
        (["movement"], _, [input, output]) => Ok(Request::Turn(Phase::Movement, [input, output])),
        _ => Err(Failure::other(USAGE)),
    }
}

/// The faults that have nothing to do with the board.
#[expect(clippy::panic, reason = "one of the faults is a panic")]
fn misbehave(fault: Fault, out: &mut impl io::Write) -> Result<(), Failure> {
    match fault {
        Fault::Crash => std::process::abort(),
        Fault::PanicCode => panic!("the fault that was asked for"),
        Fault::Hang => loop {
            thread::sleep(Duration::MAX);
        },
        Fault::HangForking => leave_child()?,
        Fault::Flood => loop {
            writeln!(out, "fish fish fish fish fish fish fish").map_err(Failure::other)?;
        },
        Fault::Slow => thread::sleep(SLOW),
        _ => {}
    }
    Ok(())
}

/// The child holds on to this program's standard output and standard error.
fn leave_child() -> Result<(), Failure> {
    let child = Command::new("sleep").arg("1000").spawn();
    child.map(|_| ()).map_err(|error| Failure::other(format!("sleep: {error}")))
}

fn take_turn(
    fault: Fault,
    id: &str,
    phase: Phase,
    [input, output]: [&str; 2],
) -> Result<u8, Failure> {
    let bytes =
        std::fs::read(input).map_err(|error| Failure::other(format!("{input}: {error}")))?;
    let old = StateFile::parse(&bytes);
    let old = old.map_err(|bad| Failure::bad_state(format!("{input}: {bad}")))?;
    if fault == Fault::Strict && (bytes.contains(&b'\r') || !ends_once(&bytes)) {
        return Err(Failure::bad_state("this is not how it is written"));
    }
    if fault == Fault::Notes {
        look_at_notes(old.players.iter().any(|row| row.id == id))?;
    }
    let Some(new) = Play::begin(fault, id, phase, &old)?.and_then(Play::play) else {
        if fault == Fault::RewriteOnPass {
            let text = old.to_string().replace('\n', "  \n");
            std::fs::write(output, text).map_err(Failure::other)?;
        }
        return Ok(code::NO_MOVE);
    };
    if !matches!(fault, Fault::FalsePass | Fault::NoOutput) {
        let written = std::fs::write(output, written_form(fault, &new));
        written.map_err(|error| Failure::other(format!("{output}: {error}")))?;
    }
    Ok(match fault {
        Fault::WrongCode0 | Fault::FalsePass | Fault::PassWithChange => code::NO_MOVE,
        Fault::WrongCode7 => 7,
        _ => code::MOVED,
    })
}

/// Whether a text ends with one end of a line.
fn ends_once(text: &[u8]) -> bool {
    text.ends_with(b"\n") && !text.ends_with(b"\n\n")
}

/// Leaves notes in the first turn, and finds them in all others.
fn look_at_notes(has_row: bool) -> Result<(), Failure> {
    const NOTES: &str = "notes.txt";
    let looked =
        if has_row { std::fs::read(NOTES).map(drop) } else { std::fs::write(NOTES, "begun\n") };
    looked.map_err(|error| Failure::other(format!("{NOTES}: {error}")))
}

fn written_form(fault: Fault, file: &StateFile) -> Vec<u8> {
    let text = file.to_string();
    let text = match fault {
        Fault::EmptyOutput => return Vec::new(),
        Fault::GarbageOutput => return GARBAGE.to_vec(),
        Fault::FloodFile => return flooded(text),
        Fault::Resize => resized(&file.grid, &text),
        Fault::TrailingBlanks => text.replace('\n', "  \n"),
        Fault::Crlf => text.replace('\n', "\r\n"),
        _ => text,
    };
    text.into_bytes()
}

fn flooded(text: String) -> Vec<u8> {
    let mut bytes = text.into_bytes();
    bytes.resize(FLOOD_BYTES, b'~');
    bytes
}

fn resized(grid: &Grid, text: &str) -> String {
    let (rows, columns) = (grid.rows(), grid.columns());
    let behind = text.split_once('\n').map_or("", |(_, behind)| behind);
    format!("{} {columns}\n{behind}", rows + 1)
}

/// One turn on its way from the old state to the new one.
struct Play<'a> {
    fault: Fault,
    phase: Phase,
    old: &'a StateFile,
    /// Has the own row already.
    new: StateFile,
    /// Which of the rows is the own one.
    own: usize,
}

impl<'a> Play<'a> {
    /// Nothing for a player who has no penguin to move.
    fn begin(
        fault: Fault,
        id: &str,
        phase: Phase,
        old: &'a StateFile,
    ) -> Result<Option<Self>, Failure> {
        let mut new = old.clone();
        let own = match (new.players.iter().position(|row| row.id == id), phase) {
            (Some(own), _) => own,
            (None, Phase::Movement) => return Ok(None),
            (None, Phase::Placement { .. }) => {
                new.players.push(first_row(id, old)?);
                new.players.len() - 1
            }
        };
        Ok(Some(Play { fault, phase, old, new, own }))
    }

    /// The new state; nothing when no move is possible.
    fn play(mut self) -> Option<StateFile> {
        let action = self.choose()?;
        self.act(action);
        self.act_wrongly(action);
        self.tamper_with_rows();
        Some(self.new)
    }

    fn number(&self) -> u8 {
        self.new.players[self.own].number
    }

    fn id(&self) -> &str {
        &self.new.players[self.own].id
    }

    fn fish(&mut self) -> &mut u32 {
        &mut self.new.players[self.own].fish
    }

    fn enemies(&self) -> impl Iterator<Item = usize> + use<> {
        let own = self.own;
        (0..self.new.players.len()).filter(move |row| *row != own)
    }

    fn free_number(&self) -> Option<u8> {
        (1..=PLAYERS_MAX).find(|number| is_free(*number, &self.new))
    }

    /// The correct action, where the fault knows no other.
    fn choose(&self) -> Option<Action> {
        let correct = self.choose_correctly();
        match self.fault {
            Fault::IllegalJump if !self.has_placed_all() => self.choose_jump().or(correct),
            Fault::PassWithChange => correct.or_else(|| self.choose_jump()),
            Fault::OtherPenguin => self.choose_enemy_move().or(correct),
            _ => correct,
        }
    }

    fn choose_correctly(&self) -> Option<Action> {
        if self.has_placed_all() {
            return None;
        }
        best(&self.new.grid, &self.actions())
    }

    fn has_placed_all(&self) -> bool {
        match self.phase {
            Phase::Placement { penguins } => {
                self.new.grid.penguins(self.number()).count() >= penguins
            }
            Phase::Movement => false,
        }
    }

    fn actions(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        match self.phase {
            Phase::Placement { .. } => placements(&self.new.grid, &mut actions),
            Phase::Movement => moves(&self.new.grid, self.number(), &mut actions),
        }
        actions
    }

    fn choose_enemy_move(&self) -> Option<Action> {
        if let Phase::Placement { .. } = self.phase {
            return None;
        }
        let mut actions = Vec::new();
        for enemy in self.enemies() {
            let number = self.new.players[enemy].number;
            moves(&self.new.grid, number, &mut actions);
        }
        best(&self.new.grid, &actions)
    }

    fn choose_jump(&self) -> Option<Action> {
        let grid = &self.new.grid;
        match self.phase {
            Phase::Placement { .. } => {
                let rich = grid.places().find(|at| grid.get(*at).fish() > 1);
                let water = || grid.places().find(|at| grid.get(*at) == FloeField::WATER);
                rich.or_else(water).map(|at| Action::Place { at })
            }
            Phase::Movement => least_odd_jump(grid, self.number()),
        }
    }

    /// Fields and own score as they are after an action, whoever's penguin it moves.
    fn act(&mut self, action: Action) {
        let own = FloeField::penguin(self.number());
        let grid = &mut self.new.grid;
        let (penguin, to) = match action {
            Action::Place { at } => (own, at),
            Action::Move { from, to } => {
                let penguin = grid.get(from);
                grid.set(from, FloeField::WATER);
                (penguin, to)
            }
        };
        let fish = grid.get(to).fish();
        grid.set(to, penguin);
        *self.fish() += u32::from(fish);
    }

    /// The faults in fields and in the own score.
    fn act_wrongly(&mut self, action: Action) {
        match (self.fault, action) {
            (Fault::TwoMoves, _) => self.act_again(action),
            (Fault::OtherPenguin, Action::Place { at }) => self.place_enemy(at),
            (Fault::StealFish, _) => *self.fish() += 1,
            (Fault::ForgetScore, _) => {
                *self.fish() = self.old.row(self.id()).map_or(0, |row| row.fish);
            }
            (Fault::MeltIce, _) => self.melt(),
            (Fault::KeepFloe, Action::Move { from, .. }) => {
                self.new.grid.set(from, FloeField::floe(1));
            }
            (Fault::Shrink, _) => self.shrink(),
            _ => {}
        }
    }

    /// A second penguin is placed, or another one than the first is moved.
    fn act_again(&mut self, first: Action) {
        let mut actions = self.actions();
        actions.retain(|action| match (first, action) {
            (Action::Move { to, .. }, Action::Move { from, .. }) => *from != to,
            _ => true,
        });
        if let Some(second) = best(&self.new.grid, &actions) {
            self.act(second);
        }
    }

    fn place_enemy(&mut self, at: FieldPlace) {
        if let Some(enemy) = self.enemies().next() {
            let number = self.new.players[enemy].number;
            self.new.grid.set(at, FloeField::penguin(number));
        }
    }

    fn melt(&mut self) {
        let grid = &mut self.new.grid;
        let floe = grid.places().find(|place| grid.get(*place).is_free());
        if let Some(floe) = floe {
            grid.set(floe, FloeField::WATER);
        }
    }

    fn shrink(&mut self) {
        let (rows, columns) = (self.new.grid.rows(), self.new.grid.columns());
        if rows == 1 {
            return;
        }
        let mut small = Grid::water(rows - 1, columns);
        for place in small.places() {
            small.set(place, self.new.grid.get(place));
        }
        self.new.grid = small;
    }

    /// The faults in rows, but for the own score.
    fn tamper_with_rows(&mut self) {
        let enemy = self.enemies().next();
        match (self.fault, enemy) {
            (Fault::OtherScore, _) => self.lower_enemy_score(),
            (Fault::OtherRow, Some(enemy)) => self.new.players[enemy].id.push('x'),
            (Fault::DropRow, _) => {
                self.new.players.remove(enemy.unwrap_or(self.own));
            }
            (Fault::SecondRow, _) => self.add_second_row(),
            (Fault::Renumber, _) => self.renumber(),
            _ => {}
        }
    }

    fn lower_enemy_score(&mut self) {
        let rich = self.enemies().find(|row| self.new.players[*row].fish > 0);
        if let Some(enemy) = rich {
            self.new.players[enemy].fish -= 1;
        }
    }

    fn add_second_row(&mut self) {
        if let Some(number) = self.free_number() {
            let (id, fish) = (self.id().to_owned(), 0);
            self.new.players.push(PlayerRow { id, number, fish });
        }
    }

    fn renumber(&mut self) {
        let Some(number) = self.free_number() else {
            return;
        };
        let penguins: Vec<FieldPlace> = self.new.grid.penguins(self.number()).collect();
        for place in penguins {
            self.new.grid.set(place, FloeField::penguin(number));
        }
        self.new.players[self.own].number = number;
    }
}

fn first_row(id: &str, file: &StateFile) -> Result<PlayerRow, Failure> {
    let number = u8::try_from(file.players.len() + 1).unwrap_or(u8::MAX);
    if number > PLAYERS_MAX || !is_free(number, file) {
        let what = format!("number {number} cannot be given to a new player");
        return Err(Failure::bad_state(what));
    }
    let (id, fish) = (id.to_owned(), 0);
    Ok(PlayerRow { id, number, fish })
}

fn is_free(number: u8, file: &StateFile) -> bool {
    file.players.iter().all(|row| row.number != number)
}

/// The first of those with the most fish.
fn best(grid: &Grid, actions: &[Action]) -> Option<Action> {
    let fish = |action: &Action| match action {
        Action::Place { at } => grid.get(*at).fish(),
        Action::Move { to, .. } => grid.get(*to).fish(),
    };
    let actions = actions.iter().copied();
    actions.min_by_key(|action| Reverse(fish(action)))
}

/// An illegal move to a free floe if there is one, over something in the way rather than
/// diagonally, and diagonally rather than anyhow.
fn least_odd_jump(grid: &Grid, player: u8) -> Option<Action> {
    let jumps = grid.penguins(player).flat_map(|from| {
        let is_jump = move |to: &FieldPlace| *to != from && check_way(grid, from, *to).is_err();
        grid.places().filter(is_jump).map(move |to| (from, to))
    });
    let oddity = |(from, to): &(FieldPlace, FieldPlace)| {
        let down = from.row.abs_diff(to.row);
        let right = from.column.abs_diff(to.column);
        let is_straight = down == 0 || right == 0;
        (!grid.get(*to).is_free(), !is_straight, down != right)
    };
    let jump = jumps.min_by_key(oddity);
    jump.map(|(from, to)| Action::Move { from, to })
}

//! One moment of a replay: the state after a cycle.

use crate::error::Error;
use crate::store::ReplayReader;
use chase_engine::game::Outcome;
use chase_kit::faces::Playable;
use chase_record::any::DrawnHistory;
use chase_record::replayer::Replayer;

/// The state right after a cycle, rebuilt from the events.
///
/// # Examples
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let replay = chase::open("replays/police/S3.json")?;
/// let last = replay.end()?.expect("the chase lasts 5 hours");
/// assert_eq!(last.outcome().expect("it ended").cause, "caught");
/// let facts: serde_json::Value = serde_json::from_str(&last.json())?;
/// assert_eq!(facts["hour"], 5);
/// # Ok(())
/// # }
/// ```
pub struct Moment {
    reader: ReplayReader,
}

impl std::fmt::Debug for Moment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Moment").field(&self.cycle()).finish()
    }
}

impl Moment {
    pub(super) fn new(reader: ReplayReader) -> Self {
        Moment { reader }
    }

    fn now(&self) -> &dyn DrawnHistory {
        self.reader.now()
    }

    /// The number of the cycle, from 0.
    ///
    /// # Panics
    /// Never: a moment stands after a cycle.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.now().last().expect("a moment stands after a cycle")
    }

    /// The state as a type, for a replay of the game `G`.
    ///
    /// # Errors
    /// The replay is of another game.
    ///
    /// # Examples
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/race.rs"));
    /// use chase::engine::dice::Generator;
    /// use chase::engine::header::Header;
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/race_entry.rs"));
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let race: Race = Game::new(Goal { goal: 10 }).expect("a goal in bounds");
    /// # let players = ["random".to_owned(), "random".to_owned()];
    /// # let header = Header::new(&race, &players, Generator::Chacha8, 1);
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("race.json");
    /// let games = Games::new().with::<Race>();
    /// # chase::record_with(games, header, &path)?;
    /// let moment = chase::open_with(games, &path)?.state_at(2)?;
    /// let state: &State = moment.state::<Race>()?;
    /// assert!((2..=4).contains(&state.sum));
    /// # Ok(())
    /// # }
    /// ```
    pub fn state<G: Playable>(&self) -> Result<&G::State, Error> {
        let replayer = self.now().as_any().downcast_ref::<Replayer<G>>();
        replayer.map(Replayer::state).ok_or_else(|| {
            let (found, wanted) = (&self.reader.header().game, G::NAME);
            Error::new(match found == wanted {
                true => format!("the replay was opened with another type of game called `{found}`"),
                false => format!("the replay is of the game `{found}`, not of `{wanted}`"),
            })
        })
    }

    /// Everything worth knowing about it, for people: what `chase replay --hour` prints.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = Vec::new();
        self.now().moment_text(&mut text);
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Everything worth knowing about it, as a JSON object: what `chase replay --hour --format
    /// json` prints.
    #[must_use]
    pub fn json(&self) -> String {
        self.now().moment_json()
    }

    /// The cycle as it is stored, as a JSON object: its turns, the words drawn and the events.
    #[must_use]
    pub fn events_json(&self) -> String {
        let mut line = Vec::new();
        self.now().put_json(&mut line);
        String::from_utf8_lossy(&line).into_owned()
    }

    /// The legal actions of the seat to move, as a JSON object with `seat` and `legal`, both `null`
    /// when no seat is to move.
    #[must_use]
    pub fn legal_json(&self) -> String {
        self.now().legal_json()
    }

    /// Returns the outcome of the game, if it is over.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.now().outcome()
    }
}

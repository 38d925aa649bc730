//! The reference client at the terminal, exact to the byte on standard output.
//!
//! Commands are words, however they stand on lines: run, step, stats, display, map, quit, and `q`,
//! which is short for it. `?` and `help` list them beside standard output. Other words are ignored
//! silently. The end of the input ends the session like `quit`.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;

use super::Police;
use super::lines::PROMPT;
use super::transcript::ClientText;
use chase_engine::game::Game as _;
use chase_kit::budget::{Listening, StopFlag};
use chase_kit::faces::Transcript as _;
use chase_play::people::Asker;
use chase_play::player_name::is_human;
use chase_play::seating::{Seating, chairs};
use chase_play::{Console, Input, Prompt, Then};
use chase_record::any::{
    ActionChoice, AnyRecording, People, Projections, RecordError, RecordedHistory,
};
use chase_record::recording::GameRecording;
use chase_record::replay::{Broken, Header};
use chase_record::replayer::Replayer;
use chase_record::turn_sink::TurnSink;

/// Text is handed on when this much has gathered, in bytes.
const CHUNK: usize = 1 << 16;

/// The commands, as help text.
const HELP: &str = "  run      play on to the end
  step     play one hour
  display  show this hour again
  stats    show where everybody is, with how much stamina
  map      show the cities and their roads
  quit     end the game; q too";

/// The session of one chase.
pub(crate) struct PoliceConsole {
    recording: GameRecording<Police>,
    text: Vec<u8>,
    words: VecDeque<String>,
    has_people: bool,
    /// True if outside players sit there who can lose turns, which is then reported.
    has_outsiders: bool,
    /// True if all turns are recorded, so that each must be shown to the recording.
    is_taken_down: bool,
    /// Set when a person left, without whom the chase does not go on.
    gone: StopFlag,
}

/// A session's input and its output.
struct Ends<'a> {
    input: &'a mut dyn Input,
    out: &'a mut dyn Write,
}

/// People who are asked between players that can be stopped: the flag is looked at except while
/// somebody is asked, who hears nothing of it.
struct Between<'a> {
    people: Asker<'a>,
    listening: Option<Listening>,
}

impl People for Between<'_> {
    fn ask(&mut self, seat: &str, moment: &str, actions: &[ActionChoice]) -> Option<usize> {
        self.listening = None;
        let chosen = self.people.ask(seat, moment, actions);
        self.listening = Some(self.people.gone.listen());
        chosen
    }
}

impl PoliceConsole {
    /// Sits the header's players down.
    ///
    /// # Errors
    /// A header that this program cannot play.
    pub fn open(header: &mut Header, seating: &Seating) -> Result<Self, RecordError> {
        let chairs = chairs(header, seating);
        let has_people = header.players.iter().any(|name| is_human(name));
        let has_outsiders = seating.has_outsiders();
        // Where nobody is waited for nothing needs to be stopped, and who holds no flag needs no
        // thread that listens for signals.
        let stop = match has_people || has_outsiders {
            true => seating.stop.clone(),
            false => StopFlag::default(),
        };
        let mut recording = GameRecording::begin(header, &chairs, Vec::new(), &stop)?;
        recording.project(Projections { seals: true, ..Projections::default() });
        Ok(PoliceConsole {
            recording,
            text: Vec::new(),
            words: VecDeque::new(),
            is_taken_down: false,
            has_people,
            has_outsiders,
            gone: stop,
        })
    }

    fn is_over(&self) -> bool {
        self.recording.session().state().ending.is_some()
    }

    /// Plays one hour; false when the chase was over already, or a person left in it.
    fn hour(&mut self, ends: &mut Ends<'_>) -> io::Result<bool> {
        if !self.has_people && !self.has_outsiders && !self.is_taken_down {
            return Ok(self.recording.advance_unseen());
        }
        let played = match self.has_people {
            false => {
                let _listening = self.gone.listen();
                self.recording.advance()
            }
            true => {
                self.hand_on(ends.out)?;
                self.recording.advance_with(&mut Between {
                    people: Asker { input: ends.input, out: ends.out, gone: &self.gone },
                    listening: Some(self.gone.listen()),
                })
            }
        };
        if played && self.has_outsiders {
            self.tell_lost_turns();
        }
        Ok(played)
    }

    /// Reports lost turns. The reason of one player may reveal what another must not know, so
    /// people see the cause alone.
    fn tell_lost_turns(&mut self) {
        let game = self.recording.session().game();
        for (seat, why) in self.recording.now().forfeits() {
            let (name, why) = (game.seat_name(seat), why.told(!self.has_people));
            let line = format!("{name} loses its turn, {why}\n");
            self.text.extend_from_slice(line.as_bytes());
        }
    }

    fn show_hour(&mut self) {
        let session = self.recording.session();
        session.game().hour_block(session.state(), &mut self.text);
    }

    fn show_ending(&mut self) {
        let session = self.recording.session();
        ClientText.ending(session.game(), session.state(), &mut self.text);
    }

    fn hand_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.text)?;
        self.text.clear();
        Ok(())
    }

    fn step(&mut self, ends: &mut Ends<'_>) -> io::Result<()> {
        if self.hour(ends)? {
            self.show_hour();
            self.show_ending();
        }
        Ok(())
    }

    fn run_to_the_end(&mut self, ends: &mut Ends<'_>) -> io::Result<()> {
        while self.hour(ends)? {
            self.show_hour();
            if self.text.len() >= CHUNK {
                self.hand_on(ends.out)?;
            }
        }
        self.show_ending();
        Ok(())
    }

    /// The next word typed. A prompt stands before each one.
    fn next_word(&mut self, ends: &mut Ends<'_>) -> io::Result<Option<String>> {
        if let Some(word) = self.words.pop_front() {
            self.text.extend_from_slice(PROMPT.as_bytes());
            return Ok(Some(word));
        }
        self.hand_on(ends.out)?;
        let mut prompt = Prompt::New(PROMPT);
        while self.words.is_empty() {
            let Some(line) = ends.input.line(ends.out, prompt)? else {
                return Ok(None);
            };
            self.words.extend(line.split_whitespace().map(str::to_owned));
            prompt = Prompt::Again(PROMPT);
        }
        Ok(self.words.pop_front())
    }

    fn obey(&mut self, word: &str, ends: &mut Ends<'_>) -> io::Result<()> {
        match word {
            "run" => self.run_to_the_end(ends)?,
            "step" => self.step(ends)?,
            "display" => self.show_hour(),
            "stats" => {
                let session = self.recording.session();
                session.game().stats(session.state(), &mut self.text);
            }
            "map" => {
                let session = self.recording.session();
                session.game().map_text(&mut self.text);
            }
            "?" | "help" => {
                self.hand_on(ends.out)?;
                ends.out.flush()?;
                ends.input.aside(HELP);
            }
            _ => {}
        }
        Ok(())
    }
}

impl Console for PoliceConsole {
    fn past(&mut self, now: &dyn RecordedHistory) -> Result<(), Broken> {
        match now.as_any().downcast_ref::<Replayer<Police>>() {
            Some(moment) => match moment.newest() {
                Some(cycle) => self.recording.resume(cycle),
                None => Ok(()),
            },
            None => unreachable!("the header named this game, and its replay is another's"),
        }
    }

    fn can_be_stopped(&self) -> bool {
        // The built-in players answer at once.
        self.has_people || self.has_outsiders
    }

    fn take_down_with(&mut self, turns: Box<dyn TurnSink>) {
        self.recording.take_down_with(turns);
        self.is_taken_down = true;
    }

    fn run(&mut self, input: &mut dyn Input, out: &mut dyn Write) -> io::Result<Then> {
        let ends = &mut Ends { input, out };
        if self.recording.now().last().is_none() {
            self.hour(ends)?;
        }
        let game = Arc::clone(self.recording.session().game());
        ClientText.opening(&game, &mut self.text);
        self.show_hour();
        self.show_ending();
        while !self.is_over() && !self.gone.is_stopped() {
            match self.next_word(ends)?.as_deref() {
                None | Some("q" | "quit") => break,
                Some(word) => self.obey(word, ends)?,
            }
        }
        self.recording.dismiss();
        self.hand_on(ends.out)?;
        ends.out.flush()?;
        Ok(Then::Done)
    }
}

//! The reference client at the terminal, exact to the byte on standard output.
//!
//! Commands are words, however they stand on lines: run, step, stats, display, map, quit. Other
//! words are ignored silently. The end of the input ends the session like `quit`.

use std::collections::VecDeque;
use std::io::{self, Write};
use std::sync::Arc;

use super::Police;
use super::lines::PROMPT;
use crate::engine::any::{AnyRecording, AnyReplay, Projections, RecordError, Sink};
use crate::engine::recording::Recording;
use crate::engine::replay::{Broken, Header};
use crate::engine::replayer::Replayer;
use crate::engine::transcript::Transcript;
use crate::games::seating::Seating;
use crate::games::{Console, Input, Prompt, Then};

/// Text is handed on when this much has gathered, in bytes.
const CHUNK: usize = 1 << 16;

/// The session of one chase.
pub struct PoliceConsole {
    recording: Recording<Police>,
    text: Vec<u8>,
    words: VecDeque<String>,
}

impl PoliceConsole {
    /// Sits the header's players down.
    ///
    /// # Errors
    /// A header that this program cannot play.
    pub fn open(header: &mut Header, seating: &Seating) -> Result<Self, RecordError> {
        let (chairs, stop) = (&seating.chairs, &seating.stop);
        let mut recording = Recording::begin(header, chairs, Vec::new(), stop)?;
        recording.project(Projections {
            seals: true,
            ..Projections::default()
        });
        Ok(PoliceConsole {
            recording,
            text: Vec::new(),
            words: VecDeque::new(),
        })
    }

    fn is_over(&self) -> bool {
        self.recording.session().state().ending.is_some()
    }

    /// Plays one hour; false when the chase was over already.
    fn hour(&mut self, sink: &mut Option<&mut dyn Sink>) -> io::Result<bool> {
        match sink {
            None => Ok(self.recording.advance_unseen()),
            Some(sink) => {
                let played = self.recording.advance();
                if played {
                    sink.cycle(self.recording.now())?;
                }
                Ok(played)
            }
        }
    }

    fn show_hour(&mut self) {
        let session = self.recording.session();
        session.game().hour_block(session.state(), &mut self.text);
    }

    fn show_ending(&mut self) {
        let session = self.recording.session();
        session.game().ending(session.state(), &mut self.text);
    }

    fn hand_on(&mut self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.text)?;
        self.text.clear();
        Ok(())
    }

    fn step(&mut self, sink: &mut Option<&mut dyn Sink>) -> io::Result<()> {
        if self.hour(sink)? {
            self.show_hour();
            self.show_ending();
        }
        Ok(())
    }

    fn run_to_the_end(
        &mut self,
        out: &mut dyn Write,
        sink: &mut Option<&mut dyn Sink>,
    ) -> io::Result<()> {
        while self.hour(sink)? {
            self.show_hour();
            if self.text.len() >= CHUNK {
                self.hand_on(out)?;
            }
        }
        self.show_ending();
        Ok(())
    }

    /// The next word typed. A prompt stands before each one.
    fn next_word(
        &mut self,
        input: &mut dyn Input,
        out: &mut dyn Write,
    ) -> io::Result<Option<String>> {
        if let Some(word) = self.words.pop_front() {
            self.text.extend_from_slice(PROMPT.as_bytes());
            return Ok(Some(word));
        }
        self.hand_on(out)?;
        let mut prompt = Prompt::New(PROMPT);
        while self.words.is_empty() {
            let Some(line) = input.line(out, prompt)? else {
                return Ok(None);
            };
            self.words
                .extend(line.split_whitespace().map(str::to_owned));
            prompt = Prompt::Again(PROMPT);
        }
        Ok(self.words.pop_front())
    }

    fn obey(
        &mut self,
        word: &str,
        out: &mut dyn Write,
        sink: &mut Option<&mut dyn Sink>,
    ) -> io::Result<()> {
        match word {
            "run" => self.run_to_the_end(out, sink)?,
            "step" => self.step(sink)?,
            "display" => self.show_hour(),
            "stats" => {
                let session = self.recording.session();
                session.game().stats(session.state(), &mut self.text);
            }
            "map" => {
                let session = self.recording.session();
                session.game().map_text(&mut self.text);
            }
            _ => {}
        }
        Ok(())
    }
}

impl Console for PoliceConsole {
    fn past(&mut self, now: &dyn AnyReplay) -> Result<(), Broken> {
        match now.as_any().downcast_ref::<Replayer<Police>>() {
            Some(moment) => match moment.newest() {
                Some(cycle) => self.recording.resume(cycle),
                None => Ok(()),
            },
            None => unreachable!("the header named this game, and its replay is another's"),
        }
    }

    fn now(&self) -> &dyn AnyReplay {
        self.recording.now()
    }

    fn run(
        &mut self,
        input: &mut dyn Input,
        out: &mut dyn Write,
        mut sink: Option<&mut dyn Sink>,
    ) -> io::Result<Then> {
        if self.recording.now().last().is_none() {
            self.hour(&mut sink)?;
        }
        let game = Arc::clone(self.recording.session().game());
        game.opening(&mut self.text);
        self.show_hour();
        self.show_ending();
        while !self.is_over() {
            match self.next_word(input, out)?.as_deref() {
                None | Some("quit") => break,
                Some(word) => self.obey(word, out, &mut sink)?,
            }
        }
        self.hand_on(out)?;
        out.flush()?;
        Ok(Then::Done)
    }
}

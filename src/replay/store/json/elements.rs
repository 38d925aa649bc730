//! The values of a document's list of cycles, one after the other, as they stand in the text.

use chase_world::world::File;
use std::borrow::Cow;
use std::io;
use std::ops::Range;

use crate::store::window::Window;

/// A list on its way from value to value.
pub(crate) struct Elements {
    file: File,
    window: Window,
    part: Range<u64>,
    shape: ListShape,
    /// The newest value: where it begins and ends in the window.
    newest: Range<usize>,
    /// True if the newest value is the last, and if it was passed; of lines only.
    is_last: bool,
    is_at_end: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ListShape {
    /// One value per line, with a comma at the end of each line but the last.
    Lines,
    /// Any, in a document that is known to be JSON.
    Any,
}

/// The next part of a list.
pub(crate) enum NextElement {
    /// A value of the list.
    Value,
    /// The end of the list.
    End,
    /// A line that holds something else than one value.
    Odd,
}

impl Elements {
    /// A list whose values stand one per line, between two offsets of a file. Its reader must check that
    /// each line is a value: all lines together are a list only then.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn by_lines(file: &File, part: Range<u64>) -> io::Result<Self> {
        Self::over(file, part, ListShape::Lines)
    }

    /// The list called `cycles` of a document that is known to be JSON, whatever its lines are.
    ///
    /// # Errors
    /// The file cannot be read, or it has changed.
    pub fn anywhere(file: &File) -> io::Result<Self> {
        let mut window = Window::new(file.try_clone()?, 0..u64::MAX);
        let from = list_of_cycles(&mut window)?;
        Self::over(file, from..u64::MAX, ListShape::Any)
    }

    fn over(file: &File, part: Range<u64>, shape: ListShape) -> io::Result<Self> {
        let is_at_end = part.is_empty();
        Ok(Elements {
            file: file.try_clone()?,
            window: Window::new(file.try_clone()?, part.clone()),
            part,
            shape,
            newest: 0..0,
            is_last: false,
            is_at_end,
        })
    }

    /// Returns true if it is read line by line.
    pub(crate) fn is_by_lines(&self) -> bool {
        self.shape == ListShape::Lines
    }

    /// Goes back to before the first value.
    pub fn rewind(&mut self) {
        self.window.go_to(self.part.clone());
        self.newest = 0..0;
        self.is_at_end = self.part.is_empty();
    }

    /// Finds the value that comes next, which then is the newest. Until [`Elements::pass`] is
    /// called it comes next again.
    ///
    /// # Errors
    /// The file cannot be read, or it has changed.
    pub fn peek(&mut self) -> io::Result<NextElement> {
        match self.shape {
            ListShape::Lines => self.peek_line(),
            ListShape::Any => self.peek_value(),
        }
    }

    /// The text of the newest value.
    pub fn text(&self) -> &[u8] {
        &self.window.bytes()[self.newest.clone()]
    }

    /// The offset in the file at which the newest value begins.
    pub fn offset(&self) -> u64 {
        self.window.offset() + self.newest.start as u64
    }

    /// Goes on behind the newest value.
    pub fn pass(&mut self) {
        let used = match self.shape {
            ListShape::Lines if self.is_last => self.newest.end,
            // The comma and the end of the line.
            ListShape::Lines => self.newest.end + 2,
            ListShape::Any => self.newest.end,
        };
        self.window.use_up(used);
        self.newest = 0..0;
        self.is_at_end = self.is_last;
    }

    /// The text of the last value, if there is one, without going there.
    ///
    /// # Errors
    /// The file cannot be read, or it has changed.
    pub fn last(&self) -> io::Result<Option<Vec<u8>>> {
        if self.shape == ListShape::Any {
            let mut others = Self::over(&self.file, self.part.clone(), self.shape)?;
            let mut last = None;
            while matches!(others.peek()?, NextElement::Value) {
                let last: &mut Vec<u8> = last.get_or_insert_default();
                last.clear();
                last.extend_from_slice(others.text());
                others.pass();
            }
            return Ok(last);
        }
        let mut length = Window::PIECE as u64;
        while !self.part.is_empty() {
            let from = self.part.end.saturating_sub(length).max(self.part.start);
            let mut window = Window::new(self.file.try_clone()?, from..self.part.end);
            while window.more()? {}
            let line = memchr::memrchr(b'\n', window.bytes());
            if line.is_some() || from == self.part.start {
                let line = line.map_or(0, |end| end + 1);
                return Ok(Some(window.bytes()[line..].to_vec()));
            }
            length *= 2;
        }
        Ok(None)
    }

    #[inline]
    fn peek_line(&mut self) -> io::Result<NextElement> {
        if self.is_at_end {
            return Ok(NextElement::End);
        }
        let mut searched = 0;
        let (end, is_last) = loop {
            let bytes = self.window.bytes();
            if let Some(at) = memchr::memchr(b'\n', &bytes[searched..]) {
                break (searched + at, false);
            }
            searched = bytes.len();
            if !self.window.more()? {
                break (searched, true);
            }
        };
        let line = &self.window.bytes()[..end];
        self.newest = match (line, is_last) {
            ([value @ .., b','], false) => 0..value.len(),
            (value, true) => 0..value.len(),
            _ => return Ok(NextElement::Odd),
        };
        self.is_last = is_last;
        Ok(NextElement::Value)
    }

    fn peek_value(&mut self) -> io::Result<NextElement> {
        let window = &mut self.window;
        if skip_space(window, b",")? == b']' {
            return Ok(NextElement::End);
        }
        self.newest = 0..value_end(window)?;
        Ok(NextElement::Value)
    }
}

/// The offset behind the bracket that the list called `cycles` of a document begins with.
fn list_of_cycles(window: &mut Window) -> io::Result<u64> {
    skip_space(window, b"{")?;
    loop {
        skip_space(window, b",")?;
        let end = value_end(window)?;
        let name: Option<Cow<'_, str>> = serde_json::from_slice(&window.bytes()[..end]).ok();
        let is_found = name.ok_or_else(changed)? == "cycles";
        window.use_up(end);
        if skip_space(window, b":")? == b'[' && is_found {
            return Ok(window.offset() + 1);
        }
        let end = value_end(window)?;
        window.use_up(end);
    }
}

/// Passes white space and one more kind of byte, and says which byte comes then.
fn skip_space(window: &mut Window, besides: &[u8]) -> io::Result<u8> {
    loop {
        let is_space = |byte: &u8| byte.is_ascii_whitespace() || besides.contains(byte);
        let bytes = window.bytes();
        let space = bytes.iter().take_while(|byte| is_space(byte)).count();
        let next = bytes.get(space).copied();
        window.use_up(space);
        match next {
            Some(next) => return Ok(next),
            None if window.more()? => {}
            None => return Err(changed()),
        }
    }
}

/// The length of the value at the beginning of the window, after loading all of it.
fn value_end(window: &mut Window) -> io::Result<usize> {
    let mut at = 0;
    let mut depth = 0_u32;
    let mut in_string = false;
    loop {
        let Some(&byte) = window.bytes().get(at) else {
            match window.more()? {
                true => continue,
                false => return Err(changed()),
            }
        };
        at += 1;
        match byte {
            b'"' => in_string = !in_string,
            // What follows ends no string.
            b'\\' if in_string => at += 1,
            _ if in_string => continue,
            b'{' | b'[' => depth += 1,
            b'}' | b']' if depth > 0 => depth -= 1,
            // The end of what stands around a number or a word.
            b'}' | b']' | b',' | b' ' | b'\t' | b'\r' | b'\n' if depth == 0 => return Ok(at - 1),
            _ => continue,
        }
        if depth == 0 && !in_string {
            return Ok(at);
        }
    }
}

fn changed() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the file was changed while it was read")
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn texts(document: &str, open: impl FnOnce(&File) -> io::Result<Elements>) -> Vec<String> {
        let mut file = File::nameless();
        file.write_all(document.as_bytes()).unwrap();
        let mut elements = open(&file).unwrap();
        let last = elements.last().unwrap();
        let mut found = Vec::new();
        while matches!(elements.peek().unwrap(), NextElement::Value) {
            let text = String::from_utf8(elements.text().to_vec()).unwrap();
            assert!(document[elements.offset() as usize..].starts_with(&text));
            found.push(text);
            elements.pass();
        }
        if matches!(elements.peek().unwrap(), NextElement::End) {
            let last = last.map(|text| String::from_utf8(text).unwrap());
            assert_eq!(last.as_ref(), found.last());
        }
        found
    }

    #[test]
    fn a_list_is_found_wherever_it_stands_and_whatever_its_values_are() {
        let anywhere = |text: &str| texts(text, Elements::anywhere);
        let long = " ".repeat(3 * Window::PIECE);
        for document in [
            r#"{"cycles":[{"a":[1,{"b":"]}"}]},-1.5e3,"\"]\\",[],null,{}]}"#.to_owned(),
            r#"
            { "scenario" : {"cycles": [1, 2]}, "\u0063ycles"
              : [ {"a":[1,{"b":"]}"}]} , -1.5e3 ,"\"]\\"
              , [],null , {} ] , "seal": "x" }"#
                .to_owned(),
            format!(
                r#"{{"x":"{long}","cycles":[{long}{{"a":[1,{{"b":"]}}"}}]}},-1.5e3{long},"\"]\\",[],null,{{}}]}}"#
            ),
        ] {
            assert_eq!(
                anywhere(&document),
                [r#"{"a":[1,{"b":"]}"}]}"#, "-1.5e3", r#""\"]\\""#, "[]", "null", "{}"]
            );
        }
        assert_eq!(anywhere(r#"{"cycles":[]}"#), [""; 0]);
    }

    #[test]
    fn a_value_per_line_and_no_comma_behind_the_last() {
        let lines = |text: &str| {
            let part = 0..text.len() as u64;
            texts(text, |file| Elements::by_lines(file, part))
        };
        assert_eq!(lines(""), [""; 0]);
        assert_eq!(lines("{}"), ["{}"]);
        assert_eq!(lines("{},\n[1,2],\n3"), ["{}", "[1,2]", "3"]);
        // what is odd is no value; a comma too many is left for who reads the line
        assert_eq!(lines("{}\n{}"), [""; 0]);
        assert_eq!(lines("{},\n{},"), ["{}", "{},"]);
        assert_eq!(lines("{},\n"), ["{}", ""]);
    }
}

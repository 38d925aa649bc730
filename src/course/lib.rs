//! The police chase as an assignment of a course: the mistakes that programs of students are known to make in it
//! ([`causes`]), and the suite that marks them ([`grading_suite`]).
//!
//! It knows the chase, and the chase knows nothing of it: the program `chase` puts the two together. It holds no
//! rule of the game, runs no program and prints nothing.

pub mod causes;
pub mod grading_suite;

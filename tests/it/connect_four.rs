//! Connect Four, written with the kit: it keeps the laws, and mistakes in it are found.

mod broken;
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "boards are small"
)]
mod game;

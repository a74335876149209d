//! `alinea brain`: the Gomocup protocol on stdin and stdout.

use crate::answer::{Answer, Failed};
use std::io::{BufReader, stdin, stdout};

pub(crate) fn run() -> Result<Answer, Failed> {
    alinea_gomocup::serve(BufReader::new(stdin()), stdout())?;
    Ok(Answer::Yes)
}

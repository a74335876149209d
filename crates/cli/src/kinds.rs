//! The one table of the kinds of jobs that this program can run, as a worker of a fleet too.

use alinea_jobs::Kind;

pub(crate) const KINDS: [Kind; 6] = [
    alinea_arena::KIND,
    alinea_data::label::KIND,
    alinea_data::selfplay::KIND,
    alinea_data::book::KIND,
    alinea_data::puzzles::KIND,
    alinea_data::puzzles::VERIFY_KIND,
];

//! alinea-engines

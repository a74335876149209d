//! alinea-core

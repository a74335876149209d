//! alinea-games

//! alinea-search

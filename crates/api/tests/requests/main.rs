//! Drives the API through a carrier in memory. The server's tests send the same requests over
//! HTTP: they compile these files with a carrier of their own.

mod answers;
mod carrier;
mod described;
mod files;
mod puzzles;
mod readers;
mod review;
mod trace;

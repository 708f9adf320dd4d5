//! What the specification says of a pool, one statement at a time. (The order of events in general is the business of
//! `against_the_model.rs`; here are the cases that a random sequence does not single out, and all that needs real times.)

mod acquiring;
mod adopting;
mod breaking;
mod conversing;
mod creating;
mod handing_over;
mod keeping;
mod kit;
mod looking;
mod maintaining;
mod resizing;
mod retaining;
mod rounds;
mod scaling;
mod waiting;

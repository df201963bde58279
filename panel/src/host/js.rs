//! The contract over a JavaScript object, with the method names that TypeScript hosts use.

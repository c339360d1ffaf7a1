/**
 * Variables for the compiler of TypeScript 7, a program in Go: below this size it collects no garbage, which takes a third
 * less CPU time. `--singleThreaded` spares another fifth: its threads check types that they share more than once.
 */
export const COMPILER = { GOGC: "off", GOMEMLIMIT: "1GiB" };

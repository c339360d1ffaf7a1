// Turns the test runner's report into the closing line of `.ci/run`: `N passed, M failed[, K skipped]`.
import { existsSync, readFileSync } from "node:fs";

const report = existsSync("test-results.json") ? JSON.parse(readFileSync("test-results.json", "utf8")) : undefined;
const passed = report?.numPassedTests ?? 0;
const skipped = report?.numPendingTests ?? 0;
// A run that ended badly without a failed test (type check, lint, a file that does not load) failed all the same.
const failed = Math.max(report?.numFailedTests ?? 0, process.argv[2] === "0" ? 0 : 1);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);

// Prints the last line of `.ci/run`, `N passed, M failed[, K skipped]`, summed over the reports of the test runner.
// Arguments: for each part `FOLDER=STATUS`, where STATUS is the exit code of its tests.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

const total = { passed: 0, failed: 0, skipped: 0 };
for (const argument of process.argv.slice(2)) {
	const [folder = ".", status = "1"] = argument.split("=");
	const path = join(folder, "test-results.json");
	const report = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
	total.passed += report.numPassedTests ?? 0;
	total.skipped += report.numPendingTests ?? 0;
	// A run that ended badly without a failed test (type check, lint, a file that does not load) failed all the same.
	total.failed += Math.max(report.numFailedTests ?? 0, status === "0" ? 0 : 1);
}
const { passed, failed, skipped } = total;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);

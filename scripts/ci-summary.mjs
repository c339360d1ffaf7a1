// Prints the end of `.ci/run`: every failed test with the start of its error, then the line `N passed, M failed[, K skipped]`,
// summed over the reports of the test runner.
// Arguments: `NAME=STATUS=REPORT` for each part: the exit code of its tests, and the file with vitest's report.
import { existsSync, readFileSync } from "node:fs";
import { relative, resolve } from "node:path";

const LINES_OF_ERROR = 12;

const total = { passed: 0, failed: 0, skipped: 0 };
const failures = [];
for (const argument of process.argv.slice(2)) {
	const [name = "", status = "1", path = ""] = argument.split("=");
	const report = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
	total.passed += report.numPassedTests ?? 0;
	total.skipped += report.numPendingTests ?? 0;
	// A run that failed without a failed test (type check, lint, a file that does not load) counts as one failure.
	total.failed += Math.max(report.numFailedTests ?? 0, status === "0" ? 0 : 1);
	failures.push(...failuresOf(report));
	if (status !== "0" && !report.numFailedTests) failures.push(`${name}: ended with exit code ${status}`);
}
for (const failure of failures) console.log(`\nFailed: ${failure}`);
const { passed, failed, skipped } = total;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);

/** Returns the failed tests of a report, and the files that could not be run, each with the first lines of its error. */
function failuresOf(report) {
	return (report.testResults ?? []).flatMap((file) => {
		const name = relative(resolve("."), file.name);
		const tests = file.assertionResults.filter((test) => test.status === "failed");
		if (tests.length === 0 && file.status === "failed") return [`${name}\n${indent(file.message)}`];
		return tests.map((test) => `${name} > ${test.fullName}\n${indent((test.failureMessages ?? []).join("\n"))}`);
	});
}

function indent(text) {
	return String(text ?? "")
		.split("\n")
		.slice(0, LINES_OF_ERROR)
		.map((line) => `    ${line}`)
		.join("\n");
}

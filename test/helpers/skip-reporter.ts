import type { Reporter, TestModule } from "vitest/node";

/** Names the skipped tests at the end of a run: what a machine lacks must not look like a pass. */
export default class SkipReporter implements Reporter {
	onTestRunEnd(modules: readonly TestModule[]): void {
		const names = modules.flatMap((module) => [...module.children.allTests("skipped")].map((test) => test.fullName));
		if (names.length > 0)
			process.stdout.write(`\nSkipped (${names.length}):\n${names.map((name) => `  - ${name}\n`).join("")}`);
	}
}

import { defineConfig } from "vitest/config";

/** They measure memory and time, or look at what the library keeps between calls. */
const ALONE = ["test/template/limits.test.ts", "test/template/memory.test.ts", "test/inference/call-options.test.ts"];
/** Packages of the tests of clients bring tests of their own. */
const INSTALLED = "**/node_modules/**";

export default defineConfig({
	test: {
		globalSetup: ["test/helpers/surroundings.ts"],
		// More than there are cores: half of the tests wait for processes and terminals.
		maxWorkers: 4,
		// Long: a machine may have other things to do, and what hangs fails all the same.
		testTimeout: 90_000,
		hookTimeout: 90_000,
		expect: { poll: { timeout: 30_000 } },
		// Output of tests that pass would hide what fails.
		silent: "passed-only",
		// Compiles a source once, not for each run.
		experimental: { fsModuleCache: true },
		// Ink draws only once where it believes itself in CI; the commands of tests have variables of their own.
		env: { CI: "false", CONTINUOUS_INTEGRATION: "false" },
		// With more room for what lives briefly, a tenth less time goes into collecting it.
		execArgv: ["--disable-warning=UNDICI-FETCH-patch", "--max-semi-space-size=64"],
		reporters: ["default", "./test/helpers/skip-reporter.ts", ["json", { outputFile: "test-results.json" }]],
		projects: [
			{
				extends: true,
				test: {
					name: "shared",
					// They share the modules of their worker: loading the command anew for each file would take a quarter of the run.
					// A test puts back what it changes in the process; `runHub` empties what the library keeps between calls.
					isolate: false,
					include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
					exclude: [...ALONE, INSTALLED],
				},
			},
			{ extends: true, test: { name: "alone", include: ALONE } },
		],
	},
});

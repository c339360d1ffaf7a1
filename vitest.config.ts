import { defineConfig } from "vitest/config";

/** Tests of the library share the modules of their worker, which spares loading them for each file. */
const LIBRARY = [
	"batch",
	"catalogue",
	"exchange",
	"gateway",
	"http",
	"hub",
	"inference",
	"sandbox",
	"snippets",
	"template",
].map((folder) => `test/${folder}/**/*.test.ts`);
/** They measure memory and time, or look at what the library keeps between calls. */
const ALONE = ["test/template/limits.test.ts", "test/template/memory.test.ts", "test/inference/control.test.ts"];
/** Packages of the tests of clients bring tests of their own. */
const INSTALLED = "**/node_modules/**";

export default defineConfig({
	test: {
		globalSetup: "test/helpers/build.ts",
		// More than there are cores: half of the tests wait for processes and terminals.
		maxWorkers: 4,
		// Long: a machine may have other things to do, and what hangs fails all the same.
		testTimeout: 90_000,
		hookTimeout: 90_000,
		// Output of tests that pass would hide what fails.
		silent: "passed-only",
		// Compiles a source once, not for each run.
		experimental: { fsModuleCache: true },
		execArgv: ["--disable-warning=UNDICI-FETCH-patch"],
		reporters: ["default", "./test/helpers/skip-reporter.ts", ["json", { outputFile: "test-results.json" }]],
		projects: [
			{ extends: true, test: { name: "library", isolate: false, include: LIBRARY, exclude: [...ALONE, INSTALLED] } },
			{
				// A command leaves more behind in its process than the next test may meet.
				extends: true,
				test: {
					name: "command",
					include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
					exclude: [...LIBRARY, ...ALONE, INSTALLED],
				},
			},
			{ extends: true, test: { name: "alone", include: ALONE } },
		],
	},
});

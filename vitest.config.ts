import { defineConfig } from "vitest/config";

/** Tests of what is pure: they share the modules of their worker, which spares loading them for each file. */
const PURE = [
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
];
/** They measure memory and time, or look at what the library keeps between calls. */
const ALONE = ["test/template/limits.test.ts", "test/template/memory.test.ts", "test/inference/control.test.ts"];
/** Packages of the tests of clients bring tests of their own. */
const INSTALLED = "**/node_modules/**";
const pure = PURE.map((folder) => `test/${folder}/**/*.test.ts`);

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
		execArgv: ["--disable-warning=UNDICI-FETCH-patch"],
		reporters: ["default", "./test/helpers/skip-reporter.ts", ["json", { outputFile: "test-results.json" }]],
		projects: [
			{ extends: true, test: { name: "pure", isolate: false, include: pure, exclude: [...ALONE, INSTALLED] } },
			{
				extends: true,
				test: {
					name: "command",
					include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
					exclude: [...pure, INSTALLED],
				},
			},
			{ extends: true, test: { name: "alone", include: ALONE } },
		],
	},
});

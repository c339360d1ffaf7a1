import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
		globalSetup: "test/helpers/build.ts",
		// Long: a machine may have other things to do, and what hangs fails all the same.
		// Half of the tests wait for processes and terminals.
		maxWorkers: 2,
		testTimeout: 90_000,
		hookTimeout: 90_000,
		reporters: ["default", "./test/helpers/skip-reporter.ts", ["json", { outputFile: "test-results.json" }]],
	},
});

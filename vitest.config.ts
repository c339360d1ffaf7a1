import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
		globalSetup: "test/helpers/build.ts",
		testTimeout: 30_000,
		// Pseudo-terminals and shells on a machine that is busy elsewhere: what is broken fails three times.
		retry: 2,
		reporters: ["default", "./test/helpers/skip-reporter.ts", ["json", { outputFile: "test-results.json" }]],
	},
});

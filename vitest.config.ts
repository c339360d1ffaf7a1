import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
		globalSetup: "test/helpers/build.ts",
		testTimeout: 20_000,
		reporters: ["default", "./test/helpers/skip-reporter.ts", ["json", { outputFile: "test-results.json" }]],
	},
});

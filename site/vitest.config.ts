import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["test/**/*.test.{ts,tsx}"],
		testTimeout: 300_000,
		hookTimeout: 120_000,
		// Tabs and commands side by side: they wait more than they work.
		maxConcurrency: 4,
		reporters: ["default", ["json", { outputFile: "test-results.json" }]],
	},
});

import { defineConfig } from "vitest/config";

export default defineConfig({
	test: {
		include: ["test/**/*.test.{js,jsx,mjs}"],
		testTimeout: 300_000,
		hookTimeout: 120_000,
		reporters: ["default", ["json", { outputFile: "test-results.json" }]],
	},
});

import { defineConfig } from "vitest/config";

/** Tests that use client libraries of others, which only this folder installs. They need a build of the package. */
export default defineConfig({
	test: {
		include: ["**/*.client.ts"],
		passWithNoTests: true,
		testTimeout: 90_000,
		reporters: ["default", "../helpers/skip-reporter.ts", ["json", { outputFile: "test-results.json" }]],
	},
});

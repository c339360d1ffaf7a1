import { defineConfig } from "vitest/config";

/**
 * What concerns the package as a whole and takes long: packing and installing it, Chromium, every snippet executed.
 * `npm run test:release`; `.ci/run` does it too.
 */
export default defineConfig({
	test: {
		include: ["test/**/*.release.ts"],
		exclude: ["**/node_modules/**"],
		globalSetup: ["test/helpers/surroundings.ts"],
		testTimeout: 180_000,
		hookTimeout: 660_000,
		expect: { poll: { timeout: 30_000 } },
		silent: "passed-only",
		reporters: ["default", "./test/helpers/skip-reporter.ts", ["json", { outputFile: "test-results.json" }]],
	},
});

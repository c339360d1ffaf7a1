import { defineConfig } from "vitest/config";

/** Tests that run coding agents, which only this folder installs. They need a build of the command. */
export default defineConfig({
	test: {
		include: ["test/agents/*.agent.ts"],
		// One agent at a time: each takes several hundred megabytes.
		fileParallelism: false,
		testTimeout: 60_000,
		reporters: [
			"default",
			"./test/helpers/skip-reporter.ts",
			["json", { outputFile: "test/agents/test-results.json" }],
		],
	},
});

import { defineConfig } from "vitest/config";

/** Long proofs (kill runs, soak, fuzzing): `npm run test:long`. Short versions of them are part of `npm test`. */
export default defineConfig({
	test: {
		include: ["test/**/*.long.ts"],
		exclude: ["**/node_modules/**", "test/clients/**"],
		globalSetup: ["test/helpers/surroundings.ts"],
		passWithNoTests: true,
		testTimeout: 900_000,
		hookTimeout: 900_000,
		expect: { poll: { timeout: 30_000 } },
		reporters: ["default", "./test/helpers/skip-reporter.ts"],
	},
});

import { defineConfig } from "vitest/config";

/**
 * `npm run test:mutate -- -m "src/limits/*.ts"`: changes one operator, constant or call of the sources at a time, in a
 * copy, and lists the changes that no related test notices. Tests of the command take long and run only where
 * `HUB_MUTATE_TESTS="test/cli/jq.test.ts"` names them; those of the built command never notice a change of the sources.
 */
const named = process.env["HUB_MUTATE_TESTS"];

export default defineConfig({
	test: {
		include: named
			? [named]
			: [
					"test/{base,batch,catalogue,exchange,gateway,http,hub,inference,limits,sandbox,snippets,template,tools}/**/*.test.ts",
				],
		globalSetup: ["test/helpers/surroundings.ts"],
		testTimeout: 90_000,
		silent: true,
	},
});

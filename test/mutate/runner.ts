import { createVitest } from "vitest/node";

/**
 * Run as a process: keeps one vitest, which compiles only what changes between runs. Each message names the changed
 * file and groups of tests; the answer says which group failed first. Ends with the process that started it.
 */
export interface Order {
	/** Absolute paths. */
	changed: string;
	groups: readonly (readonly string[])[];
}

export interface Outcome {
	isCaught: boolean;
	/** The first test that failed, or the files that were run. */
	by: string[];
}

const root = process.argv[2] ?? "";
const vitest = await createVitest(
	"test",
	{
		root,
		config: `${root}/vitest.config.ts`,
		watch: false,
		bail: 1,
		maxWorkers: 2,
		// node_modules are those of the tree, whose tests may run at the same time.
		experimental: { fsModuleCache: true, fsModuleCachePath: `${root}/.cache` },
		reporters: [{}],
		silent: true,
		// A fault may make a test wait for ever.
		testTimeout: 20_000,
	},
	{},
);

/** The file of the run before has its own text again: left compiled with its fault, it would fail other tests. */
let before: string | undefined;

async function run({ changed, groups }: Order): Promise<Outcome> {
	if (before !== undefined) vitest.invalidateFile(before);
	vitest.invalidateFile(changed);
	before = changed;
	const ran: string[] = [];
	for (const group of groups) {
		if (group.length === 0) continue;
		const specifications = await vitest.globTestSpecifications([...group]);
		const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
		// Vitest also lists modules of earlier runs.
		const wanted = new Set(specifications.map(({ moduleId }) => moduleId));
		const failed = testModules.find((module) => wanted.has(module.moduleId) && module.state() === "failed");
		if (failed || unhandledErrors.length > 0) return { isCaught: true, by: [failed?.relativeModuleId ?? "an error"] };
		ran.push(...group);
	}
	return { isCaught: false, by: ran };
}

process.on("message", (order) => {
	run(order as Order).then(
		(outcome) => process.send?.(outcome),
		(error: unknown) => process.send?.({ isCaught: true, by: [String(error)] }),
	);
});
process.on("disconnect", () => process.exit());
process.send?.("ready");

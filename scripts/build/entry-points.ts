/**
 * The entry points of the package. Adding one is adding a row: the build compiles it and writes `exports` and
 * `typesVersions` of package.json from this table.
 */
import { readFile, writeFile } from "node:fs/promises";

interface EntryPoint {
	/** Source file without `src/` and extension. */
	source: string;
	/** Source file for Node, if it differs. */
	node?: string;
}

/** Import path below `modelhub` → where its source is. */
export const ENTRY_POINTS: Readonly<Record<string, EntryPoint>> = {
	".": { source: "index" },
	"./tasks": { source: "tasks" },
	"./snippets": { source: "snippets/index" },
	"./sandbox": { source: "sandbox/index", node: "sandbox-server" },
	"./jinja": { source: "template/index" },
	"./jinja/core": { source: "template/core" },
	"./batch": { source: "batch/index" },
	"./gateway": { source: "gateway/index" },
	"./node": { source: "node" },
};

/** Source files of all entry points. */
export function entrySources(): string[] {
	return Object.values(ENTRY_POINTS).flatMap(({ source, node }) => (node ? [source, node] : [source]));
}

/**
 * Returns the members of package.json derived from the table. Bundlers (`module`) and browsers get an ES module per source
 * file, so that they can leave out what is not used. Node gets CommonJS, for `import` too: there is one copy of every class,
 * and it loads in half the time. `main`, `types` and `typesVersions` are for tools that do not read `exports`
 * (TypeScript's `node10` resolution).
 */
export function packageFields(): Record<string, unknown> {
	const paths = Object.entries(ENTRY_POINTS);
	return {
		sideEffects: false,
		main: "./dist/cjs/index.js",
		module: "./dist/lib/index.js",
		types: "./dist/cjs/index.d.ts",
		typesVersions: {
			"*": Object.fromEntries(
				paths
					.flatMap(([path, { source, node }]) =>
						path === "." ? [] : [[path.slice(2), [`./dist/cjs/${node ?? source}.d.ts`]]],
					)
					.concat([["tasks/*", ["./dist/cjs/tasks/*.d.ts"]]]),
			),
		},
		exports: {
			...Object.fromEntries(paths.map(([path, entry]) => [path, conditions(entry)])),
			"./tasks/*": TASK,
			"./package.json": "./package.json",
		},
	};
}

/** The record of one task (`task-data.ts`): plain data, so that two copies of it do no harm. */
const TASK = {
	import: { types: "./dist/lib/tasks/*.d.ts", default: "./dist/lib/tasks/*.js" },
	require: { types: "./dist/cjs/tasks/*.d.ts", default: "./dist/cjs/tasks/*.js" },
};

function conditions({ source, node = source }: EntryPoint): object {
	const lib = { types: `./dist/lib/${source}.d.ts`, default: `./dist/lib/${source}.js` };
	const nodeLib = { types: `./dist/lib/${node}.d.ts`, default: `./dist/lib/${node}.js` };
	const cjs = { types: `./dist/cjs/${node}.d.ts`, default: `./dist/cjs/${node}.js` };
	return { module: node === source ? lib : { node: nodeLib, default: lib }, node: cjs, require: cjs, default: lib };
}

/** Updates the members of package.json that are derived from the table. */
export async function updatePackage(path: string): Promise<void> {
	const before = await readFile(path, "utf8");
	const fields: Record<string, unknown> = { ...(JSON.parse(before) as object), ...packageFields() };
	const after = `${JSON.stringify(fields, null, "\t")}\n`;
	if (after !== before) await writeFile(path, after);
}

import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The data files that are loaded together with a module. */
async function findEagerData(module: string): Promise<string[]> {
	const { metafile } = await build({
		absWorkingDir: root,
		entryPoints: [`src/${module}`],
		bundle: true,
		splitting: true,
		format: "esm",
		outdir: "unwritten",
		write: false,
		metafile: true,
	});
	const entry = Object.values(metafile.outputs).find(({ entryPoint }) => entryPoint === `src/${module}`);
	const chunks = new Map(Object.entries(metafile.outputs));
	const open = [entry];
	const seen = new Set<string>();
	for (const output of open) {
		for (const input of Object.keys(output?.inputs ?? {})) seen.add(input);
		for (const { path, kind } of output?.imports ?? []) if (kind === "import-statement") open.push(chunks.get(path));
	}
	return [...seen].flatMap((input) => /^src\/catalogue\/data\/(.*)\.json$/.exec(input)?.[1] ?? []).toSorted();
}

it.each([
	["catalogue/index.ts", ["pipelines"]],
	["catalogue/schemas.ts", []],
	["catalogue/validate-task-input.ts", []],
	["catalogue/task-libraries.ts", ["task-libraries"]],
	["catalogue/libraries.ts", ["libraries"]],
	["catalogue/gguf.ts", []],
	["catalogue/local-apps.ts", ["local-apps"]],
	["catalogue/hardware.ts", ["hardware"]],
	["catalogue/default-widgets.ts", ["texts/widgets"]],
])("loads only its own data with %s", async (module, data) => {
	expect(await findEagerData(module)).toEqual(data);
});

it("loads schemas only on request", async () => {
	const data = await findEagerData("tasks.ts");
	expect(data).not.toContain("schemas");
	expect(data).toContain("task-models");
});

import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { tsImport } from "tsx/esm/api";
import { Application, type JSONOutput, LogLevel, normalizePath } from "typedoc";
import { type ApiArgument, readArguments } from "./api-arguments.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** An entry point of the package. */
export interface EntryPoint {
	/** As it is imported: `modelhub/tasks`. */
	path: string;
	name: string;
	/** Its source. */
	file: string;
	module: Declaration & { children: Declaration[] };
	/** Name of a function or class → what it takes. */
	arguments: Record<string, ApiArgument[]>;
}

export interface Api {
	entries: EntryPoint[];
	warnings: string[];
}

export type Declaration = JSONOutput.DeclarationReflection;

/** What TypeDoc found, kept by what it read: it takes half the time of a build. */
const cache = new URL("../node_modules/.cache/api/", import.meta.url);

/** Reads the declarations of all entry points, from the cache if nothing has changed; see `convert`. */
export async function readApi(): Promise<Api> {
	const file = new URL(`${await hashSources()}.json`, cache);
	const known = await readFile(file, "utf8").catch(() => undefined);
	if (known) return JSON.parse(known);
	const api = await convert();
	await rm(cache, { recursive: true, force: true });
	await mkdir(cache, { recursive: true });
	await writeFile(file, JSON.stringify(api));
	return api;
}

/** A hash of the library's sources, of this file and of TypeDoc's version. */
async function hashSources(): Promise<string> {
	const hash = createHash("sha256").update(Application.VERSION);
	for (const file of ["typedoc.ts", "api-arguments.ts"]) hash.update(await readFile(new URL(file, import.meta.url)));
	const entries = await readdir(`${root}src`, { recursive: true, withFileTypes: true });
	const files = entries
		.filter(({ name }) => /\.tsx?$/.test(name))
		.map(({ parentPath, name }) => join(parentPath, name));
	for (const file of [...files.sort(), `${root}scripts/build/entry-points.ts`, `${root}tsconfig.json`]) {
		hash.update(file.slice(root.length)).update(await readFile(file));
	}
	return hash.digest("hex");
}

/**
 * Converts the declarations of all entry points.
 * @returns `entries`: the entry points as TypeDoc's JSON describes them, with `path` (`modelhub/tasks`) and `name`;
 * `warnings`: what TypeDoc finds wrong with the comments
 */
async function convert(): Promise<Api> {
	const { ENTRY_POINTS }: typeof import("../../scripts/build/entry-points.ts") = await tsImport(
		`${root}scripts/build/entry-points.ts`,
		import.meta.url,
	);
	const sources = Object.entries(ENTRY_POINTS).map(([path, entry]) => ({
		path: path === "." ? "modelhub" : `modelhub${path.slice(1)}`,
		name: path === "." ? "modelhub" : path.slice(2),
		file: `src/${"node" in entry ? entry.node : entry.source}.ts`,
	}));
	const warnings: string[] = [];
	const app = await Application.bootstrap({
		entryPoints: sources.map(({ file }) => root + file),
		tsconfig: `${root}tsconfig.json`,
		basePath: root,
		name: "modelhub",
		// `npm test` checks types, with the compiler the project uses.
		skipErrorChecking: true,
		excludeExternals: true,
		excludePrivate: true,
		excludeInternal: true,
		alwaysCreateEntryPointModule: true,
		// Types that only exported ones use are shown where they are used.
		validation: { notExported: false, invalidLink: true, invalidPath: true, notDocumented: false },
		logLevel: "Warn",
		disableGit: true,
		sourceLinkTemplate: "{path}",
	});
	app.logger.log = (message, level) => {
		if (level >= LogLevel.Warn) warnings.push(message);
	};
	const points = new Map(app.getEntryPoints()?.map((point) => [point.sourceFile.fileName, point]));
	const project = await app.convert();
	if (!project) throw new Error(`TypeDoc reads nothing: ${warnings.join("\n")}`);
	app.validate(project);
	const { children = [] } = app.serializer.projectToObject(project, normalizePath(root));
	const modules = new Map<string | undefined, Declaration>(
		children.map((module) => [module.sources?.[0]?.fileName, module]),
	);
	return {
		warnings,
		entries: sources.map((entry) => {
			const module = modules.get(entry.file) ?? modules.get(entry.file.replace("src/", ""));
			if (!module?.children) throw new Error(`TypeDoc found nothing in ${entry.file}.`);
			const point = points.get(normalizePath(root + entry.file));
			if (!point) throw new Error(`TypeDoc did not read ${entry.file}.`);
			return {
				...entry,
				module: { ...module, children: module.children },
				arguments: readArguments(point.program, point.sourceFile),
			};
		}),
	};
}

import { execFileSync } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { COMPILER } from "../compiler.ts";
import { entrySources } from "./entry-points.ts";

/** The types that several entry points use. */
const SHARED = "shared.d.ts";

/**
 * Writes the type declarations into `lib` and `cjs` of the folder `out`. They are the same files; TypeScript takes them
 * for ES modules or CommonJS by the package.json above them.
 * @param options `isChecked`: whether an error in types stops the build; for a package, each entry point is one file and
 * what several share is another, in place of two for each source
 */
export async function buildDeclarations(root: string, out: string, options: { isChecked: boolean }): Promise<void> {
	const compiler = join(root, "node_modules/typescript/bin/tsc");
	const folder = join(out, "types");
	const flags = ["-p", "tsconfig.build.json", "--outDir", folder, ...(options.isChecked ? [] : ["--noCheck"])];
	execFileSync(process.execPath, [compiler, ...flags], {
		cwd: root,
		env: { ...process.env, ...COMPILER },
		stdio: "inherit",
	});
	for (const name of await readdir(folder, { recursive: true })) {
		if (!name.endsWith(".d.ts")) continue;
		const text = await readFile(join(folder, name), "utf8");
		const code = text
			// The compiler leaves `./x.ts` as it is; not every tool finds `./x.d.ts` by that name.
			.replace(/(\b(?:from |import\()["']\.[^"']*)\.ts(?=["'])/g, "$1.js")
			// These types have no parameter before TypeScript 5.7.
			.replace(/\b(Uint8Array|ArrayBufferView)<ArrayBuffer>/g, "$1");
		await writeFile(join(folder, name), code);
	}
	if (options.isChecked) await bundleDeclarations(folder, out);
	else for (const target of ["lib", "cjs"]) await cp(folder, join(out, target), { recursive: true });
	await rm(folder, { recursive: true });
}

/**
 * Joins the declarations: a file for each entry point, and one for what they share. That one is in `cjs` only, because ES
 * modules may import types of CommonJS, and CommonJS none of ES modules.
 */
async function bundleDeclarations(folder: string, out: string): Promise<void> {
	// Only a whole build needs them.
	const [{ rollup }, { dts }] = await Promise.all([import("@rollup/wasm-node"), import("rollup-plugin-dts")]);
	const entries = Object.fromEntries(entrySources().map((name) => [name, join(folder, `${name}.d.ts`)]));
	const isEntry = (path: string): boolean => Object.values(entries).includes(path);
	const bundle = await rollup({
		input: entries,
		plugins: [dts()],
		external: /^node:/,
		// It names types that entry points use without exporting them, which is meant.
		onLog: (level, log) => {
			if (level === "warn" && log.pluginCode !== undefined) throw new Error(log.message);
		},
	});
	const { output } = await bundle.generate({
		format: "es",
		entryFileNames: "[name].d.ts",
		chunkFileNames: SHARED,
		// The plugin tells a type from a value only within a file.
		manualChunks: (path) => (isEntry(path) ? undefined : "shared"),
	});
	const write = async (path: string, text: string): Promise<void> => {
		await mkdir(dirname(path), { recursive: true });
		await writeFile(path, text);
	};
	for (const file of output) {
		if (file.type !== "chunk") continue;
		const { fileName, code } = file;
		await write(join(out, "cjs", fileName), code);
		if (fileName === SHARED) continue;
		const path = relative(dirname(join("lib", fileName)), "cjs/shared.js");
		await write(join(out, "lib", fileName), code.replace(/(?<=from ['"])[./]*\/shared\.js(?=['"])/g, path));
	}
	await bundle.close();
}

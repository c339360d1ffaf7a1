import { execFileSync } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { COMPILER } from "../compiler.ts";
import { entrySources } from "./entry-points.ts";

/** What a declaration names of others: `from "./x.ts"`, `import("./x.ts")`. The compiler leaves the ending as it is. */
const SPECIFIER = /(?<=\b(?:from |import\()["'])(\.[^"']*)\.ts(?=["'])/g;

/**
 * Writes the type declarations into `cjs` and `lib` of the folder `out`. `cjs` has a file for each source that an entry
 * point names, under the source's path, so that "go to definition" leads to it. `lib` has only the entry points, which
 * refer to those: ES modules may import types of CommonJS, and CommonJS none of ES modules. TypeScript takes a file for
 * one or the other by the package.json above it.
 * @param options `isChecked`: whether an error in types stops the build
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
	const entries = entrySources().map((name) => `${name}.d.ts`);
	const files = new Set(entries);
	for (const name of files) {
		const text = await readFile(join(folder, name), "utf8");
		for (const [, path] of text.matchAll(SPECIFIER)) files.add(join(dirname(name), `${path}.d.ts`));
		const code = text
			// Not every tool finds `./x.d.ts` by the name `./x.ts`.
			.replace(SPECIFIER, "$1.js")
			// These types have no parameter before TypeScript 5.7.
			.replace(/\b(Uint8Array|ArrayBufferView)<ArrayBuffer>/g, "$1");
		await write(join(out, "cjs", name), code);
	}
	for (const name of entries) {
		const path = relative(dirname(join("lib", name)), join("cjs", name)).replaceAll("\\", "/");
		await write(join(out, "lib", name), `export * from "${path.replace(/\.d\.ts$/, ".js")}";\n`);
	}
	await rm(folder, { recursive: true });
}

async function write(path: string, text: string): Promise<void> {
	await mkdir(dirname(path), { recursive: true });
	await writeFile(path, text);
}

import { execFileSync } from "node:child_process";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { COMPILER } from "../compiler.ts";

/**
 * Writes the type declarations into `lib` and `cjs` of the folder `out`. They are the same files; TypeScript takes them
 * for ES modules or CommonJS by the package.json above them.
 * @param options `isChecked`: whether an error in types stops the build
 */
export async function buildDeclarations(root: string, out: string, options: { isChecked: boolean }): Promise<void> {
	const compiler = join(root, "node_modules/typescript/bin/tsc");
	const folder = join(out, "lib");
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
		await cp(join(folder, name), join(out, "cjs", name), { force: true });
	}
}

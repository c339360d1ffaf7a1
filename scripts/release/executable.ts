/**
 * Makes the single executable: Node with the built command inside (https://nodejs.org/api/single-executable-applications.html).
 * It is made for the platform of the Node that it contains, so each platform makes its own.
 */
import { execFileSync } from "node:child_process";
import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "esbuild";
import { buildScript } from "../build/command.ts";

/** Marks the place in Node where it learns that it contains a program; part of Node's documented interface. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** Name of a system in file names: `linux-x64`, `macos-arm64`, `windows-x64` … */
export function targetName(): string {
	const system = { darwin: "macos", win32: "windows" }[process.platform as string] ?? process.platform;
	return `${system}-${process.arch}`;
}

export interface ExecutableOptions {
	/** Folder of the checkout, with a build. */
	root: string;
	/** Node to put it into. */
	node: string;
	/** Path of the executable. */
	path: string;
}

/** Writes the executable. */
export async function buildExecutable({ root, node, path }: ExecutableOptions): Promise<void> {
	const work = `${path}.parts`;
	await rm(work, { recursive: true, force: true });
	await mkdir(work, { recursive: true });
	try {
		const main = join(work, "main.cjs");
		await build({
			entryPoints: [join(root, "scripts/release/executable-main.ts")],
			outfile: main,
			bundle: true,
			minify: true,
			format: "cjs",
			platform: "node",
			target: "node20.18",
			external: ["node:sea"],
		});
		// One script: the program of an executable cannot load others.
		const command = join(work, "hub.cjs");
		await buildScript(root, command);
		const blob = join(work, "hub.blob");
		const assets = { "hub.cjs": command, ...(await compressFiles(join(root, "dist/cli"), work)) };
		const config = join(work, "sea.json");
		await writeFile(
			config,
			JSON.stringify({ main, output: blob, assets, disableExperimentalSEAWarning: true, useCodeCache: true }),
		);
		execFileSync(node, ["--experimental-sea-config", config], { stdio: ["ignore", "ignore", "pipe"] });
		await copyFile(node, path);
		await chmod(path, 0o755);
		prepare(path);
		inject(root, path, blob);
		if (process.platform === "darwin") execFileSync("codesign", ["--sign", "-", path]);
	} finally {
		await rm(work, { recursive: true, force: true });
	}
}

/** Compresses the files that the built command reads. @returns their paths by name */
async function compressFiles(folder: string, work: string): Promise<Record<string, string>> {
	const entries = await readdir(folder, { recursive: true });
	const assets: Record<string, string> = {};
	for (const [index, entry] of entries.sort().entries()) {
		const source = join(folder, entry);
		// The program itself is in the script.
		if (entry === "bin.js" || /-[A-Z0-9]{8}\.js$/.test(entry) || !(await stat(source)).isFile()) continue;
		const packed = join(work, `${index}.br`);
		await writeFile(packed, brotliCompressSync(await readFile(source)));
		assets[entry.replaceAll("\\", "/")] = packed;
	}
	return assets;
}

/** Takes out what a changed program cannot keep: its signature, and the names of Node's functions, 18 MB. */
function prepare(path: string): void {
	if (process.platform === "darwin") execFileSync("codesign", ["--remove-signature", path]);
	if (process.platform === "linux") execFileSync("strip", [path]);
}

function inject(root: string, path: string, blob: string): void {
	const tool = join(root, "node_modules/postject/dist/cli.js");
	const segment = process.platform === "darwin" ? ["--macho-segment-name", "NODE_SEA"] : [];
	execFileSync(process.execPath, [tool, path, "NODE_SEA_BLOB", blob, "--sentinel-fuse", FUSE, ...segment], {
		stdio: ["ignore", "ignore", "pipe"],
	});
}

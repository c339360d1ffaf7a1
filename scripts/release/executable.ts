/** One file that contains Node and the command: a single executable application of Node. */
import { execFileSync } from "node:child_process";
import { chmod, copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Metafile } from "esbuild";
import { asciiTemplates } from "../build/ascii.ts";
import { prepare, replaceStringWidth, stubUnused, withoutTopLevelAwait } from "../build/plugins.ts";

/** The mark in Node's program that says that it contains an application. */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** `linux-x64`, `macos-arm64`, `windows-x64` … */
export function targetName(): string {
	const system = process.platform === "darwin" ? "macos" : process.platform === "win32" ? "windows" : process.platform;
	return `${system}-${process.arch}`;
}

/**
 * Builds the executable for this system, with the Node that runs this script.
 * @param root of the checkout, with a build
 * @returns what it is made of, for the list of its parts
 */
export async function buildExecutable(root: string, path: string): Promise<Metafile> {
	const folder = await mkdtemp(join(tmpdir(), "hub-sea-"));
	try {
		const { metafile } = await build({
			absWorkingDir: root,
			stdin: { contents: ENTRY, resolveDir: join(root, "src/cli"), loader: "ts" },
			outfile: join(folder, "hub.cjs"),
			bundle: true,
			minify: true,
			format: "cjs",
			platform: "node",
			target: "node20.18",
			charset: "ascii",
			jsx: "automatic",
			define: { "process.env.NODE_ENV": '"production"', "import.meta.dirname": "undefined" },
			// `import()` becomes `require()`: an executable has no other files.
			supported: { "dynamic-import": false },
			logOverride: { "empty-import-meta": "silent" },
			plugins: [stubUnused, withoutTopLevelAwait, replaceStringWidth, prepare, asciiTemplates],
			metafile: true,
		});
		const asset = (name: string): string => join(root, "dist/cli", name);
		const config = {
			main: join(folder, "hub.cjs"),
			output: join(folder, "hub.blob"),
			disableExperimentalSEAWarning: true,
			useCodeCache: true,
			assets: { "calls-page.js": asset("calls-page.js"), "calls-page.css": asset("calls-page.css") },
		};
		await writeFile(join(folder, "sea.json"), JSON.stringify(config));
		execFileSync(process.execPath, ["--experimental-sea-config", join(folder, "sea.json")], { stdio: "pipe" });
		await mkdir(join(path, ".."), { recursive: true });
		await copyFile(process.execPath, path);
		await chmod(path, 0o755);
		if (process.platform === "darwin") execFileSync("codesign", ["--remove-signature", path]);
		if (process.platform === "linux") strip(path);
		const macho = process.platform === "darwin" ? ["--macho-segment-name", "NODE_SEA"] : [];
		const injector = join(root, "node_modules/postject/dist/cli.js");
		const options = ["--sentinel-fuse", FUSE, ...macho];
		execFileSync(process.execPath, [injector, path, "NODE_SEA_BLOB", config.output, ...options], { stdio: "pipe" });
		if (process.platform === "darwin") execFileSync("codesign", ["--sign", "-", path]);
		return metafile;
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** The version is answered before anything is loaded. */
const ENTRY = `
import { version } from "../base/version.ts";
import { printLast } from "./startup/ready.ts";
const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === "--version" || argv[0] === "-V")) printLast(Buffer.from(version + "\\n"));
else import("./start.ts").then(({ start }) => start(argv));
`;

/** Names for debuggers take a seventh of Node's program. */
function strip(path: string): void {
	try {
		execFileSync("strip", ["--strip-unneeded", path], { stdio: "pipe" });
	} catch {
		// Without binutils it is larger.
	}
}

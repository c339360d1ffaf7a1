/**
 * Makes a release as far as that is possible without credentials and network: `npm run release:dry`, into `release/`.
 *   --only tarball|executable|image|notes    one part (repeatable)
 *   --node PATH                              the Node that the executable contains; default: the one that runs this
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import manifest from "../../package.json" with { type: "json" };
import { readReleaseNotes } from "./changelog.ts";
import { buildExecutable, targetName } from "./executable.ts";
import { buildImage, tryImage } from "./image.ts";
import { listPartsOfBuild } from "./sbom.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const out = join(root, "release");
const { version, description } = manifest;
const PARTS = ["tarball", "executable", "image", "notes"] as const;
const MAX_EXECUTABLE_MB = 110;
/** The times that `--version` may take of bare Node's. */
const MAX_START = 1.3;

const { values } = parseArgs({
	options: { only: { type: "string", multiple: true }, node: { type: "string", default: process.execPath } },
});
const parts = new Set(values.only ?? PARTS);
const unknown = [...parts].find((part) => !PARTS.some((known) => known === part));
if (unknown !== undefined) throw new Error(`--only ${unknown}: the parts are ${PARTS.join(", ")}.`);

const report = (text: string): void => console.log(text);

async function pack(): Promise<string> {
	const options = ["--json", "--ignore-scripts", "--pack-destination", out];
	const text = execFileSync("npm", ["pack", root, ...options], { stdio: ["ignore", "pipe", "ignore"] }).toString();
	const [{ filename = "" } = {}] = JSON.parse(text) as { filename?: string }[];
	report(`tarball      ${filename}`);
	return join(out, filename);
}

async function makeExecutable(): Promise<void> {
	const name = process.platform === "win32" ? "hub.exe" : "hub";
	const path = join(out, targetName(), name);
	await mkdir(join(out, targetName()), { recursive: true });
	await buildExecutable({ root, node: values.node, path });
	const size = (await stat(path)).size / 1e6;
	if (process.platform === "linux" && size > MAX_EXECUTABLE_MB)
		throw new Error(`The executable has ${size.toFixed(0)} MB, more than ${MAX_EXECUTABLE_MB}.`);
	smoke(path);
	await smokeTerminal(path);
	const start = compareStart(path);
	report(`executable   ${targetName()}, ${size.toFixed(0)} MB, --version takes ${start.toFixed(2)} times bare Node`);
	if (start > MAX_START)
		throw new Error(`--version takes ${start.toFixed(2)} times bare Node, more than ${MAX_START}.`);
	const archive = join(out, `hub-${version}-${targetName()}.${process.platform === "win32" ? "zip" : "tar.gz"}`);
	execFileSync("tar", [process.platform === "win32" ? "-acf" : "-czf", archive, "-C", join(out, targetName()), name]);
}

/** Command lines whose output is the same from the package and from the executable. */
const SMOKE: readonly (readonly string[])[] = [
	["--version"],
	["--help"],
	["tasks", "--json"],
	["--sandbox", "What is the capital of France?"],
	["infer", "-t", "text-classification", "--sandbox", "I love it"],
	["infer", "-t", "text-to-image", "--sandbox", "a lighthouse", "--json"],
	["snippet", "meta-llama/Llama-3.1-8B-Instruct", "--sandbox"],
	["infer", "-t", "chat", "--dry-run", "-p", "together", "Hi"],
	// Nobody listens there.
	["infer", "-t", "chat", "-m", "m", "--endpoint", "http://127.0.0.1:9/v1", "--retries", "0", "Hi"],
	["compare", "--sandbox", "-m", "a/b", "-m", "c/d", "--dry-run", "Hi"],
	["nosuch"],
];

function smoke(executable: string): void {
	const run = (program: string, args: readonly string[]): string => {
		try {
			const env = { PATH: process.env["PATH"], HOME: out, HUB_CONFIG_DIR: join(out, "home"), NO_COLOR: "1" };
			return execFileSync(program, args, { env, stdio: ["ignore", "pipe", "pipe"], maxBuffer: 2 ** 26 }).toString();
		} catch (error) {
			const { status, stderr } = error as { status?: number; stderr?: Buffer };
			return `${status} ${stderr}`;
		}
	};
	for (const line of SMOKE) {
		const expected = run(process.execPath, [join(root, "bin/hub.js"), ...line]);
		const actual = run(executable, line);
		// Ids and times of answers differ.
		const plain = (text: string): string => text.replace(/"(?:id|created|seed)":\s*[^,}]+/g, "");
		if (plain(actual) !== plain(expected)) {
			throw new Error(
				`hub ${line.join(" ")} differs in the executable:\n${actual.slice(0, 1000)}\n  in place of:\n${expected.slice(0, 1000)}`,
			);
		}
	}
}

/** The chat on a terminal: what is drawn with Ink is loaded from the executable too. */
async function smokeTerminal(executable: string): Promise<void> {
	const { spawn } = await import("@lydell/node-pty");
	const env = { PATH: process.env["PATH"] ?? "", HOME: out, HUB_CONFIG_DIR: join(out, "home"), TERM: "xterm-256color" };
	const terminal = spawn(executable, ["chat", "--sandbox"], { cols: 80, rows: 24, env });
	let shown = "";
	const isShown = new Promise<boolean>((resolve) => {
		terminal.onData((text) => {
			shown += text;
			if (shown.includes("Type a message")) resolve(true);
		});
		terminal.onExit(() => resolve(false));
		setTimeout(resolve, 20_000, false).unref();
	});
	const wasShown = await isShown;
	terminal.kill("SIGKILL");
	if (!wasShown) throw new Error(`hub chat shows no prompt in the executable:\n${shown.slice(0, 1000)}`);
}

/** The fastest of some starts, divided by that of Node without a program. */
function compareStart(executable: string): number {
	const fastest = (program: string, args: readonly string[]): number => {
		let best = Number.POSITIVE_INFINITY;
		for (let count = 0; count < 15; count++) {
			const started = performance.now();
			execFileSync(program, args, { stdio: "ignore" });
			best = Math.min(best, performance.now() - started);
		}
		return best;
	};
	return fastest(executable, ["--version"]) / fastest(values.node, ["-e", "0"]);
}

async function makeImage(tarball: string): Promise<void> {
	if (process.platform !== "linux") return report("image        only made on Linux");
	const folder = join(out, "image");
	await buildImage(tarball, folder);
	const problem = await tryImage(folder, join(root, "packaging/Containerfile"));
	report(`image        ${problem ?? "hub serve is healthy as a user without rights, on a read-only file system"}`);
}

/** Fills in the formula of Homebrew and the manifest of winget. */
async function fillTemplates(): Promise<void> {
	const sums = new Map((await checksums()).map(({ name, sum }) => [name, sum]));
	for (const name of ["hub.rb", "winget.yaml"]) {
		const template = await readFile(join(root, "packaging", `${name}.template`), "utf8");
		const facts: Record<string, string> = {
			version,
			description: description.replace(/\.$/, "").slice(0, 80),
			homepage: manifest.homepage,
			download: `https://github.com/modelhub/hub/releases/download/v${version}`,
		};
		const text = template.replace(/\{\{([\w.-]+)\}\}/g, (_, key: string) => {
			const target = key.replace(/^sha256\./, "");
			const ending = target.startsWith("windows") ? "zip" : "tar.gz";
			const value = facts[key] ?? sums.get(`hub-${version}-${target}.${ending}`);
			// Made by release.yml on the other systems.
			return value ?? "0".repeat(64);
		});
		await writeFile(join(out, name), text);
	}
	report("packaging    hub.rb, winget.yaml");
}

async function checksums(): Promise<{ name: string; sum: string }[]> {
	const names = (await readdir(out)).filter((name) => /\.(?:tgz|tar\.gz|zip|json)$/.test(name)).sort();
	return await Promise.all(
		names.map(async (name) => ({
			name,
			sum: createHash("sha256")
				.update(await readFile(join(out, name)))
				.digest("hex"),
		})),
	);
}

// The notes need none: the job that creates the release installs packages without their scripts, and so without a build.
const needsBuild = [...parts].some((part) => part !== "notes");
if (needsBuild && !existsSync(join(root, "dist/cli/bin.js")))
	throw new Error("There is no build: run npm run build first.");
await mkdir(out, { recursive: true });
const tarball = parts.has("tarball") || parts.has("image") ? await pack() : "";
if (parts.has("executable")) {
	await makeExecutable();
	const node = execFileSync(values.node, ["-p", "process.versions.node"]).toString().trim();
	const list = await listPartsOfBuild(root, node);
	await writeFile(join(out, `hub-${version}.spdx.json`), `${JSON.stringify(list, null, 2)}\n`);
	report(`SBOM         ${list.packages.length} packages`);
}
if (parts.has("image")) await makeImage(tarball);
if (parts.has("notes")) {
	await writeFile(join(out, "notes.md"), readReleaseNotes(await readFile(join(root, "CHANGELOG.md"), "utf8"), version));
	await fillTemplates();
}
const sums = await checksums();
await writeFile(join(out, "SHA256SUMS"), sums.map(({ name, sum }) => `${sum}  ${basename(name)}\n`).join(""));
await rm(join(out, "home"), { recursive: true, force: true });
report(`checksums    ${sums.length} files`);

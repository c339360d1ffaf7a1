/**
 * Checks the package as npm would publish it: contents, entry points (publint) and types for every kind of resolution
 * (Are the types wrong). Needs a build: `npm run check:package`.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { checkContents } from "./package-contents.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "hub-check-"));

/** Packs the build. @returns the archive's path */
function pack(): string {
	const options = ["--json", "--ignore-scripts", "--pack-destination", folder];
	const output = execFileSync("npm", ["pack", root, ...options], { stdio: ["ignore", "pipe", "ignore"] });
	const [report] = JSON.parse(output.toString()) as { filename: string }[];
	return join(folder, report?.filename ?? "");
}

async function checkEntryPoints(unpacked: string): Promise<string[]> {
	const { messages, pkg } = await publint({ pkgDir: unpacked, pack: false });
	return messages.map((message) => `publint: ${formatMessage(message, pkg)}`);
}

function checkTypes(archive: string): string[] {
	const attw = join(root, "node_modules/@arethetypeswrong/cli/dist/index.js");
	try {
		execFileSync(process.execPath, [attw, archive, "--format", "ascii", "--no-emoji"], { stdio: "pipe" });
		return [];
	} catch (error) {
		return [`types: ${(error as { stdout?: Buffer }).stdout?.toString() ?? String(error)}`];
	}
}

try {
	const archive = pack();
	execFileSync("tar", ["-xzf", archive, "-C", folder]);
	const unpacked = join(folder, "package");
	const problems = [...(await checkContents(unpacked)), ...(await checkEntryPoints(unpacked)), ...checkTypes(archive)];
	console.log(problems.length === 0 ? "The package can be published." : problems.join("\n"));
	if (problems.length > 0) process.exitCode = 1;
} finally {
	rmSync(folder, { recursive: true, force: true });
}

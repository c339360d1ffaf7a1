/**
 * Makes the pack of a built command (see src/cli/pack.ts). Runs twice, each time in a process of its own on plain Node,
 * with the folder of the command as its argument: first it finds out which files the usual starts load, and puts their
 * text together; then it starts from that text, so that V8 compiles what starting needs, and keeps the compiled code.
 */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { compiledName, PACK, readPack } from "../../src/cli/pack.ts";

const [, folder = ""] = process.argv;

/** Something for `hub snippet` to read; there only while the pack is made. */
const record = join(folder, "record.json");
const RECORD = { id: "a/b", pipeline_tag: "text-generation", library_name: "transformers", tags: ["conversational"] };

/** Starts worth being fast. What else they load on their way comes in the pack too. None may need the network. */
const STARTS: readonly (readonly string[])[] = [
	["--help"],
	["infer", "--task", "chat", "--model", "openai/gpt-oss-120b", "--dry-run", "Hello"],
	["snippet", "--model-file", record],
	["snippet", "--model-file", record, "--client", "requests"],
];

async function makePack(): Promise<void> {
	const pack = existsSync(join(folder, PACK)) ? readPack(folder) : undefined;
	const main = pack ? pack.load("./start.cjs") : require(join(folder, "start.cjs"));
	writeFileSync(record, JSON.stringify(RECORD));
	for (const line of STARTS) {
		await (main as typeof import("../../src/cli/start.ts")).start(line);
		if (process.exitCode !== 0) throw new Error(`hub ${line.join(" ")} ended with ${process.exitCode}`);
	}
	rmSync(record);
	if (pack) writeFileSync(join(folder, compiledName()), pack.compiled());
	else writeFileSync(join(folder, PACK), joinFiles(Object.keys(require.cache)), "latin1");
}

function joinFiles(paths: readonly string[]): string {
	const members = paths
		.filter((path) => dirname(path) === folder)
		.map((path) => ({ id: JSON.stringify(`./${relative(folder, path)}`), text: readFileSync(path, "latin1") }))
		// Compiled beforehand, it would not work; see `IMPORTER` of the build.
		.filter(({ text }) => !/\bimport\(/.test(text))
		.map(({ id, text }) => `${id}:function(exports,require,module){${text}\n}`);
	return `module.exports={${members.join(",\n")}};\n`;
}

makePack();

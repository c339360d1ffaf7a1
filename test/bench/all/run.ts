/**
 * Runs every benchmark and writes docs/benchmarks.md: `npm run bench`. With `HUB_TEST_NODE22` and `HUB_TEST_NODE24`,
 * commands are also measured with these Nodes. Ends with exit code 1 when a figure is more than a tenth worse than the
 * committed one. Wants a quiet machine; each section tells its load.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { FIGURES_FILE, type Figure } from "../figure.ts";
import { findRegressions, formatPage, type Measured, type Section } from "./report.ts";
import "../built.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = join(root, "docs/benchmarks.md");

const SECTIONS: readonly Section[] = [
	{
		title: "Commands",
		command: "npm run bench:commands",
		about: "Whole processes from start to exit, the median of 15 interleaved rounds.",
	},
	{
		title: "Library",
		command: "npm run bench:library",
		about:
			"The library as people import it, beside the reference (`@huggingface/inference`), with a `fetch` from memory.",
	},
	{
		title: "Templates",
		command: "npm run bench:template",
		about: "Five chat templates of known models, with 2, 50 and 400 messages, beside `@huggingface/jinja` and others.",
	},
	{
		title: "`hub serve`",
		command: "npm run bench:serve",
		about:
			"One mock provider on loopback, called through the built `hub serve`, through a bare `node:http` pipe and through Portkey's gateway, interleaved.",
	},
	{
		title: "`hub batch`",
		command: "npm run bench:batch",
		about:
			"Whole processes, measured from outside: short chat rows from JSONL to JSONL, 512 calls in flight, over a loopback server that responds immediately; the best of three interleaved rounds. Then its files, and more than one process.",
	},
	{
		title: "Observing a call",
		command: "npm run bench:exchange",
		about: "What a record of the exchange costs the caller, as the median of pairs of short blocks.",
	},
];

function describeCircumstances(): string {
	const [cpu] = cpus();
	const machine = `${process.platform} ${process.arch}, ${cpus().length} × ${cpu?.model.trim() ?? "unknown"}`;
	const day = new Date().toISOString().slice(0, 10);
	return `${day}, Node ${process.version}, ${machine}, load before it ${loadavg()[0]?.toFixed(1)}`;
}

const folder = mkdtempSync(join(tmpdir(), "hub-bench-"));

function measure(section: Section): Measured {
	const circumstances = describeCircumstances();
	const file = join(folder, "figures");
	writeFileSync(file, "");
	const [program = "", ...args] = section.command.split(" ");
	const env = { ...process.env, [FIGURES_FILE]: file };
	const { status } = spawnSync(program, args, { cwd: root, env, stdio: "inherit" });
	// What the others measure is kept.
	if (status !== 0) {
		console.error(`${section.command} ended with ${status}`);
		process.exitCode = 1;
	}
	const figures = readFileSync(file, "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line): Figure => JSON.parse(line));
	return { ...section, figures, circumstances };
}

try {
	const measured = SECTIONS.map(measure);
	const committed = existsSync(page) ? readFileSync(page, "utf8") : "";
	writeFileSync(page, formatPage(measured, committed));
	const regressions = findRegressions(
		measured.flatMap(({ figures }) => figures),
		committed,
	);
	if (regressions.length > 0) {
		console.log(`More than a tenth worse than committed:\n${regressions.join("\n")}`);
		process.exitCode = 1;
	}
} finally {
	rmSync(folder, { recursive: true, force: true });
}

/**
 * Measures the whole table of speeds beside its peers and writes the first part of docs/benchmarks.md: `npm run bench [rounds]`.
 * With `HUB_TEST_NODE22` and `HUB_TEST_NODE24` the installed package is also measured with these Nodes.
 * Ends with exit code 1 when a figure is more than a tenth above the committed one.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { runOthers } from "./others.ts";
import { timeRows } from "./processes.ts";
import { findRegressions, formatReport, type Result } from "./report.ts";
import { bareRows, hubRows, peerRows, withNode } from "./rows.ts";
import { startService } from "./service.ts";
import "../built.ts";

const rounds = Number(process.argv[2] ?? 15);
const root = fileURLToPath(new URL("../../..", import.meta.url));
const page = join(root, "docs/benchmarks.md");
const folder = mkdtempSync(join(tmpdir(), "hub-bench-"));
/** The smallest PNG: one pixel. */
const PHOTO = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Installs the packed package as a user would. @returns the command */
function install(): string {
	const pack = ["pack", root, "--json", "--ignore-scripts", "--pack-destination", folder];
	const [report] = JSON.parse(execFileSync("npm", pack, { encoding: "utf8" })) as { filename: string }[];
	const prefix = join(folder, "prefix");
	const archive = join(folder, report?.filename ?? "");
	execFileSync("npm", ["install", "-g", "--prefix", prefix, "--no-audit", "--no-fund", archive], { stdio: "ignore" });
	return join(prefix, "lib/node_modules/modelhub/bin/hub.js");
}

/** Other versions of Node, where the variables of the tests name them. */
function otherNodes(): { program: string; version: string }[] {
	return ["22", "24"].flatMap((version) => {
		const program = process.env[`HUB_TEST_NODE${version}`];
		return program ? [{ program, version }] : [];
	});
}

const service = await startService();
try {
	writeFileSync(join(folder, "photo.png"), Buffer.from(PHOTO, "base64"));
	const places = { url: service.url, folder };
	const installed = hubRows(install(), "hub from npm", places);
	const rows = [
		...bareRows(places),
		...peerRows(places),
		...hubRows(join(root, "bin/hub.js"), "hub", places),
		...installed,
		...otherNodes().flatMap(({ program, version }) => withNode([...bareRows(places), ...installed], program, version)),
	];
	const times = await timeRows(rows, rounds, folder);
	const timeOf = (title: string): number => times.get(title) ?? Number.NaN;
	const results: Result[] = [
		...rows.map((row) => ({ ...row, time: timeOf(row.title), ratio: timeOf(row.title) / timeOf(row.over) })),
		...runOthers(),
	];
	const committed = existsSync(page) ? readFileSync(page, "utf8") : "";
	const regressions = findRegressions(results, committed);
	const report = formatReport(results, rounds, new Date());
	// Sections after the table are written by hand.
	const sections = /^## [\s\S]*/m.exec(committed)?.[0] ?? "";
	writeFileSync(page, sections ? `${report}\n${sections}` : report);
	console.log(report);
	if (regressions.length > 0) {
		console.log(`More than a tenth slower than committed:\n${regressions.join("\n")}`);
		process.exitCode = 1;
	}
} finally {
	service.close();
	rmSync(folder, { recursive: true, force: true });
}

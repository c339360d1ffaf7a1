/**
 * Ratios of what `hub batch` does with files: reading finished lines against `wc -l` and a plain scan of their ids, and
 * reading Parquet against the library alone. Usage: npx tsx test/bench/batch-files.ts [ROWS]
 */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { compressors } from "hyparquet-compressors";
import { fileWriter, parquetWriteRows } from "hyparquet-writer";
import { formatLine } from "../../src/batch/journal-lines.ts";
import { openParquet, readParquet } from "../../src/cli/commands/batch/input/parquet.ts";
import { scanJournal } from "../../src/node-journal.ts";
import { report } from "./figure.ts";

const ROWS = Number(process.argv[2] ?? 1_000_000);
const GROUP = 100_000;
const folder = mkdtempSync(join(tmpdir(), "bench-"));
const journal = join(folder, "out.jsonl");
const table = join(folder, "in.parquet");

/** Seconds of CPU that work takes. */
async function measure(work: () => unknown): Promise<number> {
	const seconds = (): number => {
		const { userCPUTime, systemCPUTime } = process.resourceUsage();
		return (userCPUTime + systemCPUTime) / 1e6;
	};
	const before = seconds();
	await work();
	return seconds() - before;
}

function writeJournal(): void {
	const file = openSync(journal, "w");
	for (let start = 0; start < ROWS; start += 1000) {
		let text = "";
		for (let index = start; index < Math.min(ROWS, start + 1000); index++) {
			const output = { choices: [{ message: { role: "assistant", content: `Answer ${index}` } }] };
			const facts = { usage: { input_tokens: 9, output_tokens: 5 }, cost_usd: 0.000_001, provider: "groq" };
			const row = { id: `r${index}`, index, output, ...facts, attempts: 1, seconds: 0.1, row: { id: "" } };
			text += formatLine(row, undefined);
		}
		writeSync(file, text);
	}
	closeSync(file);
}

/** Finds the id of each line without parsing it. */
function scanIds(): number {
	const file = openSync(journal, "r");
	const buffer = Buffer.allocUnsafe(1024 * 1024);
	let [count, rest] = [0, 0];
	for (;;) {
		const read = readSync(file, buffer, rest, buffer.length - rest, null);
		if (read === 0) break;
		const filled = rest + read;
		let start = 0;
		for (let end = buffer.indexOf(0x0a); end !== -1 && end < filled; end = buffer.indexOf(0x0a, start)) {
			buffer.toString("latin1", start + 7, buffer.indexOf(0x22, start + 7));
			start = end + 1;
			count++;
		}
		buffer.copy(buffer, 0, start, filled);
		rest = filled - start;
	}
	closeSync(file);
	return count;
}

async function writeTable(): Promise<void> {
	const rows = function* (): Generator<Record<string, unknown>> {
		for (let index = 0; index < ROWS; index++)
			yield { id: `r${index}`, text: `The text of row ${index}`, stars: index % 5 };
	};
	const columns = [
		{ name: "id", type: "STRING" as const },
		{ name: "text", type: "STRING" as const },
		{ name: "stars", type: "INT32" as const },
	];
	await parquetWriteRows({ writer: fileWriter(table), columns, rows: rows(), rowGroupSize: GROUP });
}

async function readByLibrary(): Promise<void> {
	const { file, close } = await openParquet(table);
	const metadata = await parquetMetadataAsync(file);
	for (let rowStart = 0; rowStart < ROWS; rowStart += GROUP) {
		await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd: Math.min(ROWS, rowStart + GROUP) });
	}
	await close();
}

async function readByHub(): Promise<void> {
	const { file, close } = await openParquet(table);
	for await (const rows of readParquet(file, table)) if (rows.length === 0) break;
	await close();
}

try {
	writeJournal();
	// The CPU time of another process is not ours to read; alone on a core it is what the clock says.
	const wcStarted = performance.now();
	execFileSync("wc", ["-l", journal]);
	const wc = (performance.now() - wcStarted) / 1000;
	const ids = await measure(scanIds);
	const started = performance.now();
	const scan = await measure(() => scanJournal(journal));
	const seconds = (performance.now() - started) / 1000;
	report({
		title: `CPU of reading ${ROWS.toLocaleString("en")} finished lines when resuming`,
		value: scan / (wc + ids),
		over: "`wc -l` and a scan of the ids",
		goal: { atMost: 3 },
		detail: `${seconds.toFixed(1)} s`,
	});
	await writeTable();
	await readByHub();
	await readByLibrary();
	const library = await measure(readByLibrary);
	const hub = await measure(readByHub);
	report({
		title: `CPU of reading ${ROWS.toLocaleString("en")} rows of Parquet`,
		value: hub / library,
		over: "`hyparquet` alone",
		goal: { atMost: 1.5 },
		detail: `${hub.toFixed(2)} to ${library.toFixed(2)} s`,
	});
} finally {
	rmSync(folder, { recursive: true, force: true });
}

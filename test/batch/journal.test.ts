import { spawn } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import {
	type BatchOptions,
	type BatchResult,
	type BatchRow,
	type Journal,
	type JournalStore,
	openJournal,
	runBatch,
} from "../../src/batch/index.ts";
import { fileStore } from "../../src/node.ts";
import { startChatService } from "../helpers/chat-service.ts";
import { createHome } from "../helpers/session.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

function openFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "journal-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** A store as a program could write it, in a table of its own: asynchronous, and read in pieces that cut lines. */
function tableStore(): JournalStore & { lines: string[]; saved: string | undefined } {
	let isOpen = false;
	return {
		lines: [],
		saved: undefined,
		async open() {
			if (isOpen) throw new Error("taken");
			isOpen = true;
			return this.saved;
		},
		*read() {
			const bytes = new TextEncoder().encode(this.lines.join(""));
			for (let from = 0; from < bytes.length; from += 7) yield bytes.subarray(from, from + 7);
		},
		async append(lines) {
			this.lines.push(lines);
		},
		async save(text) {
			this.saved = text;
		},
		async close() {
			isOpen = false;
		},
	};
}

/** A chat service that repeats the prompt and remembers what it was asked. */
function createService(answer: (prompt: string) => Response | undefined = () => undefined) {
	const asked: string[] = [];
	const fetch: typeof globalThis.fetch = async (_input, init) => {
		const body = JSON.parse(String(init?.body)) as { messages: { content: string }[] };
		const prompt = body.messages[0]?.content ?? "";
		asked.push(prompt);
		const given = answer(prompt);
		if (given) return given;
		const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
		return Response.json({ choices: [{ message: { role: "assistant", content: `re ${prompt}` } }], usage });
	};
	return { asked, fetch };
}

const refuse = (): Response => Response.json({ error: { message: "bad row" } }, { status: 400 });

function makeRows(count: number, first = 0): BatchRow[] {
	return Array.from({ length: count }, (_, place) => ask(`r${first + place}`, `p${first + place}`));
}

function ask(id: string, content: string): BatchRow {
	return { id, args: { messages: [{ role: "user", content }] } };
}

function options(fetch: typeof globalThis.fetch, journal: Journal, more: Partial<BatchOptions>): BatchOptions {
	const target = { task: "conversational", endpointUrl: "http://u:secret@127.0.0.1:9/v1", model: "m" } as const;
	return { ...target, fetch, journal, rows: [], retryDelay: 1, concurrency: 4, ...more };
}

/** Runs a batch over a store; `most`: leaves the loop at this result. */
async function run(
	store: JournalStore,
	fetch: typeof globalThis.fetch,
	more: Partial<BatchOptions>,
	{ most = Number.POSITIVE_INFINITY, keepFailed = false } = {},
): Promise<{ results: BatchResult[]; journal: Journal }> {
	const journal = await openJournal(store, { keepFailed });
	const results: BatchResult[] = [];
	try {
		for await (const result of runBatch(options(fetch, journal, more))) {
			results.push(result);
			if (results.length >= most) break;
		}
	} finally {
		await journal.close();
	}
	return { results, journal };
}

const idsOf = (results: readonly BatchResult[]): string[] => results.map(({ id }) => id).sort();

describe.each([
	["a table of the program", () => tableStore()],
	["a file", () => fileStore(join(openFolder(), "out.jsonl"))],
])("a journal in %s", (_, open) => {
	it("asks and yields only what is missing", async () => {
		const store = open();
		const { asked, fetch } = createService();
		const first = await run(store, fetch, { rows: makeRows(6) });
		const rows = makeRows(10);
		const second = await run(store, fetch, { rows });
		expect(idsOf(first.results)).toEqual(["r0", "r1", "r2", "r3", "r4", "r5"]);
		expect(idsOf(second.results)).toEqual(["r6", "r7", "r8", "r9"]);
		expect(asked).toHaveLength(10);
		expect(second.results.every(({ row, index }) => row === rows[index])).toBe(true);
		expect(second.journal).toMatchObject({ done: 10, failed: 0 });
		expect((await run(store, fetch, { rows: makeRows(10) })).results).toEqual([]);
	});

	it("yields what was written and not taken first, without a call", async () => {
		const store = open();
		const { asked, fetch } = createService();
		const first = await run(store, fetch, { rows: makeRows(12) }, { most: 3 });
		const before = asked.length;
		const second = await run(store, fetch, { rows: makeRows(12) });
		// The result at which the loop was left counts as not taken.
		const all = [...first.results.slice(0, 2), ...second.results];
		expect(idsOf(all)).toEqual(idsOf(makeRows(12) as BatchResult[]));
		expect(second.results[0]).toMatchObject({ id: first.results[2]?.id, output: first.results[2]?.output });
		// What was in flight when the loop was left is asked again.
		expect(before + second.results.length - asked.length).toBeGreaterThan(0);
		expect(asked.length).toBeLessThanOrEqual(12 + 4);
	});

	it("asks rows again that failed, or leaves them", async () => {
		const store = open();
		const bad = createService((prompt) => (prompt === "p2" ? refuse() : undefined));
		const first = await run(store, bad.fetch, { rows: makeRows(4) });
		expect(first.journal).toMatchObject({ done: 3, failed: 1 });
		const kept = await run(store, bad.fetch, { rows: makeRows(4) }, { keepFailed: true });
		expect(kept.results).toEqual([]);
		const good = createService();
		const again = await run(store, good.fetch, { rows: makeRows(4) });
		expect(good.asked).toEqual(["p2"]);
		expect(again.results).toMatchObject([{ id: "r2", index: 2 }]);
		expect(again.journal).toMatchObject({ done: 4, failed: 0 });
	});

	it("asks a row again whose request has changed", async () => {
		const store = open();
		const { asked, fetch } = createService();
		await run(store, fetch, { rows: makeRows(3) });
		const other = { ...ask("r0", "p0"), model: "other" };
		await run(store, fetch, { rows: [other, ask("r1", "changed"), ...makeRows(1, 2)] });
		expect(asked.slice(3).sort()).toEqual(["changed", "p0"]);
	});

	it("compares files by their bytes, and arguments of a function not at all", async () => {
		const store = open();
		let calls = 0;
		const fetch: typeof globalThis.fetch = async () => {
			calls++;
			return Response.json({ text: "hello" });
		};
		const speech = (text: string, isLazy: boolean): BatchRow => {
			const args = { inputs: new Blob([text]) };
			return { id: `${isLazy}`, args: isLazy ? () => args : args };
		};
		const task = "automatic-speech-recognition";
		const endpointUrl = "http://127.0.0.1:9";
		await run(store, fetch, { task, endpointUrl, rows: [speech("a", false), speech("a", true)] });
		expect(calls).toBe(2);
		await run(store, fetch, { task, endpointUrl, rows: [speech("a", false), speech("b", true)] });
		expect(calls).toBe(2);
		await run(store, fetch, { task, endpointUrl, rows: [speech("b", false)] });
		expect(calls).toBe(3);
	});

	it("gives files back as files", async () => {
		const store = open();
		const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 255]);
		const fetch: typeof globalThis.fetch = async () =>
			new Response(picture, { headers: { "content-type": "image/png" } });
		const rows = [{ id: "a", args: { inputs: "a cat" } }];
		const { results } = await run(store, fetch, { task: "text-to-image", endpointUrl: "http://127.0.0.1:9", rows });
		expect(results[0]?.output).toBeInstanceOf(Blob);
		const journal = await openJournal(store);
		for await (const { output } of journal.results()) {
			expect(new Uint8Array(await (output as Blob).arrayBuffer())).toEqual(picture);
			expect((output as Blob).type).toBe("image/png");
		}
		await journal.close();
	});

	it("counts the cost of all runs, and stops at the budget", async () => {
		const store = open();
		const { asked, fetch } = createService();
		const budget = { rows: makeRows(20), cost: () => 1, maxCost: 5, concurrency: 1 };
		await expect(run(store, fetch, budget)).rejects.toThrow(/budget|cost/i);
		await expect(run(store, fetch, budget)).rejects.toThrow(/budget|cost/i);
		expect(asked).toHaveLength(5);
		const { journal } = await run(store, fetch, { ...budget, maxCost: 100 });
		expect(journal.cost).toBe(20);
	});

	it("numbers rows so that none has the number of another, if only the open ones are read", async () => {
		const store = open();
		const { fetch } = createService();
		await run(store, fetch, { rows: makeRows(3) });
		await run(store, fetch, { rows: makeRows(3, 3) });
		const journal = await openJournal(store);
		const indexes: number[] = [];
		for await (const { index } of journal.results()) indexes.push(index);
		await journal.close();
		expect(indexes.sort()).toEqual([0, 1, 2, 3, 4, 5]);
	});

	it.each([
		["another model", { model: "n" }, /another run: model changed from "m" to "n"/],
		["another task", { task: "summarization" }, /another run: task changed/],
		["another endpoint", { endpointUrl: "http://127.0.0.1:8/v1" }, /another run: endpoint changed/],
		["two rows of one id", { rows: [ask("x", "a"), ask("x", "b")] }, /^Two rows have the id "x"/],
	] as const)("refuses %s", async (_name, more, message) => {
		const store = open();
		const { fetch } = createService();
		await run(store, fetch, { rows: makeRows(1) });
		await expect(run(store, fetch, more)).rejects.toThrow(message);
		// The journal stays as it was.
		expect((await run(store, fetch, { rows: makeRows(1) })).results).toEqual([]);
	});

	it("is taken by one batch at a time", async () => {
		const store = open();
		const { fetch } = createService();
		const journal = await openJournal(store);
		await expect(openJournal(store)).rejects.toThrow(/taken|Another process uses/);
		const batch = runBatch(options(fetch, journal, { rows: makeRows(3) }));
		await batch.next();
		await expect(runBatch(options(fetch, journal, {})).next()).rejects.toThrow("in use by another batch");
		await batch.return();
		await journal.close();
		await expect(runBatch(options(fetch, journal, {})).next()).rejects.toThrow("The journal is closed");
	});
});

it("notes while it yields them which results were taken, so that killed programs get on", async () => {
	const store = tableStore();
	const { fetch } = createService();
	const rows = makeRows(8);
	// Eight results are written, and none is taken.
	const first = runBatch(options(fetch, await openJournal(store), { rows, concurrency: 8 }));
	await first.next();
	await vi.waitFor(() => expect(store.lines.join("").split("\n")).toHaveLength(9), 30_000);
	const afterKill = (): typeof store => ({ ...tableStore(), lines: store.lines, saved: store.saved });
	const second = afterKill();
	const batch = runBatch(options(fetch, await openJournal(second), { rows }));
	for (let taken = 0; taken < 4; taken++) {
		await batch.next();
		await new Promise((resolve) => setTimeout(resolve, 210));
	}
	const third = afterKill();
	third.saved = second.saved;
	const { results } = await run(third, fetch, { rows });
	expect(results.length).toBeLessThanOrEqual(5);
	expect(results.length).toBeGreaterThanOrEqual(4);
});

describe("a store that fails", () => {
	it("stops the batch with its error", async () => {
		const store = tableStore();
		store.append = async () => {
			throw new Error("no space left");
		};
		const { asked, fetch } = createService();
		await expect(run(store, fetch, { rows: makeRows(1000) })).rejects.toThrow("no space left");
		expect(asked.length).toBeLessThan(100);
	});

	it("lets go of a journal that is damaged", async () => {
		const store = tableStore();
		await run(store, createService().fetch, { rows: makeRows(2) });
		store.lines.push('{"foreign":1}\n');
		await expect(openJournal(store)).rejects.toThrow("Line 3 of the journal is damaged.");
		await expect(openJournal(store)).rejects.toThrow("Line 3 of the journal is damaged.");
		store.saved = "{}";
		await expect(openJournal(store)).rejects.toThrow("its manifest cannot be read");
	});
});

describe("fileStore", () => {
	it("writes private files without secrets, which hub batch reads", async () => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const path = join(home.folder, "out.jsonl");
		const service = createService((prompt) => (prompt === "p1" ? refuse() : undefined));
		await run(fileStore(path), service.fetch, { rows: makeRows(5), accessToken: "hf_secret-token" });
		for (const file of [path, `${path}.batch.json`]) {
			if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
			expect(readFileSync(file, "utf8")).not.toMatch(/secret/);
		}
		expect(existsSync(`${path}.lock`)).toBe(false);
		const { stdout } = await home.run("hub batch status out.jsonl --json");
		expect(JSON.parse(stdout)).toMatchObject({ total: 5, done: 4, failed: 1, left: 0, running: false });
		// Requests are named as the command names them, so it takes the results.
		writeFileSync(join(home.folder, "in.jsonl"), `${JSON.stringify(ask("r0", "p0").args)}\n`);
		const target = "-t chat -m m --endpoint http://127.0.0.1:9/v1";
		const { code, stderr } = await home.run(`hub batch in.jsonl -o again.jsonl ${target} --reuse out.jsonl`);
		expect(code, stderr).toBe(0);
		expect(JSON.parse(readFileSync(join(home.folder, "again.jsonl"), "utf8"))).toMatchObject({ reused: true });
	});

	it("continues after a crash that cut the last line, and after a repair", async () => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const path = join(home.folder, "out.jsonl");
		const { asked, fetch } = createService();
		await run(fileStore(path), fetch, { rows: makeRows(3) });
		appendFileSync(path, '{"id":"r3","index":3,"out');
		await run(fileStore(path), fetch, { rows: makeRows(4) });
		expect(asked).toHaveLength(4);
		rmSync(`${path}.batch.json`);
		await expect(openJournal(fileStore(path))).rejects.toThrow("is not a journal");
		const repaired = await home.run("hub batch repair out.jsonl");
		expect(repaired.code, repaired.stderr).toBe(0);
		await run(fileStore(path), fetch, { rows: makeRows(5) });
		expect(asked).toHaveLength(5);
	});

	it("does not touch a file of the user's that has its name", async () => {
		const path = join(openFolder(), "notes.txt");
		writeFileSync(path, "my notes, without a line feed");
		await expect(openJournal(fileStore(path))).rejects.toThrow(`${path} is not a journal`);
		expect(readFileSync(path, "utf8")).toBe("my notes, without a line feed");
		expect(existsSync(`${path}.lock`)).toBe(false);
	});
});

describe("the program of docs/batch.md", () => {
	const text = readFileSync(join(root, "docs/batch.md"), "utf8");
	const program = /```js\n(import \{ DatabaseSync[\s\S]*?)```/.exec(text)?.[1] ?? "";

	/** Node 20 has no `node:sqlite`: there, a file of JSON takes its place, for the statements of the program. */
	const STAND_IN = `
		import { readFileSync, renameSync, writeFileSync } from "node:fs";
		// Whole or not at all, as a database writes.
		const save = (path, text) => { writeFileSync(path + ".new", text); renameSync(path + ".new", path); };
		export class DatabaseSync {
			constructor(path) { this.path = path; this.data = JSON.parse(readFileSync(path, "utf8")); }
			exec() {}
			prepare(sql) {
				const { data, path } = this;
				return {
					get: () => ({ total: data.reviews.length }),
					iterate: () => data.reviews.values(),
					run: (id, summary, error) => { data.summaries[id] = { summary, error }; save(path, JSON.stringify(data)); },
				};
			}
			close() {}
		}`;

	async function prepare(
		url: string,
	): Promise<{ folder: string; summaries: () => Record<string, { summary: string | null }> }> {
		const folder = openFolder();
		const reviews = Array.from({ length: 60 }, (_, id) => ({ id, text: `n${id}` }));
		writeFileSync(join(folder, "reviews.db"), JSON.stringify({ reviews, summaries: {} }));
		writeFileSync(join(folder, "database.ts"), STAND_IN);
		const source = program
			.replace('from "node:sqlite"', 'from "./database.ts"')
			.replace('"modelhub/batch"', JSON.stringify(join(root, "src/batch/index.ts")))
			.replace('"modelhub/node"', JSON.stringify(join(root, "src/node.ts")))
			.replace("accessToken: process.env.HF_TOKEN,", `endpointUrl: ${JSON.stringify(url)}, concurrency: 4,`)
			.replace("maxCost: 5,", "maxCost: Number(process.env.MAX_COST ?? 5),");
		expect(source).not.toMatch(/node:sqlite|modelhub\/|HF_TOKEN|maxCost: 5/);
		writeFileSync(join(folder, "program.mts"), source);
		// As one file of JavaScript, a start takes a tenth of the time.
		await build({
			entryPoints: [join(folder, "program.mts")],
			outfile: join(folder, "program.mjs"),
			bundle: true,
			platform: "node",
			format: "esm",
			logLevel: "silent",
		});
		const read = () => JSON.parse(readFileSync(join(folder, "reviews.db"), "utf8")).summaries;
		return { folder, summaries: read };
	}

	async function start(
		folder: string,
		env: Record<string, string> = {},
		interrupt?: { signal: NodeJS.Signals; when: () => boolean },
	): Promise<{ code: number | null; stderr: string }> {
		const child = spawn(process.execPath, ["program.mjs"], {
			cwd: folder,
			env: { PATH: process.env["PATH"], HOME: folder, ...env },
			stdio: ["ignore", "ignore", "pipe"],
		});
		let stderr = "";
		child.stderr.on("data", (chunk: Buffer) => {
			stderr += chunk.toString();
		});
		const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
		while (interrupt && child.exitCode === null && !interrupt.when()) await new Promise((done) => setTimeout(done, 5));
		if (interrupt) child.kill(interrupt.signal);
		return { code: await ended, stderr };
	}

	it("goes on after kill -9, Ctrl-C and the end of its budget; nothing is lost or paid twice", async () => {
		const service = await startChatService({ delay: 25 });
		onTestFinished(() => service.close());
		const { folder, summaries } = await prepare(service.url);
		const killed = await start(folder, {}, { signal: "SIGKILL", when: () => service.answered.size >= 10 });
		expect(killed.code).toBeNull();
		// As many as were in flight may be asked again.
		const stopped = await start(folder, {}, { signal: "SIGINT", when: () => service.answered.size >= 25 });
		expect(stopped).toMatchObject({ code: 0, stderr: expect.stringContaining("Interrupted. Run the program again") });
		const asked = (): number => [...service.asked.values()].reduce((sum, count) => sum + count, 0);
		const before = asked();
		const poor = await start(folder, { MAX_COST: "0.0000001" });
		expect(poor).toMatchObject({ code: 1, stderr: expect.stringContaining("Run the program again to continue.") });
		expect(asked()).toBe(before);
		const last = await start(folder);
		expect(last.code, last.stderr).toBe(0);
		expect(last.stderr).toContain("60 of 60 done, 0 failed, $0.0");
		const saved = summaries();
		expect(Object.keys(saved)).toHaveLength(60);
		expect(Object.values(saved).every(({ summary }) => summary !== null)).toBe(true);
		expect(asked()).toBeLessThanOrEqual(60 + 4);
	});

	it("comes with every option in a table", () => {
		const table = text.slice(text.indexOf("### Options of `runBatch`"));
		const types = readFileSync(join(root, "src/batch/types.ts"), "utf8");
		const members = /export interface BatchOptions<[^{]*\{([\s\S]*?)\n\}/.exec(types)?.[1] ?? "";
		const names = [...members.matchAll(/^\t(\w+)\??:/gm)].map(([, name = ""]) => name);
		expect(names.length).toBeGreaterThan(25);
		const shown = [...table.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, cell = ""]) => cell.match(/\w+/g) ?? []);
		expect([...shown].sort()).toEqual([...names].sort());
	});
});

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { afterAll, expect, it } from "vitest";
import { mapStrings, parseJson } from "../../src/base/json.ts";
import { createManifest } from "../../src/batch/manifest.ts";
import { followInput } from "../../src/cli/commands/batch/changed-input.ts";
import { readParquet } from "../../src/cli/commands/batch/input/parquet.ts";
import {
	readJsonLines,
	readJsonList,
	readSeparated,
	readTextLines,
} from "../../src/cli/commands/batch/input/text-rows.ts";
import type { Plan } from "../../src/cli/commands/batch/plan.ts";
import { requestKeys } from "../../src/cli/commands/batch/result-cache.ts";
import type { Context } from "../../src/cli/context.ts";
import { parseYaml } from "../../src/cli/input/yaml.ts";
import { createMarkdownStream } from "../../src/cli/markdown/stream.ts";
import { compileJq } from "../../src/cli/output/select/jq/compile.ts";
import { PLAIN } from "../../src/cli/terminal/color.ts";
import { sanitize } from "../../src/cli/terminal/sanitize.ts";
import { Secrets } from "../../src/exchange/secrets.ts";
import { readEvents } from "../../src/http/events.ts";
import { redactHeaders } from "../../src/http/redact.ts";
import { readJson } from "../../src/inference/object/plan.ts";
import { validate } from "../../src/inference/object/validate.ts";
import { scanJournal } from "../../src/node-journal.ts";
import { createSandbox } from "../../src/sandbox/index.ts";
import { Template } from "../../src/template/index.ts";
import { FREE_LOCK } from "../helpers/locks.ts";
import { createHome } from "../helpers/session.ts";

/** Time for twice the size, in times of that for the size. Quadratic work takes four times as long. */
const MAX_RATIO = 2.6;
/** Milliseconds from which a measurement is worth something. */
const LEAST_TIME = 20;
const ROUNDS = 3;

const list = (count: number, make: (index: number) => string): string[] =>
	Array.from({ length: count }, (_, index) => make(index));
const stream = async function* (text: string): AsyncGenerator<Uint8Array> {
	const bytes = Buffer.from(text);
	for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
};
async function drain(items: AsyncIterable<unknown>): Promise<void> {
	for await (const item of items) void item;
}
const wide = (count: number): string => `${list(count, (index) => `c${index}`)}\n${list(count, String)}\n`;
const body = (text: string): ReadableStream<Uint8Array> => new Blob([text]).stream();

const markdown = (text: string) => (): void => {
	const lines = createMarkdownStream({ colors: PLAIN, width: 80, tallest: 20 });
	lines.push(text);
	lines.end();
};

const home = createHome();
afterAll(() => home.remove());

/** Carries results over to the same rows in the other order, as a batch does whose input has changed. */
async function changeInput(size: number): Promise<() => Promise<unknown>> {
	const rules = { task: "text-classification", idColumn: "id", images: [], files: {}, parameters: {}, cwd: "" };
	const rows = list(size, String);
	const source = {
		isFile: true,
		marks: [],
		read: async function* () {
			for (let end = size; end > 0; end -= 256) {
				yield rows
					.slice(Math.max(0, end - 256), end)
					.reverse()
					.map((value) => ({ value }));
			}
		},
	};
	const plan = { source, rules, task: rules.task, targets: [{ model: "m" }], resolved: [] } as unknown as Plan;
	const keyOf = requestKeys(plan);
	const keys = await Promise.all(rows.map((inputs) => keyOf({ inputs }, "m")));
	const path = join(home.folder, `${size}.jsonl`);
	const text = keys.map((key, index) => `{"id":"${index}","index":${index},"output":[],"request":"${key}"}\n`).join("");
	return async () => {
		rmSync(path, { force: true });
		writeFileSync(path, text);
		const opened = {
			journal: path,
			manifest: createManifest({}, []),
			state: scanJournal(path),
			inputChange: "changed",
			lock: FREE_LOCK,
		};
		const notes: string[] = [];
		const context = {
			signal: new AbortController().signal,
			cwd: home.folder,
			note: (note: string) => notes.push(note),
		} as unknown as Context;
		await followInput(plan, path, opened, {}, context);
		expect(notes[0]).toContain(`${size} rows keep their result`);
	};
}

type Work = () => unknown;

/** Readers on shapes that others chose. Each returns the work on an input of a size, which is made before. */
const READERS: Readonly<Record<string, (size: number) => Work | Promise<Work>>> = {
	"csv: columns": (size) => {
		const text = wide(size);
		return () => drain(readSeparated(stream(text), ",", "x"));
	},
	"csv: one open quote": (size) => {
		const text = `a\n"${"b\n".repeat(size * 8)}`;
		return () => drain(readSeparated(stream(text), ",", "x")).catch(() => undefined);
	},
	"csv: rows": (size) => {
		const text = `a,b\n${"1,2\n".repeat(size)}`;
		return () => drain(readSeparated(stream(text), ",", "x"));
	},
	"jsonl: one long line": (size) => {
		// Rows end at 64 MB.
		const text = `"${"x".repeat(Math.min(size * 100, 60_000_000))}"`;
		return () => drain(readJsonLines(stream(text)));
	},
	"text: empty lines": (size) => {
		const text = "\n".repeat(size * 10);
		return () => drain(readTextLines(stream(text)));
	},
	"json: a list": (size) => {
		const text = `[${list(size, (index) => `{"a":${index}}`)}]`;
		return () => drain(readJsonList(stream(text), "x"));
	},
	"json: one value": (size) => {
		const text = `[${list(size, (index) => `{"a":[${index}]}`)}]`;
		return () => parseJson(text);
	},
	"json: a list with spaces": (size) => {
		const text = `[1${" ".repeat(size)},${"\n ".repeat(size)}2]`;
		return () => drain(readJsonList(stream(text), "x"));
	},
	"json: members": (size) => {
		const text = `{${list(size, (index) => `"k${index}":${index}`)}}`;
		return () => parseJson(text);
	},
	"json: texts of members": (size) => {
		const value = Object.fromEntries(list(size, (index) => `k${index}`).map((name) => [name, name]));
		return () => mapStrings(value, (text) => text);
	},
	"json: an answer without end": (size) => {
		const text = `\`\`\`json${"\n".repeat(size)}x`;
		return () => readJson(text);
	},
	"inputs that changed": changeInput,
	"secrets: words that begin like keys": (size) => {
		const text = "key-eyJaaaaaaaa-gsk-hf_1aaaaaaaaaaaaaa ".repeat(size) + "key-".repeat(size);
		const secrets = new Secrets(["hf_other"]);
		return () => secrets.cleanText(text);
	},
	"yaml: keys": (size) => {
		const text = list(size / 10, (index) => `k${index}: v`).join("\n");
		return () =>
			parseYaml(text, () => {
				throw new Error("no");
			});
	},
	"parquet: rows": (size) => {
		const bytes = parquetWriteBuffer({ columnData: [{ name: "a", data: list(size, String), type: "STRING" }] });
		const file = {
			byteLength: bytes.byteLength,
			slice: async (start: number, end?: number) => bytes.slice(start, end),
		};
		return () => drain(readParquet(file, "x"));
	},
	"parquet: columns": (size) => {
		const bytes = parquetWriteBuffer({
			columnData: list(size / 100, (index) => `c${index}`).map((name) => ({
				name,
				data: ["x"],
				type: "STRING" as const,
			})),
		});
		const file = {
			byteLength: bytes.byteLength,
			slice: async (start: number, end?: number) => bytes.slice(start, end),
		};
		return () => drain(readParquet(file, "x"));
	},
	"sse: lines of one event": (size) => {
		const text = `${"data: x\n".repeat(size * 4)}\n`;
		return () => drain(readEvents(body(text)));
	},
	"sse: a line without end": (size) => {
		const text = `data: ${"x".repeat(size * 40)}`;
		return () => drain(readEvents(body(text)));
	},
	"sse: a line without end, by three bytes": (size) => {
		const bytes = Buffer.from("xyz");
		return () => {
			let left = size;
			const pieces = new ReadableStream<Uint8Array>({
				pull: (controller) => (left-- > 0 ? controller.enqueue(bytes) : controller.close()),
			});
			return drain(readEvents(pieces));
		};
	},
	"multipart: parts": (size) => {
		const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';
		const text = `${part.repeat(size / 20)}--b--\r\n`;
		const sandbox = createSandbox();
		return () =>
			sandbox("https://router.huggingface.co/v1/audio/transcriptions", {
				method: "POST",
				body: text,
				headers: { "content-type": "multipart/form-data; boundary=b", authorization: "Bearer hf_test" },
			});
	},
	headers: (size) => {
		const given = Object.fromEntries(list(size, (index) => `x-${index}`).map((name) => [name, "v"]));
		return () => redactHeaders(given);
	},
	"template: statements": (size) => {
		const text = "{% if a %}b{% endif %}{{ c }}".repeat(size / 10);
		return () => new Template(text).render({});
	},
	"schema: properties": (size) => {
		const names = list(size / 10, (index) => `p${index}`);
		const schema = {
			type: "object",
			properties: Object.fromEntries(names.map((name) => [name, { type: "string" }])),
			required: names,
			additionalProperties: false,
		};
		const value = Object.fromEntries(names.map((name) => [name, "x"]));
		return () => validate(schema, value);
	},
	"schema: unique items": (size) => {
		const value = list(size / 10, String);
		return () => validate({ type: "array", uniqueItems: true }, value);
	},
	"jq: a list": (size) => {
		const value = list(size, String);
		const filter = compileJq("[.[] | ascii_upcase] | unique | length");
		return () => [...filter(value)];
	},
	"markdown: emphasis": (size) => markdown("*a_".repeat(size)),
	"markdown: emphasis without end": (size) => markdown("***a **b *c ".repeat(size)),
	"markdown: emphasis within emphasis": (size) => markdown("*a ".repeat(size) + "b* ".repeat(size)),
	"markdown: emphasis that others end": (size) => markdown("_a ".repeat(size) + "b* ".repeat(size)),
	"markdown: open brackets": (size) => markdown("[".repeat(size)),
	"markdown: open links": (size) => markdown("![a](".repeat(size)),
	"markdown: open formulas": (size) => markdown("\\(a ".repeat(size)),
	"markdown: open code": (size) => markdown("`a``b```c ".repeat(size)),
	"markdown: a span of code": (size) => markdown(`\` a${"a".repeat(size)}\``),
	"markdown: URLs": (size) => markdown("http://a ".repeat(size)),
	"markdown: lines of a paragraph": (size) => markdown("a\n".repeat(size)),
	"markdown: rows of a table": (size) => markdown(`|a|\n|-|\n${"|a|\n".repeat(size)}`),
	"markdown: lists": (size) => markdown(`${"- ".repeat(size)}x`),
	"markdown: spaces of a heading": (size) => markdown(`#${" ".repeat(size)}b${" ".repeat(size)}# x`),
	sanitize: (size) => {
		const text = "\u001b[31mx\u202e".repeat(size * 4);
		return () => sanitize(text);
	},
};

/** Milliseconds of the processor, which others that run at the same time do not change. */
async function measure(work: () => unknown): Promise<number> {
	let best = Number.POSITIVE_INFINITY;
	for (let round = 0; round < ROUNDS; round++) {
		const start = process.cpuUsage();
		await work();
		const { user, system } = process.cpuUsage(start);
		best = Math.min(best, (user + system) / 1000);
	}
	return best;
}

it.each(Object.entries(READERS))("takes twice the time for twice the size: %s", async (_, makeWork) => {
	let size = 2_000;
	let time = await measure(await makeWork(size));
	while (time < LEAST_TIME && size < 500_000) {
		size *= 2;
		time = await measure(await makeWork(size));
	}
	// Three doublings: one alone says more of the caches of the machine than of the work.
	const longest = await measure(await makeWork(size * 8));
	const ratio = Math.cbrt(longest / time);
	expect(ratio, `${size}: ${time} ms, ${size * 8}: ${longest} ms`).toBeLessThan(MAX_RATIO);
});

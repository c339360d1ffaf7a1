import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { BatchResult } from "../../../src/batch/index.ts";
import { makeReportPage } from "../../../src/cli/commands/batch/report-page.ts";
import { RunRecord } from "../../../src/cli/commands/batch/run-record.ts";
import { Secrets } from "../../../src/cli/context.ts";
import { type ChatService, reply, startChatService } from "../../helpers/chat-service.ts";
import { createHome, type Home, type Outcome } from "../../helpers/session.ts";

const HOSTILE = `</style></title><script>alert(1)</script><img src=x onerror=alert(2)>" onload='x' & \u202e\u0000`;

let service: ChatService;
let home: Home;
beforeAll(async () => {
	service = await startChatService({
		intercept: ({ prompt, response }) => {
			if (prompt.startsWith("bad")) reply(response, 400, { error: { message: `${prompt} ${HOSTILE}` } });
			return prompt.startsWith("bad");
		},
	});
});
afterAll(() => service.close());
beforeEach(() => {
	home = createHome();
	return () => home.remove();
});
const batch = (args: string): Promise<Outcome> =>
	home.run(`hub batch ${args} -t chat -m m --endpoint ${service.url} --progress none`);
const page = (name = "r.html"): string => readFileSync(join(home.folder, name), "utf8");

/** The page holds nothing that runs, and nothing that is loaded. */
function expectSafe(html: string): void {
	const tags = [...html.matchAll(/<([a-z!/][a-z0-9]*)/gi)].map(([, tag = ""]) => tag.toLowerCase());
	expect(tags.filter((tag) => /script|iframe|object|embed|link|form|base|foreignobject|^a$|^use$/.test(tag))).toEqual(
		[],
	);
	const attributes = [...html.matchAll(/\s(on\w+|style|href|srcset|action)=["']?/gi)].filter(([, name = ""]) =>
		new RegExp(`<[^<>]*\\s${name}=`, "i").test(html),
	);
	expect(attributes).toEqual([]);
	for (const [, url = ""] of html.matchAll(/<[^<>]*\ssrc="([^"]*)"/g))
		expect(url).toMatch(/^data:(?:image|audio|video)\//);
	const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(html) ?? [];
	const hash = createHash("sha256").update(style).digest("base64");
	expect(html).toContain(`content="default-src 'none'; style-src 'sha256-${hash}'; img-src data:; media-src data:;`);
	expect(style).not.toMatch(/url\(|@import|http/);
}

describe("--report", () => {
	it("writes a page of what came out, in which texts of others are texts", async () => {
		const rows = [...Array.from({ length: 8 }, (_, row) => `good ${row} ${HOSTILE}`), "bad 1", "bad 2"];
		writeFileSync(
			join(home.folder, "in.jsonl"),
			rows.map((text, row) => `${JSON.stringify({ id: `${row}${HOSTILE}`, text })}\n`).join(""),
		);
		const { code, stderr } = await batch("in.jsonl -o out.jsonl --report r.html --price 1,2");
		expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringMatching(/Report: .*r\.html/) as string });
		const html = page();
		expectSafe(html);
		expect(html).toContain("refused (400)");
		expect(html).toContain("bad 1 &lt;/style&gt;&lt;/title&gt;&lt;script&gt;");
		expect(html).toContain("re: good 3 &lt;/style&gt;");
		expect(html).toContain("\\u202e\\u0000");
		expect(html).toMatch(/Rows done<\/dt><dd class="">8<\/dd><dd class="note">of 10/);
		expect(html).toMatch(/Rows failed<\/dt><dd class="bad">2</);
		expect(html).toMatch(/Cost<\/dt><dd class="">\$/);
		// The next run says what was there before it.
		await batch("in.jsonl -o out.jsonl --report r.html");
		expect(page()).toContain("Earlier runs had finished 10 rows.");
	});

	it("is written where the run stops early, and says why", async () => {
		const rows = Array.from({ length: 60 }, (_, row) => `${row % 2 ? "bad" : "good"} ${row}\n`);
		writeFileSync(join(home.folder, "in.txt"), rows.join(""));
		expect((await batch("in.txt -o out.jsonl --report r.html --max-errors 10%")).code).not.toBe(0);
		expect(page()).toMatch(/class="bad">The run stopped early\. /);
	});

	it("of a shard has its name", async () => {
		writeFileSync(join(home.folder, "in.txt"), "a\nb\nc\nd\n");
		expect(await batch("in.txt -o out.jsonl --report r.html --shard 1/2")).toMatchObject({ code: 0 });
		expect([existsSync(join(home.folder, "r.html")), page("r-00001-of-00002.html").length > 1000]).toEqual([
			false,
			true,
		]);
	});

	it("keeps the keys of the user out of it", async () => {
		writeFileSync(join(home.folder, "in.txt"), "bad hf_abcdefghijklmnopqrstuvwx\ngood hf_abcdefghijklmnopqrstuvwx\n");
		await batch("in.txt -o out.jsonl --report r.html --token hf_abcdefghijklmnopqrstuvwx");
		expect(page()).not.toContain("hf_abcdefghijklmnopqrstuvwx");
	});

	it.each([
		["--report r.txt", "ends in .html"],
		["--report none/such/folder/\0r.html", ""],
		["--report out.html -o out.html", "is the output"],
		["--via provider -p openai --report r.html", "--report does not apply to --via provider"],
	])("refuses %s before anything is asked", async (options, message) => {
		writeFileSync(join(home.folder, "in.txt"), "a\n");
		service.asked.clear();
		const output = options.includes("-o ") ? "" : "-o out.jsonl";
		const { code, stderr } = await home.run(
			`hub batch in.txt ${output} ${options} -t chat -m m${options.includes("--via") ? "" : ` --endpoint ${service.url}`} --progress none`,
		);
		expect({ code: code === 0, asked: service.asked.size }).toEqual({ code: false, asked: 0 });
		expect(stderr).toContain(message);
	});

	const lanes = new Map();
	const facts = {
		task: "text-to-image",
		model: "m",
		inputs: ["in.txt"],
		output: "out.jsonl",
		problem: undefined,
		earlier: 0,
		summary: {
			total: 1,
			done: 1,
			failed: 0,
			left: 0,
			running: false,
			cost_usd: null,
			rows_per_second: 1,
			errors: [],
		},
		seconds: 1,
		usage: null,
		lanes: [],
	};
	const result = (index: number, output: unknown, seconds = 1): BatchResult => ({
		...{ id: String(index), index, output, usage: null, seconds, attempts: 1 },
		row: { id: String(index), index, source: { value: { prompt: `p${index}` } } },
	});

	it("shows pictures and sound within it, but none that is large or may hold a script", async () => {
		const record = new RunRecord(lanes, { secrets: new Secrets() });
		const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47]);
		record.add(result(0, new Blob([png], { type: "image/png" })));
		record.add(result(1, new Blob([png], { type: "audio/wav" })));
		record.add(result(2, new Blob(["<svg onload=alert(1)>"], { type: "image/svg+xml" })));
		record.add(result(3, new Blob([png], { type: 'image/png" onerror="alert(1)' })));
		record.add(result(4, new Blob([new Uint8Array(3_000_000)], { type: "image/png" })));
		const html = await makeReportPage(record, facts);
		expectSafe(html);
		expect(html.match(/<img /g)).toHaveLength(1);
		expect(html).toContain(
			`<img src="data:image/png;base64,${Buffer.from(png).toString("base64")}" alt="Result of row 0"`,
		);
		expect(html.match(/<audio /g)).toHaveLength(1);
		expect(html).toContain("image/svg+xml, 21 bytes: it is with the results.");
		expect(html).toContain("image/png, 3.0 MB: it is with the results.");
	});

	it("stays small for many rows, and keeps the slowest and a sample of all", async () => {
		const record = new RunRecord(lanes, { secrets: new Secrets() });
		const random = Array.from({ length: 100_000 }, (_, row) => ((row * 7919) % 100_000) / 1000);
		for (const [row, seconds] of random.entries()) record.add(result(row, `answer ${row}`, seconds));
		expect(record.slowest.map(({ seconds }) => seconds)).toEqual(
			Array.from({ length: 10 }, (_, place) => (99_999 - place) / 1000),
		);
		expect(record.samples).toHaveLength(12);
		const numbers = (await Promise.all(record.samples)).map(({ id }) => Number(id));
		expect(Math.max(...numbers)).toBeGreaterThan(1000);
		expect(record.quantile(0.5)).toBeCloseTo(50, -1);
		expect((await makeReportPage(record, facts)).length).toBeLessThan(100_000);
		expect(record.spans.reduce((sum, { done }) => sum + done, 0)).toBe(100_000);
	});
});

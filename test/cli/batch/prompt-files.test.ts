import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildArgs } from "../../../src/cli/commands/batch/input/row-args.ts";
import type { RowFiles } from "../../../src/cli/commands/batch/input/row-files.ts";
import { completion } from "../../helpers/chat-service.ts";
import { createHome, type Home, type Outcome } from "../../helpers/session.ts";

/** What is sent of a row's file with a prompt: the file itself, or the row fails, or the run refuses. Never the prompt alone. */

const PNG = Buffer.from(
	"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
	"base64",
);
const WAV = Buffer.concat([Buffer.from("RIFF\x24\0\0\0WAVEfmt ", "latin1"), Buffer.alloc(20, 1), Buffer.from([0xff])]);
const MP4 = Buffer.concat([Buffer.from("\0\0\0\x18ftypisom", "latin1"), Buffer.alloc(20, 0xff)]);
const PDF = Buffer.from("%PDF-1.4\n1 0 obj\n");
const NOISE = Buffer.from([1, 2, 0, 255, 254, 3]);
const DATA_URL = `data:image/png;base64,${PNG.toString("base64")}`;

/** Bodies of the requests. */
let bodies: Record<string, unknown>[];
let home: Home;
let url = "";

const server = createServer(async (request, response) => {
	const chunks: Buffer[] = [];
	for await (const chunk of request) chunks.push(chunk as Buffer);
	if (request.method === "GET") return void response.writeHead(404).end();
	const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
	bodies.push(body);
	response.setHeader("content-type", "application/json");
	if (body["parameters"]) return void response.setHeader("content-type", "image/png").end(PNG);
	if (body["messages"]) return void response.end(JSON.stringify(completion("fine")));
	response.end(JSON.stringify([{ answer: "fine", score: 1, summary_text: "fine", generated_text: "fine" }]));
});
beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
	bodies = [];
	home = createHome();
	return () => home.remove();
});

const write = (name: string, content: string | Uint8Array): void => {
	mkdirSync(dirname(join(home.folder, name)), { recursive: true });
	writeFileSync(join(home.folder, name), content);
};
const batch = (args: string): Promise<Outcome> =>
	home.run(`hub batch ${args} -m m --endpoint ${url}${/-t (chat|image-text)/.test(args) ? "/v1" : ""} --progress none`);
type Row = { id: string; output?: unknown; error?: { kind: string; message: string }; input?: Record<string, unknown> };
const rowsOf = (name: string): Row[] =>
	readFileSync(join(home.folder, name), "utf8")
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line) as Row)
		.sort((a, b) => (a.id < b.id ? -1 : 1));
const contents = (): unknown[] => bodies.map((body) => (body["messages"] as { content: unknown }[]).at(-1)?.content);
const text = (words: string): object => ({ type: "text", text: words });
const image = { type: "image_url", image_url: { url: DATA_URL } };
const sound = { type: "input_audio", input_audio: { data: WAV.toString("base64"), format: "wav" } };

describe("a folder with --prompt", () => {
	it.each(["chat", "image-text-to-text"])("sends each file as what it is, or fails its row: %s", async (task) => {
		write("in/a.png", PNG);
		write("in/b.txt", "the text of b");
		write("in/c.wav", WAV);
		write("in/d.pdf", PDF);
		write("in/e.mp4", MP4);
		write("in/f.bin", NOISE);
		write("in/g.txt", "");
		// Its name proves nothing.
		write("in/h.png", "a text");
		const outcome = await batch(`in -o out.jsonl -t ${task} --prompt "What is this?" --concurrency 1 --fixed`);
		expect(outcome.code).toBe(1);
		const problems = rowsOf("out.jsonl").map(({ error }) => error?.message ?? "");
		expect(problems.slice(0, 3)).toEqual(["", "", ""]);
		expect(problems[3]).toMatch(/d\.pdf has no text that can be read: it is damaged\. .*pdftoppm/);
		expect(problems[4]).toMatch(/e\.mp4 is a video, which chat does not take\. .*ffmpeg/);
		expect(problems[5]).toMatch(/f\.bin is neither text in UTF-8 nor an image/);
		expect(problems[6]).toMatch(/g\.txt is empty/);
		expect(problems[7]).toBe("");
		expect(contents()).toEqual([
			[text("What is this?"), image],
			`\`\`\`b.txt\nthe text of b\n\`\`\`\n\nWhat is this?`,
			[text("What is this?"), sound],
			`\`\`\`h.png\na text\n\`\`\`\n\nWhat is this?`,
		]);
	});

	it("or several files, or one", async () => {
		write("a.png", PNG);
		write("b.wav", WAV);
		await batch('a.png b.wav -o two.jsonl -t chat --prompt "What is this?" --concurrency 1 --fixed');
		await batch('a.png -o one.jsonl -t chat --prompt "What is this?"');
		expect(contents()).toEqual([
			[text("What is this?"), image],
			[text("What is this?"), sound],
			[text("What is this?"), image],
		]);
	});

	it("joins text files and the prompt for tasks of text", async () => {
		write("in/a.txt", "words");
		write("in/b.png", PNG);
		expect((await batch(`in -o out.jsonl -t summarize --prompt "In short, {{ file }}:"`)).code).toBe(1);
		expect(bodies.map(({ inputs }) => inputs)).toEqual([
			expect.stringMatching(/^```a\.txt\nwords\n```\n\nIn short, .*a\.txt:$/),
		]);
		expect(rowsOf("out.jsonl")[1]?.error?.message).toMatch(
			/b\.png is an image, which summarization does not take\. .*-t chat/,
		);
	});

	it("asks about each file, with the prompt as the question", async () => {
		write("in/a.png", PNG);
		await batch(`in -o out.jsonl -t vqa --prompt "What colour?"`);
		await batch(`in -o docs.jsonl -t docqa --prompt "What sum?"`);
		expect(bodies.map(({ inputs }) => inputs)).toEqual([
			{ image: PNG.toString("base64"), question: "What colour?" },
			{ image: PNG.toString("base64"), question: "What sum?" },
		]);
		write("texts/a.txt", "She is called Ada.");
		await batch(`texts -o qa.jsonl -t qa --prompt "Who?"`);
		expect(bodies.at(-1)?.["inputs"]).toEqual({ question: "Who?", context: "She is called Ada." });
	});

	it("edits each image as the prompt says", async () => {
		write("in/a.png", PNG);
		await batch(`in -o out.jsonl -t i2i --prompt "Make it blue"`);
		expect(bodies).toEqual([
			expect.objectContaining({ inputs: PNG.toString("base64"), parameters: { prompt: "Make it blue" } }),
		]);
	});

	it.each([
		["image-classification", "in/a.png", PNG],
		["transcribe", "in/a.wav", WAV],
		["embed", "in/a.txt", "words"],
		["tabular-classification", "in/a.csv", "a,b\n1,2\n"],
	])("is refused for a task that takes no prompt beside a file: %s", async (task, name, content) => {
		write(name, content);
		const outcome = await batch(`in -o out.jsonl -t ${task} --prompt "What?"`);
		expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining("takes no prompt") });
		expect(bodies).toEqual([]);
	});
});

it("a job of --via provider has the files too, and a file that cannot be sent fails its row", async () => {
	write("in/a.png", PNG);
	write("in/b.pdf", PDF);
	write("in/c.txt", "words");
	const outcome = await home.run(
		'hub batch in -o out.jsonl -t chat -m openai/gpt-4o-mini -p openai --sandbox --via provider --poll 0 --prompt "What is this?"',
	);
	expect(outcome.code).toBe(1);
	const rows = rowsOf("out.jsonl");
	expect(rows.map(({ id, error }) => [id, error?.kind])).toEqual([
		["a.png", undefined],
		["b.pdf", "input"],
		["c.txt", undefined],
	]);
	// The sandbox has seen the image.
	expect(JSON.stringify(rows[0]?.output)).toMatch(/PNG, 1 × 1/);
});

it("a prompt goes to tasks that take an image beside it, with the image if there is one", async () => {
	const file = new File([PNG], "a.png");
	const files = { read: async () => file } as unknown as RowFiles;
	const fixed = { task: "image-text-to-image", parameters: {}, files, context: undefined, source: undefined } as const;
	const input = { text: "Make it blue", isPrompt: true, columns: { prompt: "no" }, system: undefined, images: [] };
	const { signal } = new AbortController();
	const build = (own: { value: string }[]) =>
		buildArgs({ ...input, files: own }, { ...fixed, table: undefined }, signal);
	expect(await build([{ value: "a.png" }])).toEqual({ inputs: file, parameters: { prompt: "Make it blue" } });
	expect(await build([])).toEqual({ parameters: { prompt: "Make it blue" } });
});

describe("rows with a column of files", () => {
	it.each([
		["in.csv", "id,image,name\n1,a.png,Tom\n", "Describe {{ name }}", [text("Describe Tom"), image]],
		["in.jsonl", '{"image":"a.png"}\n', "Describe", [text("Describe"), image]],
		["in.jsonl", '{"image":"a.png"}\n', "What is {{ image }}?", [text("What is a.png?"), image]],
		["in.jsonl", '{"images":["a.png","a.png"],"n":2}\n', "{{ n }} images", [text("2 images"), image, image]],
		["in.jsonl", '{"file":"a.png","title":"T"}\n', "Describe", [text("Describe"), image]],
		["in.jsonl", '{"audio":"a.wav","image":"a.png"}\n', "Do they fit?", [text("Do they fit?"), image, sound]],
		["in.jsonl", '{"path":"a.png"}\n', "Describe", [text("Describe"), image]],
		[
			"in.jsonl",
			'{"url":"https://example.com/a.png"}\n',
			"Describe",
			[text("Describe"), { type: "image_url", image_url: { url: "https://example.com/a.png" } }],
		],
		["in.jsonl", `{"image":{"bytes":null,"path":"a.png"}}\n`, "Describe", [text("Describe"), image]],
		["in.jsonl", `{"image":"${DATA_URL}"}\n`, "Describe", [text("Describe"), image]],
		["in.jsonl", '{"picture":"a.png"}\n', "Describe", [text("Describe"), image]],
		["in.txt", "a.png\n", "Describe", [text("Describe"), image]],
		["in.jsonl", '{"file":"notes.txt"}\n', "Sum it up", "```notes.txt\nthe notes\n```\n\nSum it up"],
		["in.jsonl", '{"image":null,"name":"Tom"}\n', "Who is {{ name }}?", "Who is Tom?"],
		// Text that a template uses is text.
		[
			"in.jsonl",
			'{"url":"https://example.com/page","text":"t"}\n',
			"{{ text }} of {{ url }}",
			"t of https://example.com/page",
		],
		["in.jsonl", '{"path":"src/a.ts","content":"code"}\n', "Review {{ content }}", "Review code"],
	])("%s: %s with %s", async (name, content, prompt, wanted) => {
		write("a.png", PNG);
		write("a.wav", WAV);
		write("notes.txt", "the notes");
		write(name, content);
		write("prompt.txt", prompt);
		expect(await batch(`${name} -o out.jsonl -t chat --prompt @prompt.txt`)).toMatchObject({ code: 0 });
		expect(contents()).toEqual([wanted]);
	});

	it.each([
		['{"image":"a.png"}\n', [image]],
		['{"text":"Describe","image":"a.png"}\n', [text("Describe"), image]],
		['{"file":"notes.txt"}\n', "the notes"],
		['{"text":"a.png"}\n', "a.png"],
		['{"url":"https://example.com"}\n', "https://example.com"],
	])("send it without --prompt too: %s", async (content, wanted) => {
		write("a.png", PNG);
		write("notes.txt", "the notes");
		write("in.jsonl", content);
		expect(await batch("in.jsonl -o out.jsonl -t chat")).toMatchObject({ code: 0 });
		expect(contents()).toEqual([wanted]);
	});

	it("that --prompt does not send are refused, unless --column says what is wanted", async () => {
		write("a.png", PNG);
		write("in.csv", "caption,thumbnail\nA dog,a.png\n");
		const refused = await batch('in.csv -o out.jsonl -t chat --prompt "Translate {{ caption }}"');
		expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("--column thumbnail sends them") });
		expect(bodies).toEqual([]);
		await batch('in.csv -o out.jsonl -t chat --prompt "Translate {{ caption }}" --column caption');
		await batch('in.csv -o both.jsonl -t chat --prompt "Translate {{ caption }}" --column thumbnail');
		expect(contents()).toEqual(["Translate A dog", [text("Translate A dog"), image]]);
	});

	it.each([
		["-t summarize", "{{ caption }}", "summarization does not take beside a prompt: -t chat .*--column caption leaves"],
		[
			"-t summarize",
			"Describe",
			"summarization does not take beside a prompt: -t chat sends images, audio and text\\.",
		],
		["-t embed", "passage: {{ caption }}", "feature-extraction does not take .*--column caption leaves them out"],
		["-t qa --context c", "{{ caption }}?", "--column caption leaves them out"],
	])("that a task does not take are refused: %s with %s", async (task, prompt, message) => {
		write("in.jsonl", '{"image":"a.png","caption":"A dog"}\n');
		const refused = await batch(`in.jsonl -o out.jsonl ${task} --prompt "${prompt}"`);
		expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
		expect(bodies).toEqual([]);
		await batch(`in.jsonl -o out.jsonl ${task} --prompt "About {{ caption }}" --column caption`);
		expect(JSON.stringify(bodies[0])).toContain("About A dog");
	});

	it("of text go with the prompt of a task of text, also if it uses another column", async () => {
		write("notes.txt", "the notes");
		write("in.jsonl", '{"file":"notes.txt","title":"T"}\n');
		await batch('in.jsonl -o out.jsonl -t summarize --prompt "{{ title }}, in short"');
		expect(bodies.map(({ inputs }) => inputs)).toEqual(["```notes.txt\nthe notes\n```\n\nT, in short"]);
	});

	it("of text are sent from the column that --column names", async () => {
		write("notes.txt", "the notes");
		write("in.jsonl", '{"report":"notes.txt","title":"T"}\n');
		await batch('in.jsonl -o out.jsonl -t chat --prompt "Sum it up" --column report');
		expect(contents()).toEqual(["```notes.txt\nthe notes\n```\n\nSum it up"]);
	});

	it("beside the one that a task takes are refused", async () => {
		write("a.png", PNG);
		write("in.jsonl", '{"image":"a.png","mask":"a.png","words":"blue"}\n');
		const refused = await batch('in.jsonl -o out.jsonl -t i2i --prompt "Make it {{ words }}"');
		expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("The column mask holds files") });
		await batch('in.jsonl -o out.jsonl -t i2i --prompt "Make it {{ words }}" --column words');
		expect(bodies[0]).toMatchObject({ inputs: PNG.toString("base64"), parameters: { prompt: "Make it blue" } });
	});

	it("of a column that --column names and the prompt does not use", async () => {
		write("in.csv", "city,country\nRome,Italy\n");
		const refused = await batch('in.csv -o out.jsonl -t summarize --prompt "About {{ country }}" --column city');
		expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("Add {{ city }} to it") });
	});

	it("are sent once if --image names them", async () => {
		write("a.png", PNG);
		write("in.csv", "image\na.png\n");
		await batch('in.csv -o out.jsonl -t chat --prompt "Describe" --image "{{ image }}"');
		write("in/a.png", PNG);
		await batch('in -o folder.jsonl -t chat --prompt "Describe" --image "{{ file }}"');
		expect(contents()).toEqual([
			[text("Describe"), image],
			[text("Describe"), image],
		]);
	});

	it.each([
		['{"image":".env"}', ".env is not an image"],
		['{"image":"notes.txt"}', "notes.txt is not an image"],
		['{"path":"text.png"}', "text.png is not an image"],
		['{"audio":"a.png"}', "a.png is not an audio file"],
		['{"file":".env"}', ".env may hold keys"],
		['{"file":".config/settings.json"}', "settings.json may hold keys"],
		['{"file":"server.pem"}', "server.pem may hold keys"],
		['{"file":"link.txt"}', "link.txt may hold keys"],
		['{"file":"../notes.txt"}', "not in the folder of the input"],
	])("must be what they say, and no secrets, as rows are other people's data: %s", async (row, message) => {
		write("rows/a.png", PNG);
		for (const name of [".env", "notes.txt", "text.png", ".config/settings.json", "server.pem"])
			write(`rows/${name}`, "words");
		write("notes.txt", "words");
		symlinkSync(".env", join(home.folder, "rows/link.txt"));
		write("rows/in.jsonl", row);
		const outcome = await batch('rows/in.jsonl -o out.jsonl -t chat --prompt "Describe"');
		expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining(message) });
		expect(bodies).toEqual([]);
	});

	it("give visual questions their image, wherever question and image come from", async () => {
		write("a.png", PNG);
		write("in.jsonl", '{"question":"Who?","file":"a.png"}\n{"question":"Who?","path":"a.png"}\n');
		await batch("in.jsonl -o out.jsonl -t vqa --concurrency 1 --fixed");
		await batch('in.jsonl -o prompt.jsonl -t vqa --prompt "{{ question }} Or what?" --concurrency 1 --fixed');
		const sent = PNG.toString("base64");
		expect(bodies.map(({ inputs }) => inputs)).toEqual([
			{ image: sent, question: "Who?" },
			{ image: sent, question: "Who?" },
			{ image: sent, question: "Who? Or what?" },
			{ image: sent, question: "Who? Or what?" },
		]);
	});
});

describe("templates of a folder", () => {
	it("know the id that the output shows, of every kind of row", async () => {
		write("in/a.png", PNG);
		write("in.txt", "one\n");
		write("in.jsonl", '{"text":"t"}\n{"id":7,"text":"t"}\n{"custom_id":"c","text":"t"}\n');
		await batch('in -o a.jsonl -t chat --prompt "{{ id }}"');
		await batch('in.txt -o b.jsonl -t chat --prompt "{{ id }} {{ text }}"');
		await batch('in.jsonl -o c.jsonl -t chat --prompt "{{ id }}" --concurrency 1 --fixed');
		expect(contents()).toEqual([[text("a.png"), image], "0 one", "0", "7", "c"]);
	});

	it.each(["--prompt", "--system", "--image"])(
		"know the columns that the output shows, and no others: %s",
		async (option) => {
			write("in/a.png", PNG);
			write("in/b.png", PNG);
			const others = option === "--prompt" ? "" : '--prompt "Describe"';
			const known = await batch(`in -o out.jsonl -t chat --keep all ${option} "{{ file }}" ${others}`);
			expect(known).toMatchObject({ code: 0 });
			expect(rowsOf("out.jsonl").map(({ input }) => Object.keys(input ?? {}))).toEqual([["file"], ["file"]]);
			for (const name of ["path", "real", "nope"]) {
				const unknown = await batch(`in -o ${name}.jsonl -t chat ${option} "{{ ${name} }}" ${others}`);
				expect(unknown).toMatchObject({
					code: 2,
					stderr: expect.stringMatching(`${option}: .*${name}.*Columns: file`),
				});
			}
		},
	);
});

it("a model that takes no images is refused before the first call", async () => {
	write("in/a.png", PNG);
	const line = (model: string): string =>
		`hub batch in -o out.jsonl -t chat -p sandbox -m ${model} --prompt "Describe"`;
	const outcome = await home.run(line("Qwen/Qwen3-235B-A22B-Instruct-2507"));
	expect(outcome).toMatchObject({ code: 2, stderr: expect.stringContaining("takes no images: a.png") });
	expect(await home.run(line("Qwen/Qwen2.5-VL-7B-Instruct"))).toMatchObject({ code: 0 });
});

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { COMMANDS as CLI_COMMANDS } from "../../src/cli/commands.ts";
import { createContext } from "../../src/cli/context.ts";
import { createGateway, type GatewayOptions } from "../../src/gateway/index.ts";
import { CALL_ROUTES } from "../../src/gateway/routes.ts";
import { completion } from "../helpers/chat-service.ts";
import { type McpSession, startMcp } from "../helpers/mcp-session.ts";
import { type RecordedRequest, type ScriptedAnswer, type ScriptedServer, startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";
import { writeParquet } from "../hostile/world.ts";
import { COMMANDS, DOORS, type Door, formatDoors, OPTIONS, RULES, type Rule } from "./doors.ts";

const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** They must be in nothing that is sent, shown or written. */
const SECRET = "canary-file-51c7de";
const VARIABLE = "canary-variable-90be4a";
const KEY = "hf_DoorsCanaryKey0123456789abcd";
/** The value of whatever is no parameter. */
const MARK = "mark-of-the-thief";
const MODEL = "org/model";
const CONTROLS = "evil\u001b]0;owned\u0007\u202e";

let home: Home;
let service: ScriptedServer;
let thief: ScriptedServer;
/** What the service answers in place of a result. */
let answer: ScriptedAnswer | undefined;

const RESULTS: readonly [RegExp, unknown][] = [
	[/chat\/completions/, completion("ok")],
	[
		/completions/,
		{ model: "m", choices: [{ text: "ok", finish_reason: "stop" }], usage: { prompt_tokens: 1, completion_tokens: 1 } },
	],
	[/./, [{ label: "cat", score: 0.9 }]],
];

beforeAll(async () => {
	home = createHome({ "private/secret.txt": SECRET, "private/secret.png": SECRET, "in/readme.md": "" });
	thief = await startServer(() => ({ body: SECRET }));
	service = await startServer(({ path }) => answer ?? { body: RESULTS.find(([route]) => route.test(path))?.[1] });
});
afterAll(async () => {
	await Promise.all([service.close(), thief.close()]);
	home.remove();
});

/** What a door is given, in place of the user. */
interface Attack {
	/** Fields that only the user sets, and parameters. */
	fields: Readonly<Record<string, unknown>>;
	/** What the model is asked. */
	main: string;
}

interface Outcome {
	/** Whether the door refused the whole of it. */
	isRefused: boolean;
	/** What the user or the client was told. */
	said: string;
	/** The part of it that a terminal shows. Default: all. */
	seen?: string;
	/** What was given as the result. */
	shown?: string;
}

type Attempt = (attack: Attack) => Promise<Outcome>;

/** How a door is tried, rule by rule. */
interface Trial {
	attack: Attempt;
	/** Fields that are the door's own: options of a command, or the model of a request. */
	own?: readonly string[];
	/** Fields that it leaves out without a word, because columns and files have any number of others. */
	isSilent?: boolean;
	/** Calls that it makes here. Default: 1. */
	calls?: 0;
	/** It takes parameters of the model, also unknown ones. */
	takesParameters?: boolean;
	/** Tries a picture or a recording that is a path or a URL; absent where it takes none. */
	media?: (place: string) => Promise<Outcome>;
	/** Gives it more than it may read. */
	oversize: () => Promise<Outcome>;
	/** Makes more calls than its limit allows; absent where a door makes one call or none. Returns what was made. */
	overspend?: () => Promise<Outcome>;
}

function write(name: string, content: string | Uint8Array): string {
	mkdirSync(dirname(join(home.folder, name)), { recursive: true });
	writeFileSync(join(home.folder, name), content);
	return name;
}

async function run(line: string): Promise<Outcome> {
	const { stdout, stderr, code } = await home.run(line, {
		env: { HF_TOKEN: KEY, AWS_SECRET_ACCESS_KEY: VARIABLE, XDG_DATA_HOME: join(home.folder, "data") },
	});
	return { isRefused: code !== 0, said: stderr, shown: stdout };
}

const infer = (more: string, task = "chat"): Promise<Outcome> =>
	run(`hub infer -t ${task} -m ${MODEL} --endpoint ${service.url}/v1 --no-stream --retries 0 ${more}`);

let batches = 0;
const batch = (input: string, more: string, url = `${service.url}/v1`): Promise<Outcome> =>
	run(`hub batch ${input} -o out/${++batches}.jsonl -m ${MODEL} --endpoint ${url} --progress none --retries 0 ${more}`);
/** What a batch wrote, rows that failed included. */
const results = (): string => readFileSync(join(home.folder, `out/${batches}.jsonl`), "utf8");

async function rows(input: string, more: string, url?: string): Promise<Outcome> {
	mkdirSync(join(home.folder, "out"), { recursive: true });
	const outcome = await batch(input, more, url);
	const failed = readdirSync(join(home.folder, "out")).includes(`${batches}.jsonl`) ? results() : "";
	return { ...outcome, shown: failed };
}

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;
const big = "x".repeat(5000);

/** Rows of a picture's place, in a table. */
const pictures = (input: string): Promise<Outcome> => rows(input, "-t image-classification", service.url);
const request = (body: object, url = "/v1/chat/completions"): object => ({ custom_id: "a", method: "POST", url, body });
/** Rows for which the first answer costs a thousand times the limit. */
const SPENT = "--max-cost 0.000001 --price 100,100 --fixed --concurrency 1";
const many = (row: (number: number) => unknown): string =>
	Array.from({ length: 20 }, (_, index) => line(row(index))).join("");
const longLine = async (name: string, more: string): Promise<Outcome> =>
	rows(write(name, `${"y".repeat(65 * 1024 * 1024)}\n`), more);

const messages = (content: string): object[] => [{ role: "user", content }];

const COMMAND_TRIALS = {
	"`--param`, typed": {
		// All that is typed is the user's own, except what would replace target, token or body without a word.
		attack: ({ fields, main }) => {
			const typed = Object.keys(fields).filter((name) => TYPED.includes(name));
			return infer(
				`${typed.map((name) => `--param ${name}=${MARK}`).join(" ")} -- "${main.replaceAll('"', "'").replaceAll("$", "")}"`,
			);
		},
		own: [],
		oversize: () => infer(`--max-input 1kB --param stop=@${write("in/stop.txt", big)} hi`),
	},
	"`--params FILE`": {
		attack: ({ fields, main }) =>
			infer(`--params ${write("in/params.json", JSON.stringify({ ...fields, user: main }))} hi`),
		takesParameters: true,
		oversize: () => infer(`--max-input 1kB --params ${write("in/large.json", JSON.stringify({ user: big }))} hi`),
	},
	"`--input FILE`": {
		attack: ({ fields, main }) =>
			infer(`--input ${write("in/whole.json", JSON.stringify({ messages: messages(main), ...fields }))}`),
		takesParameters: true,
		oversize: () =>
			infer(`--max-input 1kB --input ${write("in/large.json", JSON.stringify({ messages: messages(big) }))}`),
	},
	"`-T PROMPT`": {
		attack: ({ fields, main }) =>
			infer(
				`-T ./${write("in/prompt.yaml", JSON.stringify({ prompt: `${main} {{ input }}`, parameters: fields }))} hi`,
			),
		oversize: () => infer(`-T ./${write("in/large.yaml", `prompt: ${"x".repeat(1_100_000)}`)} hi`),
	},
	"rows, JSON": {
		attack: ({ fields, main }) =>
			rows(write("in/rows.jsonl", line({ inputs: main, parameters: fields, ...fields })), "-t text-generation"),
		takesParameters: true,
		media: (place) => pictures(write("in/pictures.jsonl", line({ image: place }))),
		oversize: () => longLine("in/long.jsonl", "-t chat"),
		overspend: () =>
			rows(
				write(
					"in/many.jsonl",
					many((index) => ({ text: `Row ${index}` })),
				),
				`-t chat ${SPENT}`,
			),
	},
	"rows, CSV": {
		attack: ({ fields, main }) => {
			const cells = (values: readonly string[]): string =>
				values.map((value) => `"${value.replaceAll('"', '""')}"`).join(",");
			const table = `${cells(["text", ...Object.keys(fields)])}\n${cells([main, ...Object.values(fields).map(String)])}\n`;
			return rows(write("in/rows.csv", table), "-t chat");
		},
		isSilent: true,
		media: (place) => pictures(write("in/pictures.csv", `image\n${place}\n`)),
		oversize: () => rows(write("in/large.csv", `text\n${big}\n`), "-t chat --max-input 1kB"),
		overspend: () => rows(write("in/many.csv", `text\n${"row\n".repeat(20)}`), `-t chat ${SPENT}`),
	},
	"rows, Parquet": {
		attack: ({ fields, main }) => {
			const columns = Object.entries(fields)
				.filter(([name]) => name !== "__proto__")
				.map(([name, value]) => [name, [String(value)]]);
			return rows(write("in/rows.parquet", writeParquet({ text: [main], ...Object.fromEntries(columns) })), "-t chat");
		},
		isSilent: true,
		media: (place) => pictures(write("in/pictures.parquet", writeParquet({ image: [place] }))),
		oversize: () => rows(write("in/cut.parquet", writeParquet({ text: ["a", "b"] }).slice(0, -20)), "-t chat"),
		overspend: () =>
			rows(write("in/many.parquet", writeParquet({ text: Array.from({ length: 20 }, String) })), `-t chat ${SPENT}`),
	},
	"rows, OpenAI's form": {
		attack: ({ fields, main }) =>
			rows(write("in/requests.jsonl", line(request({ model: "evil/model", messages: messages(main), ...fields }))), ""),
		own: ["model"],
		takesParameters: true,
		media: (place) =>
			rows(
				write("in/pictures.jsonl", line(request({ messages: messages("x"), inputs: place }))),
				"-t image-classification",
				service.url,
			),
		oversize: () => longLine("in/long.jsonl", "-t chat"),
		overspend: () =>
			rows(
				write(
					"in/many.jsonl",
					many((index) => ({ ...request({ messages: messages("Hi"), n: 100 }), custom_id: `${index}` })),
				),
				SPENT,
			),
	},
	"rows, a folder": {
		attack: ({ fields, main }) => {
			const folder = `in/folder-${++batches}`;
			write(`${folder}/a.txt`, main);
			for (const name of Object.keys(fields)) write(`${folder}/${name}.txt`, "hi");
			return rows(folder, "-t chat");
		},
		isSilent: true,
		oversize: () => rows(dirname(write("in/large/a.txt", big)), "-t chat --max-input 1kB"),
		overspend: () => {
			for (let index = 0; index < 20; index++) write(`in/many/${index}.txt`, "hi");
			return rows("in/many", `-t chat ${SPENT}`);
		},
	},
	"`--agent`": {
		calls: 0,
		// Whatever it says: nothing starts before it is approved.
		attack: ({ fields, main }) => {
			const servers = [{ type: "stdio", command: "touch", args: [join(home.folder, "in/started")], env: { A: main } }];
			const agent = { ...fields, model: MODEL, endpointUrl: `${thief.url}/v1`, apiKey: main, servers };
			return run(`hub infer --agent ${write("in/agent.json", JSON.stringify(agent))} hi`);
		},
		isSilent: true,
		oversize: () =>
			run(`hub infer --agent ${write("in/agent.json", JSON.stringify({ model: MODEL, x: "x".repeat(2 ** 20) }))} hi`),
	},
	"`--replay DIR`": {
		calls: 0,
		attack: async ({ fields, main }) => {
			const folder = `in/recordings-${++batches}`;
			await infer(`--record ${folder} hi`);
			const asked = service.requests.length;
			for (const name of readdirSync(join(home.folder, folder))) {
				const recording = JSON.parse(readFileSync(join(home.folder, folder, name), "utf8"));
				const headers = { ...recording.response.headers, location: thief.url, "x-note": main.replace(/[^ -~]/g, "") };
				write(
					`${folder}/${name}`,
					JSON.stringify({ ...fields, ...recording, response: { ...recording.response, ...fields, headers } }),
				);
			}
			const outcome = await infer(`--replay ${folder} hi`);
			expect(service.requests.length).toBe(asked);
			service.requests.length = 0;
			return outcome;
		},
		isSilent: true,
		oversize: async () => {
			answer = { body: completion(big) };
			await infer("--record in/large-recording hi");
			answer = undefined;
			return await infer("--replay in/large-recording --max-output 1kB hi");
		},
	},
	"`hub logs rerun`": {
		attack: ({ fields, main }) => {
			logCall({ messages: messages(main), ...fields });
			return run("hub logs rerun abc --retries 0");
		},
		takesParameters: true,
		oversize: () => {
			logCall({ messages: JSON.parse(`${"[".repeat(2000)}${"]".repeat(2000)}`) });
			return run("hub logs rerun abc");
		},
	},
	"`-c`, saved chats": {
		attack: ({ fields, main }) => {
			saveChat(main, fields);
			return run("hub infer -c mine --no-stream --retries 0 again");
		},
		isSilent: true,
		oversize: () => {
			saveChat("", {});
			const path = join(home.folder, "data/hub/chats/mine.jsonl");
			writeFileSync(
				path,
				`${readFileSync(path, "utf8").split("\n").slice(0, 1).join("\n")}\n{"type":"settings","place":${"[".repeat(2000)}${"]".repeat(2000)}}\n`,
			);
			return run("hub infer -c mine again");
		},
	},
	"`hub serve --config`": {
		calls: 0,
		// A port that cannot be ends the command after it has read the file.
		attack: ({ fields, main }) =>
			run(
				`hub serve --config ${write("in/serve.yaml", JSON.stringify({ port: 99_999_999, ...fields, aliases: { a: [main] } }))}`,
			),
		own: ["model", "provider", "billTo"],
		oversize: () => run(`hub serve --config ${write("in/serve.yaml", `# ${"x".repeat(1_000_001)}`)}`),
	},
} satisfies Partial<Record<Door, Trial>>;

/** What `--param` refuses. */
const TYPED: readonly string[] = ["accessToken", "endpointUrl", "data", "model", "provider"];

function logCall(args: object): void {
	const record = {
		id: "abc",
		time: "2026-11-01T00:00:00.000Z",
		command: "infer",
		task: "conversational",
		model: MODEL,
		provider: null,
	};
	const facts = {
		endpoint: `${service.url}/v1`,
		routed: false,
		host: null,
		usage: null,
		cost_usd: null,
		price_source: null,
	};
	const ended = { attempts: [], first_ms: null, total_ms: 1, finish_reason: null, output: {} };
	write("data/hub/log/2026-11.jsonl", line({ ...record, ...facts, ...ended, arguments: args }));
}

function saveChat(main: string, fields: object): void {
	const place = { ...fields, endpoint: `${service.url}/v1` };
	write(
		"data/hub/chats/mine.jsonl",
		[
			{ type: "chat", version: 2, created: "2026-11-01T00:00:00.000Z" },
			{ type: "settings", ...fields, model: MODEL, place },
			{ type: "message", time: "2026-11-01T00:00:00.000Z", role: "user", content: main },
			{ type: "message", time: "2026-11-01T00:00:00.000Z", role: "assistant", content: "ok" },
		]
			.map(line)
			.join(""),
	);
}

/** The requests that a gateway has sent, in the form of those that the service got. */
const upstream: Pick<RecordedRequest, "path" | "headers" | "body">[] = [];
const PICTURE = new Blob([new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])], { type: "image/png" });
const SOUND = new Blob([new Uint8Array(64)], { type: "audio/wav" });

async function textOfBody(body: unknown): Promise<string> {
	if (!(body instanceof FormData)) return typeof body === "string" ? body : "[bytes]";
	return JSON.stringify(
		Object.fromEntries([...body].map(([name, value]) => [name, typeof value === "string" ? value : "[file]"])),
	);
}

/** Answers for every task: `org/TASK` is a model for it. */
const answerProvider: GatewayOptions["fetch"] = async (input, init) => {
	const url = String(input);
	const task = /\/api\/models\/org\/([\w-]+)/.exec(url)?.[1];
	const entry = { status: "live", task, providerId: "m" };
	if (task) return Response.json({ inferenceProviderMapping: { together: entry, "hf-inference": entry } });
	const headers = Object.fromEntries(new Headers(init?.headers));
	upstream.push({ path: url, headers, body: await textOfBody(init?.body) });
	if (/chat\/completions/.test(url)) return Response.json(completion("ok"));
	if (/completions/.test(url)) return Response.json({ model: "m", choices: [{ text: "ok" }] });
	if (/transcriptions|translations/.test(url)) return Response.json({ text: "ok" });
	if (/feature-extraction/.test(url)) return Response.json([0.1, 0.2]);
	if (/text-classification|image-classification/.test(lastModel)) return Response.json([[{ label: "x", score: 1 }]]);
	return new Response(/speech/.test(lastModel) ? SOUND : PICTURE);
};
let lastModel = "";

const OFFERS = ["conversational", "text-generation"].map((task) => ({
	model: `org/${task}`,
	provider: "together",
	pricing: { input: 10_000, output: 10_000 },
}));

/** The body of each route: as JSON, or as a form where it has a file. */
const BODIES: Readonly<
	Record<string, { model: string; body: (main: string) => Record<string, unknown>; file?: [string, Blob] }>
> = {
	"/v1/chat/completions": { model: "org/conversational:together", body: (main) => ({ messages: messages(main) }) },
	"/v1/completions": { model: "org/text-generation:together", body: (main) => ({ prompt: main }) },
	"/v1/embeddings": { model: "org/feature-extraction:hf-inference", body: (main) => ({ input: main }) },
	"/v1/images/generations": { model: "org/text-to-image:hf-inference", body: (main) => ({ prompt: main }) },
	"/v1/images/edits": {
		model: "org/image-to-image:hf-inference",
		body: (main) => ({ prompt: main }),
		file: ["image", PICTURE],
	},
	"/v1/audio/speech": { model: "org/text-to-speech:hf-inference", body: (main) => ({ input: main }) },
	"/v1/audio/transcriptions": {
		model: "org/automatic-speech-recognition:together",
		body: (main) => ({ prompt: main }),
		file: ["file", SOUND],
	},
	"/v1/audio/translations": {
		model: "org/automatic-speech-recognition:together",
		body: (main) => ({ prompt: main }),
		file: ["file", SOUND],
	},
	"/v1/responses": { model: "org/conversational:together", body: (main) => ({ input: main }) },
	"/v1/messages": {
		model: "org/conversational:together",
		body: (main) => ({ messages: messages(main), max_tokens: 9 }),
	},
	"/v1/responses/input_tokens": { model: "org/conversational:together", body: (main) => ({ input: main }) },
	"/v1/messages/count_tokens": { model: "org/conversational:together", body: (main) => ({ messages: messages(main) }) },
	"/v1/tasks/{task}": { model: "org/text-classification:hf-inference", body: (main) => ({ inputs: main }) },
};

/** Sends a request to a gateway of its own. */
async function ask(
	route: string,
	body: Record<string, unknown>,
	options: GatewayOptions = {},
	path = route,
): Promise<Outcome> {
	const { model = "", file } = BODIES[route] ?? {};
	lastModel = model;
	const notices: string[] = [];
	const gateway = createGateway({
		fetch: answerProvider,
		token: KEY,
		call: { cache: new Map() },
		offers: () => OFFERS,
		onNotice: (notice) => notices.push(notice),
		...options,
	});
	const whole = { model, ...body };
	const form = new FormData();
	for (const [name, value] of Object.entries(whole))
		form.append(name, typeof value === "string" ? value : JSON.stringify(value));
	if (file && !Object.hasOwn(body, file[0])) form.append(file[0], file[1], "file.bin");
	const url = `http://localhost${path.replace("{task}", "text-classification")}`;
	const headers = { "content-type": "application/json" };
	const init = file ? { method: "POST", body: form } : { method: "POST", body: JSON.stringify(whole), headers };
	const response = await gateway(new Request(url, init));
	const shown = await response.text();
	const notice = response.headers.get("x-hub-notice") ?? "";
	// What a terminal is told is what the header says.
	for (const one of notices) expect(one).toMatch(/^[ -~]+$/);
	return {
		isRefused: !response.ok,
		said: `${notice}\n${response.ok ? "" : shown}`,
		shown: `${shown}\n${JSON.stringify([...response.headers])}`,
	};
}

/** Routes that translate a request keep what a chat knows, and drop the rest. */
const TRANSLATED: readonly string[] = [
	"/v1/responses",
	"/v1/messages",
	"/v1/messages/count_tokens",
	"/v1/responses/input_tokens",
];

function trialOf(route: string): Trial {
	const { body = () => ({}), file } = BODIES[route] ?? {};
	const send = (main: string, fields: object, options?: GatewayOptions): Promise<Outcome> =>
		ask(route, { ...body(main), ...fields }, options);
	const isTask = route.includes("{task}");
	return {
		attack: ({ fields, main }) => send(main, isTask ? { ...fields, parameters: fields } : fields),
		own: isTask ? ["model", "provider"] : ["model"],
		// The route that calls no model has no answer of a call, whose headers say what was left out.
		...(route.endsWith("_tokens") ? { isSilent: true, calls: 0 as const } : {}),
		takesParameters: !TRANSLATED.includes(route),
		...(file ? { media: (place: string) => send("x", { [file[0]]: place }) } : {}),
		...(isTask
			? {
					media: async (place: string) => {
						const fields = { model: "org/image-classification:hf-inference", inputs: place };
						return await ask(route, fields, {}, "/v1/tasks/image-classification");
					},
				}
			: {}),
		oversize: () => send(big, {}, { maxBody: 1000 }),
		...(route.endsWith("_tokens")
			? {}
			: {
					overspend: async () => {
						const outcome = await send("x", {}, { budget: { usd: 0, per: "run" }, unknownPrice: "allow" });
						expect(outcome.said).toContain("budget");
						return outcome;
					},
				}),
	};
}

let agentTools: McpSession;
afterAll(() => agentTools?.leave());

async function callTool(name: string, given: object, more: readonly string[] = []): Promise<Outcome> {
	const session = await startMcp(["--sandbox", "--root", join(home.folder, "in"), ...more], {
		cwd: home.folder,
		env: { ...home.env, HF_TOKEN: KEY, AWS_SECRET_ACCESS_KEY: VARIABLE },
	});
	agentTools = session;
	const result = await session.client
		.callTool({ name, arguments: { ...given } })
		.catch((error: unknown) => ({ isError: true, content: String(error) }));
	await session.leave();
	const text = JSON.stringify(result.content);
	return { isRefused: result.isError === true, said: text, seen: session.stderr(), shown: text };
}

const TRIALS: Readonly<Record<Door, Trial>> = {
	...COMMAND_TRIALS,
	...(Object.fromEntries(CALL_ROUTES.map((route) => [`\`POST ${route}\``, trialOf(route)])) as Record<
		Exclude<Door, keyof typeof COMMAND_TRIALS | "`hub mcp`, calls">,
		Trial
	>),
	"`hub mcp`, calls": {
		attack: ({ fields, main }) => callTool("chat", { ...fields, prompt: main }),
		// The last one does not get through the protocol's own parser.
		own: ["model", "__proto__"],
		calls: 0,
		media: (place) => callTool("describe_image", { image: place }),
		oversize: () => {
			write("in/large.png", Buffer.concat([Buffer.from(PNG_HEAD), Buffer.alloc(5000)]));
			return callTool("describe_image", { image: "large.png" }, ["--max-input", "1kB"]);
		},
		overspend: async () => {
			const outcome = await callTool("chat", { prompt: "Hi" }, ["--max-cost", "0"]);
			expect(outcome.said).toContain("--max-cost");
			return outcome;
		},
	},
};
const PNG_HEAD = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Fields that are never taken from data. */
const hostileFields = (): Record<string, unknown> =>
	Object.fromEntries([
		["data", MARK],
		["endpointUrl", thief.url],
		["endpoint_url", thief.url],
		["accessToken", MARK],
		["provider", MARK],
		["model", MARK],
		["routerUrl", thief.url],
		["hubUrl", thief.url],
		["headers", MARK],
		["fetch", thief.url],
		["billTo", MARK],
		["webhook", thief.url],
		["models", MARK],
		["api_base", thief.url],
		["service_tier", MARK],
		["__proto__", MARK],
		["constructor", MARK],
		[CONTROLS, MARK],
	]);

/** The part of a name that every notice shows as it is. */
const printable = (name: string): string => /^[ -~]*/.exec(name)?.[0] ?? "";

/** Whether a character controls a terminal or turns its text around. */
function controls(character: string): boolean {
	const code = character.codePointAt(0) ?? 0;
	return (
		(code < 0x20 && character !== "\n" && character !== "\t") ||
		(code >= 0x7f && code < 0xa0) ||
		(code >= 0x202a && code <= 0x202e)
	);
}

/** What was sent since the last look, by a command or a gateway. */
function takeSent(): string {
	const sent = [...service.requests.splice(0), ...upstream.splice(0)];
	for (const { headers } of sent) {
		expect(headers["authorization"]).toBe(`Bearer ${KEY}`);
		for (const name of ["x-hf-bill-to", "x-evil"]) expect(headers).not.toHaveProperty(name);
	}
	return sent
		.map(({ path, headers, body }) => `${path}\n${JSON.stringify({ ...headers, authorization: "" })}\n${body}`)
		.join("\n");
}

function expectNoCanary(text: string): void {
	for (const canary of [SECRET, VARIABLE, KEY]) expect(text).not.toContain(canary);
}

/** Tries a door until it takes what is left of the fields; each try takes away those that it names as it refuses. */
async function tryFields(
	{ attack }: Trial,
	fields: Readonly<Record<string, unknown>>,
): Promise<{ said: string; sent: string }> {
	let left = Object.keys(fields);
	let said = "";
	let sent = "";
	for (;;) {
		const outcome = await attack({
			fields: Object.fromEntries(left.map((name) => [name, fields[name]])),
			main: "Say ok.",
		});
		const now = takeSent();
		said += outcome.said;
		sent += now;
		if (!outcome.isRefused) return { said, sent };
		const rest = left.filter((name) => !outcome.said.includes(printable(name)));
		if (rest.length === left.length || rest.length === 0) return { said, sent };
		left = rest;
	}
}

const doors = Object.entries(TRIALS) as [Door, Trial][];

describe.each(doors)("%s", (door, trial) => {
	it("sets nothing that only the user sets, and says what was left out", async () => {
		const all = Object.entries(hostileFields()).filter(([name]) => !trial.own?.includes(name));
		const tried = door === "`--param`, typed" ? all.filter(([name]) => TYPED.includes(name)) : all;
		for (let start = 0; start < tried.length; start += 6) {
			const fields = Object.fromEntries(tried.slice(start, start + 6));
			const { said, sent } = await tryFields(trial, fields);
			expect(sent).not.toContain(MARK);
			expect(sent).not.toContain(thief.url);
			expectNoCanary(said + sent);
			if (!trial.isSilent) for (const name of Object.keys(fields)) expect(said).toContain(printable(name));
		}
		expect(thief.requests).toEqual([]);
	});

	if (trial.takesParameters)
		it("takes the parameters of a model, also unknown ones", async () => {
			const fields = { min_p: 0.0625, dry_multiplier: 0.8, chat_template_kwargs: { enable_thinking: false } };
			const { isRefused, said } = await trial.attack({ fields, main: "Say ok." });
			const sent = takeSent();
			expect({ isRefused, said }).toMatchObject({ isRefused: false, said: expect.not.stringContaining("Left out") });
			expect(sent).toMatch(/dry_multiplier.{1,4}0\.8/);
			if (!sent.includes("[file]")) expect(sent).toContain('"chat_template_kwargs":{"enable_thinking":false}');
		});

	it("takes no file and no variable that its words name", async () => {
		const secret = join(home.folder, "private/secret.txt");
		const texts = [
			`@${secret}`,
			`file://${secret}`,
			["$NAME", `$${"{NAME}"}`, `$${"{input:NAME}"}`, `$${"{env:NAME}"}`]
				.join(" ")
				.replaceAll("NAME", "AWS_SECRET_ACCESS_KEY"),
			"{{ AWS_SECRET_ACCESS_KEY }} {{ env.AWS_SECRET_ACCESS_KEY }} {% include '../private/secret.txt' %}",
		];
		for (const main of texts) {
			const typed = door === "`--param`, typed" ? main.replace(/^@/, "") : main;
			const { said, shown = "" } = await trial.attack({ fields: {}, main: typed });
			expectNoCanary(takeSent() + said + shown);
		}
		expect(thief.requests).toEqual([]);
	});

	if (trial.media)
		it("opens no path and no address that it may not reach", async () => {
			const secret = join(home.folder, "private/secret.png");
			const places = [
				secret,
				`file://${secret}`,
				"../private/secret.png",
				`${thief.url}/a.png`,
				"http://169.254.169.254/a.png",
			];
			for (const place of places) {
				const outcome = await trial.media?.(place);
				expect(outcome).toMatchObject({ isRefused: true });
				expectNoCanary(takeSent() + (outcome?.said ?? "") + (outcome?.shown ?? ""));
			}
			expect(thief.requests).toEqual([]);
		});

	it("makes no more calls than its limit allows", async () => {
		await trial.attack({ fields: {}, main: "Say ok." });
		const once = service.requests.length + upstream.length;
		takeSent();
		expect(once).toBe(trial.calls ?? 1);
		if (!trial.overspend) return;
		const outcome = await trial.overspend();
		expect(outcome.isRefused).toBe(true);
		// The first call shows what a call costs.
		expect(service.requests.length + upstream.length).toBeLessThanOrEqual(1);
		takeSent();
	});

	it("shows no control character of it", async () => {
		const hostile = await trial.attack({ fields: { [CONTROLS]: CONTROLS }, main: "Say ok." });
		answer = { status: 400, body: { error: { message: CONTROLS, code: CONTROLS } } };
		const failed = await trial.attack({ fields: {}, main: "Say ok." });
		answer = undefined;
		takeSent();
		for (const { said, seen = said } of [hostile, failed]) expect([...seen].filter(controls)).toEqual([]);
	});

	it("reads no more than its size", async () => {
		const outcome = await trial.oversize();
		answer = undefined;
		expect({ ...outcome, shown: "" }).toMatchObject({ isRefused: true });
		expect(outcome.said).not.toContain("bug in hub");
		expect(service.requests.length + upstream.length).toBeLessThanOrEqual(door === "`--replay DIR`" ? 1 : 0);
		takeSent();
	});
});

describe("the table of doors", () => {
	it("has every route that takes a request for a model", () => {
		expect(CALL_ROUTES.filter((route) => !Object.hasOwn(DOORS, `\`POST ${route}\``))).toEqual([]);
		const routes = Object.keys(DOORS).flatMap((door) => /^`POST (.*)`$/.exec(door)?.[1] ?? []);
		expect(routes.filter((route) => !CALL_ROUTES.includes(route) || !Object.hasOwn(BODIES, route))).toEqual([]);
	});

	it("has the doors of every command", () => {
		const commands = CLI_COMMANDS.map(({ name }) => name);
		expect(Object.keys(COMMANDS).sort()).toEqual(commands.sort());
		const listed = new Set(Object.values(COMMANDS).flat());
		const ofCommands = (Object.keys(DOORS) as Door[]).filter((door) => !door.startsWith("`POST"));
		expect(ofCommands.filter((door) => !listed.has(door))).toEqual([]);
	});

	it("has every option whose value is data, at the commands that have it", async () => {
		const found = await listDataOptions();
		expect([...new Set(found.map(({ flag }) => flag))].filter((flag) => !Object.hasOwn(OPTIONS, flag))).toEqual([]);
		const missing = found.filter(({ flag, command }) => {
			const door = OPTIONS[flag];
			return door !== undefined && door !== "the user's own" && !COMMANDS[command]?.includes(door);
		});
		expect(missing).toEqual([]);
		expect(Object.keys(OPTIONS).filter((flag) => !found.some((option) => option.flag === flag))).toEqual([]);
	});

	it("is the one of docs/safety.md", () => {
		const page = readFileSync(root("docs/safety.md"), "utf8");
		const section = page.split("## Rules for data\n")[1]?.split("\n## ")[0] ?? "";
		expect(section.split("\n").filter((text) => text.startsWith("|"))).toEqual(formatDoors());
	});

	it("has a rule for each of its columns", () => {
		for (const cells of Object.values(DOORS))
			expect(Object.keys(cells).sort()).toEqual((Object.keys(RULES) as Rule[]).sort());
	});
});

/** Placeholders of values that are data, or say where it lies. */
const DATA = /^(?:file|path|path\|url|agent|server|dir|folder|place|json|k=v|output)$/;
/** Options with another placeholder that read data. */
const MORE: readonly string[] = ["--saved", "--resume", "--export"];

async function listDataOptions(): Promise<{ flag: string; command: string }[]> {
	const output = { write: () => true };
	const env = home.env;
	const { signal } = new AbortController();
	const context = createContext({
		stdin: process.stdin,
		stdout: output,
		stderr: output,
		env,
		cwd: home.folder,
		signal,
	});
	const found: { flag: string; command: string }[] = [];
	for (const entry of CLI_COMMANDS) {
		const { createCommand } = await entry.load();
		const command = createCommand(context);
		for (const { flags, long } of [command, ...command.commands].flatMap(({ options }) => options)) {
			const value = /[<[](.*)[>\]]/.exec(flags)?.[1] ?? "";
			const flag = long ?? "";
			if (DATA.test(value) || MORE.includes(flag)) found.push({ flag, command: entry.name });
		}
	}
	return found;
}

import { spawn } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { builtFile } from "../helpers/built.ts";
import { type ScriptedAnswer, startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";

const HUB = builtFile("bin/hub.js");
const FILES = { "rows.txt": "one\n", "token.txt": "hf_abcdefghijklmnopqrst\n" };

function openHome(): Home {
	const home = createHome(FILES);
	onTestFinished(() => home.remove());
	return home;
}

const events = { "content-type": "text/event-stream" };
const piece = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "first " } }] })}\n\n`;

/** How a service fails. */
const FAULTS = {
	refused: { ending: "refuse" },
	"401": { status: 401, body: { error: "Invalid token" } },
	"402": { status: 402, body: { error: "No credit" } },
	"404": { status: 404, body: { error: "Not found" } },
	"429": { status: 429, body: { error: "Too many" } },
	"500": { status: 500, body: { error: "Broken" } },
	html: { headers: { "content-type": "text/html" }, body: "<!doctype html><title>Welcome</title>" },
	cut: { headers: events, body: piece, ending: "cut" },
	silence: { ending: "silence" },
} as const satisfies Record<string, ScriptedAnswer>;
type Fault = keyof typeof FAULTS;

/** The exit code of `hub infer` for each; those of other commands are the same where they are not listed. */
const CODES: Readonly<Record<Fault, number>> = {
	refused: 7,
	"401": 3,
	"402": 4,
	"404": 4,
	"429": 6,
	"500": 4,
	html: 5,
	cut: 7,
	silence: 6,
};

/** Rows that failed are told in the results; a limit of requests is waited for. */
const OF_ROWS = { refused: 1, "429": undefined, "500": 1, html: 1, cut: 1 } as const;

/** Command lines that ask a service, with the faults that end them otherwise; undefined where it does not apply. */
const LINES: readonly [line: string, others?: Partial<Record<Fault, number | undefined>>][] = [
	["hub infer -t chat -m m --endpoint URL/v1 hello"],
	["hub infer -t chat -m m --endpoint URL/v1 hello --no-stream"],
	["hub infer -t chat -m m --endpoint URL/v1 hello --json"],
	["hub infer -t chat -m m --endpoint URL/v1 hello --schema 'name'"],
	["hub infer -t text-to-image -m m --endpoint URL/v1 hello -o x.png"],
	["hub infer -t embed -m m --endpoint URL/v1 hello"],
	["hub infer -t chat -m org/m:groq hello"],
	["hub 'Is it so?' -m m --endpoint URL/v1"],
	["hub ask -m m --endpoint URL/v1 hello"],
	["hub compare -t chat -m org/m:groq,org/m:together hello"],
	["hub batch rows.txt -t chat -m m --endpoint URL/v1 --progress none -o out.jsonl", OF_ROWS],
	["hub batch rows.txt -t chat -m m --endpoint URL/v1 --progress none", OF_ROWS],
	["hub batch rows.txt -t chat -m org/m:groq --progress none"],
	["hub models word", { silence: undefined }],
	["hub models org/m", { silence: undefined }],
	["hub providers -m org/m", { silence: undefined }],
	["hub snippet org/m", { silence: undefined }],
	["hub whoami", { silence: undefined }],
	["hub login --token-stdin < token.txt", { silence: undefined }],
];

describe.each(Object.keys(FAULTS) as Fault[])("a service that answers with %s", (fault) => {
	it.each(LINES)("ends with the documented exit code: %s", async (line, others = {}) => {
		const wanted = fault in others ? others[fault] : CODES[fault];
		if (wanted === undefined) return;
		const home = openHome();
		const server = await startServer([FAULTS[fault]]);
		onTestFinished(() => server.close());
		const env = { HF_TOKEN: "hf_abcdefghijklmnopqrst", HF_ENDPOINT: server.url, HUB_ROUTER_URL: server.url };
		const [command = "", redirect] = line.replace("URL", server.url).split(" < ");
		const limit = fault === "silence" ? " --deadline 1" : "";
		const { code, stderr } = await home.run(`${command} --retries 0${limit}${redirect ? ` < ${redirect}` : ""}`, {
			env,
		});
		expect({ code, stderr }).toMatchObject({ code: wanted, stderr: expect.stringMatching(/\S/) });
	});
});

describe("Ctrl-C while a service", () => {
	/** Starts a command, presses Ctrl-C at its first request, and again each second: a batch waits for its calls. */
	async function interrupt(line: string, answer: ScriptedAnswer): Promise<number | string | null> {
		const home = openHome();
		let hear = (): void => undefined;
		const asked = new Promise<void>((resolve) => {
			hear = resolve;
		});
		const server = await startServer(() => {
			hear();
			return answer;
		});
		onTestFinished(() => server.close());
		const given = line.replace("URL", server.url).replace(/^hub /, `exec "${process.execPath}" "${HUB}" `);
		const child = spawn("bash", ["-c", `${given} --retries 0`.replace(/( < \S+)(.*)$/, "$2$1")], {
			cwd: home.folder,
			env: { ...home.env, HF_TOKEN: "hf_abcdefghijklmnopqrst", HF_ENDPOINT: server.url, HUB_ROUTER_URL: server.url },
			stdio: ["ignore", "ignore", "ignore"],
		});
		const ended = new Promise<number | string | null>((resolve) => {
			child.on("close", (code, signal) => resolve(code ?? signal));
		});
		const first = await Promise.race([asked, ended]);
		if (first !== undefined) return first;
		child.kill("SIGINT");
		const presses = setInterval(() => child.kill("SIGINT"), 1000);
		return await ended.finally(() => clearInterval(presses));
	}

	it.each(LINES.flatMap(([line]) => [[line, "is silent"] as const, [line, "stops in the middle"] as const]))(
		"ends with exit code 130: %s, which %s",
		async (line, how) => {
			const stopped = { headers: events, body: piece, ending: "hang" } as const;
			expect(await interrupt(line, how === "is silent" ? FAULTS.silence : stopped)).toBe(130);
		},
	);
});

/** The names that help lists. */
const shown = COMMANDS.filter(({ isHidden }) => !isHidden).map(({ name }) => name);

describe.each(shown)("hub %s", (name) => {
	it("refuses what is no option with exit code 2", async () => {
		const { code, stdout, stderr } = await openHome().run(`hub ${name} --no-such-option`);
		expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
		expect(stderr).toMatch(/--no-such-option/);
	});
});

describe("a file that does not exist", () => {
	it.each([
		"hub infer -t chat --sandbox @missing.txt",
		"hub infer -t chat --sandbox -f missing.txt hello",
		"hub infer -t asr --sandbox missing.wav",
		"hub infer -t chat --sandbox --messages missing.json",
		"hub infer -t chat --sandbox --schema missing.json hello",
		"hub infer -t chat --sandbox --params missing.json hello",
		"hub compare -t chat --sandbox -m a/b,c/d @missing.txt",
		"hub batch missing.jsonl -t chat --sandbox",
		"hub batch missing/ -t asr --sandbox",
		"hub template missing.jinja",
		"hub serve --config missing.toml",
		"hub infer -t chat --sandbox -T missing.yaml",
		"hub infer -t chat --sandbox hello -o missing/x.txt",
	])("ends with exit code 2: %s", async (line) => {
		const { code, stderr } = await openHome().run(line);
		expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/missing/) });
	});
});

describe("a model that nobody serves", () => {
	it.each([
		["hub infer -t chat -m org/none:groq hello"],
		["hub compare -t chat -m org/none:groq,org/none:together hello"],
		["hub batch rows.txt -t chat -m org/none:groq --progress none"],
	])("ends with exit code 2: %s", async (line) => {
		const server = await startServer([{ body: { id: "org/none", inferenceProviderMapping: {} } }]);
		onTestFinished(() => server.close());
		const env = { HF_TOKEN: "hf_abcdefghijklmnopqrst", HF_ENDPOINT: server.url, HUB_ROUTER_URL: server.url };
		const { code, stderr } = await openHome().run(line, { env });
		expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringMatching(/org\/none|model/i) });
	});
});

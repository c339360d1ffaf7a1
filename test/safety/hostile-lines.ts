import { createSandbox, startSandbox } from "../../src/sandbox-server.ts";
import { makeRandom } from "../fuzz/random.ts";
import { runHub } from "../helpers/in-process.ts";
import { createHome } from "../helpers/session.ts";

/** What a terminal would obey or show as something else, without the two characters that no file name has. */
export const HOSTILE =
	"EVIL\u001b]0;owned\u0007\u001b[2J\u001b[1;1H\u001b[41m\u001bP0q\u001b\\\u009b2J\u009d52;c;eA==\u009c\b\r\u007f\u202e\u2066\u2028\u200f";
/** A name for a word of a command line, a file or a folder. */
const EVIL = `x${HOSTILE}y`;

/**
 * Lines for each command: names that somebody else chose, and calls whose responses are hostile. A line runs in a folder
 * of files with such names. A command without a line fails the test.
 */
export const LINES: Readonly<Record<string, readonly (readonly string[])[]>> = {
	infer: [
		["-t", "chat", "hi"],
		["-t", "chat", "hi", "--stats", "--no-stream"],
		["-t", "chat", "hi", "--debug"],
		["-t", "chat", "hi", "--json"],
		["-t", "chat", "hi", "-p", "together,groq", "--stats"],
		["-t", "chat", "-f", ".", "hi"],
		["-t", "chat", "-f", `${EVIL}.txt`, "hi", "--dry-run"],
		["-t", "chat", "-T", EVIL],
		["-t", "chat", "-T", `http://127.0.0.1:1/${EVIL}`],
		["-t", "chat", "--agent", EVIL, "hi"],
		["-t", "chat", "--agent", `agent${EVIL}`, "hi"],
		["-t", "chat", "--mcp", EVIL, "hi"],
		["-t", "chat", "--replay", EVIL, "hi"],
		["-t", "chat", "-c", EVIL, "hi"],
		["-t", "chat", "--system", EVIL, "hi", "--curl"],
		["-t", "classify", "hi"],
		["-t", "classify", "hi", "--format", "table"],
		["-t", "ner", "hi"],
		["-t", "summarization", "hi"],
		["-t", "fill-mask", "hi <mask>"],
		["-t", "zero-shot-classification", "hi", "--labels", `a,${EVIL}`],
		["-t", "question-answering", "who?", "--context", EVIL],
		["-t", "image-classification", `${EVIL}.png`],
		["-t", "object-detection", `${EVIL}.png`],
		["-t", "asr", `${EVIL}.txt`],
		["-t", "text-to-image", EVIL, "-o", `out${EVIL}.png`, "--force"],
		["-t", "text-to-image", EVIL, "-o", `no${EVIL}/a.png`],
		["-t", EVIL, "hi"],
		["-t", "chat", "-p", EVIL, "hi"],
		["-t", "chat", "-m", `org/${EVIL}`, "hi"],
		["-t", "chat", "--param", `${EVIL}=1`, "hi"],
		["-t", "chat", "--params", `${EVIL}.json`, "hi"],
		["-t", "chat", "--input", `${EVIL}.json`],
		["-t", "chat", "--schema", EVIL, "hi"],
		["-t", "chat", "--jq", EVIL, "hi"],
		["-t", "chat", "--jq", ".choices[0].message.content", "hi"],
		["-t", "chat", "--template", "{{ item }}", "hi"],
		[`--${EVIL}`, "hi"],
	],
	chat: [["-m", `org/${EVIL}`], ["--list"], ["--export", EVIL], ["--delete", EVIL], ["-c", EVIL], [`--${EVIL}`]],
	batch: [
		[`${EVIL}.jsonl`, "-t", "chat", "-o", `out${EVIL}.jsonl`, "--force", "--progress", "none"],
		[`${EVIL}.jsonl`, "-t", "chat", "-p", "together,groq", "--progress", "plain"],
		[`${EVIL}.csv`, "-t", "chat", "--prompt", "{{ missing }}", "--progress", "none"],
		[`${EVIL}.csv`, "-t", "chat", "--column", EVIL],
		[`${EVIL}.csv`, "-t", "chat", "--estimate"],
		[`${EVIL}.txt`, "-t", "chat", "--input-format", "parquet"],
		[`${EVIL}.txt`, "-t", "chat", "--input-format", "jsonl"],
		[`d${EVIL}`, "-t", "image-classification", "--progress", "none"],
		[`no${EVIL}.jsonl`, "-t", "chat"],
		["status", `out${EVIL}.jsonl`],
		["repair", `out${EVIL}.jsonl`],
		["repair", `${EVIL}.jsonl`],
		["merge", `out${EVIL}.jsonl`, "-o", `merged${EVIL}.jsonl`],
		["cancel", `out${EVIL}.jsonl`],
		["recipe", EVIL],
		[`${EVIL}.jsonl`, "-t", "chat", "-o", `jobs${EVIL}.jsonl`, "--force", "--via", "provider", "--poll", "0"],
	],
	compare: [
		["-m", `org/a,org/${EVIL}`, "hi"],
		["-m", "Qwen/Qwen2.5-7B-Instruct", "-p", "together,groq", "hi"],
		["-t", "classify", "-m", "a/b,c/d", "hi"],
	],
	tasks: [[EVIL], ["--search", EVIL], ["chat"]],
	libraries: [[EVIL], ["--search", EVIL], ["diffusers"]],
	providers: [[EVIL], ["-m", "org/model"], ["-m", `org/${EVIL}`], ["--search", EVIL], ["local"], ["together"]],
	sandbox: [["samples", EVIL], ["samples"], ["--port", EVIL], ["--fault", EVIL], ["--replay", EVIL]],
	serve: [
		["--config", `${EVIL}.yaml`],
		["--config", `no${EVIL}.yaml`],
		["--alias", `${EVIL}=a`],
		["-p", EVIL],
		["--host", EVIL],
		["--port", EVIL],
	],
	mcp: [
		["--tools", EVIL],
		["--root", EVIL],
		["--print", EVIL],
		["-m", `${EVIL}=x/y`],
		["--print", "claude"],
	],
	launch: [[EVIL], ["codex", "--print", "-m", EVIL], ["claude", "--config", `${EVIL}.yaml`], []],
	models: [
		["llama"],
		["llama", "--providers"],
		["-t", "chat", "--sort", "price"],
		["org/model"],
		["org/model", "--providers"],
		[`org/${EVIL}`],
		["--author", EVIL],
	],
	snippet: [
		["org/model"],
		["org/model", "--list"],
		["org/model", "--all-libraries"],
		["org/model", "--api", "--client", "curl"],
		[`org/${EVIL}`],
		["--model-file", `${EVIL}.json`],
		["org/model", "--variant", EVIL],
	],
	template: [
		["check", `${EVIL}.jinja`],
		["check", `bad${EVIL}.jinja`],
		["format", `${EVIL}.jinja`, "--check"],
		["format", `${EVIL}.jinja`, "--write"],
		["format", `${EVIL}.jinja`],
		["render", `${EVIL}.jinja`],
		["render", `${EVIL}.jinja`, "--show-tokens"],
		["render", "org/model"],
		["inspect", `${EVIL}.jinja`],
		["inspect", "org/model"],
		["render", `no${EVIL}.jinja`],
	],
	login: [["--provider", EVIL, "--token-stdin"], ["--token-stdin"], [EVIL]],
	logout: [[EVIL], ["--provider", EVIL], ["--provider", "together"]],
	whoami: [[], ["--json"]],
	config: [
		["list"],
		["get", EVIL],
		["set", EVIL, "1"],
		["set", "proxy", EVIL],
		["set", `mcp.${EVIL}`, EVIL],
		["set", "model.chat", EVIL],
		["get", "model.chat"],
		["unset", EVIL],
	],
	prompt: [["list"], ["show", EVIL], ["show", "saved"], ["save", EVIL, "x"], ["delete", EVIL], ["edit", EVIL]],
	skill: [["--install", EVIL], []],
	ask: [[EVIL], ["-m", EVIL, "hi"]],
	alias: [["list"], ["set", EVIL, EVIL], ["set", "ok", EVIL], ["list"], ["delete", EVIL]],
	logs: [[], ["--json"], ["--content"], ["show", EVIL], ["show", "hostile"], ["rerun", "hostile"], ["--since", EVIL]],
	usage: [[], ["--by", "model"], ["--by", "tool"], ["--by", "key"], ["--since", EVIL]],
	doctor: [[], ["org/model"], [`org/${EVIL}`]],
	completion: [[EVIL], ["bash"]],
	__complete: [
		["--", "hub", EVIL],
		["--", "hub", "infer", "-m", ""],
		["--", "hub", "infer", "-T", ""],
		["--", EVIL],
		[EVIL],
	],
	"": [[EVIL], ["hi"], ["help", EVIL], [`${EVIL}.txt`, "explain"], ["what", EVIL]],
};

/** Files that lines name. */
function files(): Record<string, string> {
	const call = {
		id: "hostile",
		time: new Date().toISOString(),
		task: EVIL,
		model: EVIL,
		provider: EVIL,
		error: { name: EVIL, message: EVIL },
		arguments: { inputs: EVIL },
		output: EVIL,
		tools: [{ name: EVIL, time: EVIL, ms: 1, bytes: 1 }],
	};
	return {
		[`${EVIL}.txt`]: EVIL,
		[`${EVIL}.png`]: EVIL,
		[`d${EVIL}/${EVIL}.png`]: EVIL,
		[`${EVIL}.jsonl`]: `${JSON.stringify({ id: EVIL, inputs: EVIL, [EVIL]: EVIL })}\n{"inputs":"b"}\n`,
		[`${EVIL}.csv`]: `id,${JSON.stringify(EVIL)}\n${JSON.stringify(EVIL)},b\n`,
		[`${EVIL}.json`]: JSON.stringify({ [EVIL]: EVIL, inputs: EVIL, data: EVIL, id: EVIL, library_name: EVIL }),
		[`${EVIL}.yaml`]: JSON.stringify({ [EVIL]: EVIL }),
		[`${EVIL}.jinja`]: `{%if a%}${EVIL.replaceAll("\r", "")}{%endif%}`,
		[`bad${EVIL}.jinja`]: `${EVIL}{% ${EVIL} %}`,
		[`agent${EVIL}/agent.json`]: JSON.stringify({
			model: EVIL,
			[EVIL]: EVIL,
			servers: [{ type: EVIL, command: EVIL }],
		}),
		".config/hub/prompts/saved.md": `---\nsystem: ${JSON.stringify(EVIL)}\n---\n${EVIL}`,
		".config/hub/config.json": JSON.stringify({ aliases: { [EVIL]: EVIL, evil: EVIL }, [EVIL]: EVIL, log: "metadata" }),
		[`.local/state/hub/log/${new Date().toISOString().slice(0, 7)}.jsonl`]: `${JSON.stringify(call)}\n`,
	};
}

/** Codes of ours: styles, the link to a saved file, and what Ink and the spinner write to draw lines again. */
const OWN = new RegExp(
	[
		String.raw`\u001b\[(?:[0-479]|2[2-479]|3[1-69]|90|39;49|30;\d{2,3}|[34]8;[25][\d;]*)m`,
		String.raw`\u001b\]8;;(?:file:[!-~]*)?\u001b\\`,
		String.raw`\u001b\[\?(?:25|2026)[lh]|\r?\u001b\[2?K|\u001b\[\d*[ABCG]|\u001b\[J`,
		String.raw`\r\n`,
	].join("|"),
	"g",
);
/** What neither a terminal nor standard error gets. */
const CONTROLS = /(?![\n\t])[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** A character that was not shown as a sign, with what is around it. */
export function findControl(text: string): string | undefined {
	const rest = text.replace(OWN, "");
	const place = rest.search(CONTROLS);
	return place === -1 ? undefined : JSON.stringify(rest.slice(Math.max(0, place - 60), place + 20));
}

export interface Finding {
	line: string;
	stream: "stdout" | "stderr";
	found: string;
}

export interface Fuzz {
	/** How many lines ran. */
	count: number;
	findings: Finding[];
	/** What said "a bug in hub". */
	crashes: string[];
	/** Lines that printed something of what is hostile: a fuzz that nothing hostile reaches proves nothing. */
	reached: number;
}

/** Values in place of others: of other types, with members that shadow those of every object, too large, or not to be printed. */
const ODD: readonly string[] = [
	...["null", "0", "-1", "1e400", "1e308", "9007199254740993", "true", '""', "[]", "{}", "[null]", '[[["a"]]]'],
	'{"toString":1,"valueOf":null,"toJSON":true,"then":0}',
	'{"__proto__":null,"constructor":1,"length":-1,"name":{"toString":null}}',
	'[{"toString":0}]',
	'"\\u0000"',
	'"\\ud800"',
	`"${"9".repeat(400)}"`,
	`${"[".repeat(500)}${"]".repeat(500)}`,
];

/** Puts hostile texts, or odd values, in place of a share of the values of JSON. */
export function poison(text: string, random: () => number, share: number, isOdd: boolean, evil = EVIL): string {
	const values = /("(?:[^"\\]|\\.)*")(\s*:)?|(?<=[:[,]\s*)(?:-?[\d.]+|true|false|null)/g;
	return text.replace(values, (whole: string, isText?: string, isKey?: string) => {
		if (isKey || (!isOdd && !isText) || random() >= share) return whole;
		return isOdd ? (ODD[Math.floor(random() * ODD.length)] ?? whole) : JSON.stringify(evil);
	});
}

/** Runs the lines of a command against a service whose responses have hostile texts, on a terminal and in pipes. */
export async function fuzzCommand(command: string, seed: number): Promise<Fuzz> {
	const random = makeRandom(seed);
	const sandbox = createSandbox({ pendingPolls: 0 });
	/** The share of the texts of a response that are hostile: with all of them, most responses are malformed. */
	let share = 1;
	let isOdd = false;
	const service = await startSandbox({
		answer: async (input, init) => {
			const response = await sandbox(input, init);
			const text = /json|event-stream/.test(response.headers.get("content-type") ?? "") ? await response.text() : "";
			if (text === "") return response;
			const poisoned = poison(text, random, share, isOdd);
			const isRefused = random() < 0.2;
			const headers = { "content-type": response.headers.get("content-type") ?? "" };
			return isRefused
				? new Response(JSON.stringify({ error: { message: EVIL, type: EVIL } }), { status: 400, headers })
				: new Response(poisoned, { status: response.status, headers });
		},
	});
	const result: Fuzz = { count: 0, findings: [], crashes: [], reached: 0 };
	try {
		for (const line of LINES[command] ?? []) {
			isOdd = random() < 0.5;
			share = random() < 0.5 ? 0.15 : random() < 0.5 ? 0.5 : 1;
			for (const columns of [100, undefined]) {
				const home = createHome(files());
				const env = {
					...home.env,
					HF_ENDPOINT: service.url,
					HUB_ROUTER_URL: service.url,
					HF_TOKEN: "hf_fuzzOfControlCharacters0123456",
					HUB_RETRIES: "0",
					...(columns === undefined ? {} : { FORCE_COLOR: "1" }),
				};
				const argv = command === "" ? line : [command, ...line];
				const stdin = { kind: "pipe", bytes: Buffer.from(EVIL) } as const;
				const ran = await runHub(argv, { cwd: home.folder, env, stdin, columns });
				home.remove();
				result.count++;
				const [stdout, stderr] = [ran.stdout.toString(), ran.stderr.toString()];
				if (/EVIL/.test(stdout + stderr)) result.reached++;
				const shown = JSON.stringify(argv).replaceAll(JSON.stringify(EVIL).slice(1, -1), "EVIL");
				if (stderr.includes("a bug in hub")) result.crashes.push(`${shown}: ${stderr}`);
				// A pipe gets data unchanged.
				const streams = columns === undefined ? { stderr } : { stdout, stderr };
				for (const [stream, text] of Object.entries(streams)) {
					const found = findControl(text);
					if (found !== undefined) result.findings.push({ line: shown, stream: stream as "stderr", found });
				}
			}
		}
	} finally {
		await service.close();
	}
	return result;
}

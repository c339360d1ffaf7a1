import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { parseJson } from "../../src/base/json.ts";
import { damage, makeRandom } from "../fuzz/random.ts";
import { createHome } from "../helpers/session.ts";
import { listMutants, UNPRINTABLE } from "./mutants.ts";
import { PNG, writeParquet } from "./world.ts";

/** A file that a command reads, with the line that reads it. */
interface Reader {
	file: string;
	line: string;
	/** What the file may hold, as Latin-1, which is bytes; damaged files are made of it. */
	seeds?: readonly string[];
	/** A line that writes the file first, besides seeds. */
	before?: string;
	/** How the line ends with a file that is whole. Default 0. */
	ends?: number;
}

const ROW = '{"id":"a","input":"hi"}\n';
const CHAT = "-t chat --sandbox";
const BATCH = `${CHAT} -o out.jsonl --force --progress none`;

/** Each kind of file that comes from somebody else, or that a stopped run or a full disk may have cut. */
const READERS: Readonly<Record<string, Reader>> = {
	"words of a prompt": { file: "x.txt", line: `hub infer ${CHAT} @x.txt`, seeds: ["hello"] },
	"an attached text": { file: "x.txt", line: `hub infer ${CHAT} -f x.txt hi`, seeds: ["hello"] },
	"an image": {
		file: "x.png",
		line: "hub infer -t image-classification --sandbox x.png",
		seeds: [PNG.toString("latin1")],
	},
	audio: { file: "x.wav", line: "hub infer -t asr --sandbox x.wav", seeds: ["RIFF\0\0\0\0WAVEfmt "] },
	messages: {
		file: "x.json",
		line: `hub infer ${CHAT} --messages x.json`,
		seeds: ['[{"role":"user","content":[{"type":"text","text":"hi"}]}]'],
	},
	"a whole input": {
		file: "x.json",
		line: `hub infer ${CHAT} --input @x.json`,
		seeds: ['{"messages":[{"role":"user","content":"hi"}],"max_tokens":3}'],
	},
	parameters: {
		file: "x.json",
		line: `hub infer ${CHAT} --params @x.json hi`,
		seeds: ['{"temperature":1,"stop":["a"]}'],
	},
	"a schema": {
		file: "x.json",
		line: `hub infer ${CHAT} --schema @x.json hi`,
		seeds: ['{"type":"object","properties":{"a":{"type":"string"}},"required":["a"]}'],
	},
	table: {
		file: "x.csv",
		line: 'hub infer -t table-question-answering --sandbox --table x.csv "how many?"',
		seeds: ["a,b\n1,2\n"],
	},
	"rows as JSON lines": { file: "x.jsonl", line: `hub batch x.jsonl ${BATCH}`, seeds: [ROW] },
	"rows as JSON": { file: "x.json", line: `hub batch x.json ${BATCH}`, seeds: [`[${ROW}]`] },
	"rows as CSV": { file: "x.csv", line: `hub batch x.csv ${BATCH}`, seeds: ["id,input\na,hi\n"] },
	"rows as TSV": { file: "x.tsv", line: `hub batch x.tsv ${BATCH}`, seeds: ["id\tinput\na\thi\n"] },
	"rows as text": { file: "x.txt", line: `hub batch x.txt ${BATCH}`, seeds: ["hi\n"] },
	"rows as Parquet": {
		file: "x.parquet",
		line: `hub batch x.parquet ${BATCH}`,
		seeds: [Buffer.from(writeParquet({ input: ["hi", "ho"] })).toString("latin1")],
	},
	"compressed rows": {
		file: "x.jsonl.gz",
		line: `hub batch x.jsonl.gz ${BATCH}`,
		before: "gzip -c in.jsonl > x.jsonl.gz",
	},
	"rows of requests": {
		file: "x.jsonl",
		line: `hub batch x.jsonl ${BATCH}`,
		seeds: [
			'{"custom_id":"a","method":"POST","url":"/v1/chat/completions","body":{"model":"meta-llama/Llama-3.1-8B-Instruct","messages":[{"role":"user","content":"hi"}]}}\n',
		],
	},
	"results of an earlier run": {
		file: "out.jsonl",
		line: `hub batch in.jsonl ${CHAT} -o out.jsonl --progress none`,
		before: `hub batch in.jsonl ${CHAT} -o out.jsonl --progress none`,
	},
	"failures of an earlier run": {
		// A line that failed is run again.
		file: "out.jsonl",
		line: `hub batch in.jsonl ${CHAT} -o out.jsonl --progress none`,
		before: `hub batch in.jsonl ${CHAT} -o out.jsonl --progress none`,
		seeds: ['{"id":"a","index":0,"error":{"kind":"refused","status":400,"message":"no"},"attempts":1,"seconds":1}\n'],
	},
	"results to reuse": {
		file: "old.jsonl",
		line: `hub batch in.jsonl ${BATCH} --reuse old.jsonl`,
		before: `hub batch in.jsonl ${CHAT} -o old.jsonl --progress none`,
	},
	"a manifest": {
		file: "out.jsonl.batch.json",
		line: `hub batch in.jsonl ${CHAT} -o out.jsonl --progress none`,
		before: `hub batch in.jsonl ${CHAT} -o out.jsonl --progress none`,
	},
	"a chat template": { file: "x.jinja", line: "hub template render x.jinja", seeds: ["{{ 1 + 1 }}"] },
	settings: {
		file: ".config/hub/config.json",
		line: `hub infer ${CHAT} hi`,
		seeds: ['{"timeout":3,"mcp":{"a":"b"},"aliases":{"x":"y"},"providers":["together"]}'],
	},
	"sign-ins": {
		// Nothing listens there.
		ends: 7,
		file: ".config/hub/mcp-logins.json",
		line: `hub infer ${CHAT} --mcp http://127.0.0.1:9/mcp hi`,
		seeds: ['{"logins":[{"server":"http://127.0.0.1:9/mcp","issuer":"","client_id":"a","access_token":"b"}]}'],
	},
	"tokens of hf": {
		file: ".cache/huggingface/stored_tokens",
		line: "hub whoami --sandbox",
		seeds: ["[a]\nhf_token = hf_abc\nexpires_at = 1\n"],
	},
	"a saved prompt": {
		file: "x.yaml",
		line: `hub infer ${CHAT} -T ./x.yaml hi`,
		seeds: ['system: You review.\nprompt: "Say {{ input }}"\nparameters: { temperature: 1 }\n'],
	},
	"a prompt in JSON": {
		file: "x.yaml",
		line: `hub infer ${CHAT} -T ./x.yaml hi`,
		seeds: [
			'{"system":"You review.","prompt":"Say {{ input }}","model":"meta-llama/Llama-3.1-8B-Instruct","task":"chat","parameters":{"temperature":1,"seed":1},"schema":{"type":"object","properties":{"a":{"type":"string"}}}}',
		],
	},
	"a configuration of hub serve": {
		// The address is no machine's own, so nothing is served.
		ends: 2,
		file: "x.yaml",
		line: "hub serve --sandbox --config x.yaml --host 192.0.2.1 --port 1",
		seeds: [
			'{"model":"a/b","header":{"X-A":"b"},"aliases":{"x":{"targets":["a/b"],"timeout":3}},"endpoints":{"own":{"url":"http://127.0.0.1:9/v1","headers":{"X-B":"c"},"models":["m"],"price":{"input":1,"output":2}}},"keys":[{"name":"a","key":"0123456789abcdef0123","models":["x"],"budget":{"usd":1,"per":"day"},"callsPerMinute":3},{"name":"b","keyVariable":"HOME"}],"maxCost":1,"log":"content"}',
		],
	},
	"an agent": {
		// Nobody has approved it.
		ends: 2,
		file: "agent/agent.json",
		line: "hub infer -t chat --sandbox --agent ./agent hi",
		seeds: [
			'{"model":"m","provider":"together","inputs":[{"type":"promptString","id":"a"}],"servers":[{"type":"stdio","command":"true"}]}',
		],
	},
	"a recording": {
		file: "rec/RECORDING.json",
		line: `hub infer ${CHAT} --replay rec hi`,
		before: `hub infer ${CHAT} --record rec hi && mv rec/*.json rec/RECORDING.json`,
	},
};

/** Contents that readers stumble over, whatever they expect. */
const CONTENTS: readonly (string | Uint8Array)[] = [
	"",
	"\0",
	"\0".repeat(5000),
	"a\0b\n",
	"\ufeff",
	Uint8Array.of(0xff, 0xfe, 0, 0xd8),
	Uint8Array.of(0xc3, 0x28, 0x0a),
	"null",
	"[]",
	"[[]]",
	"[null]",
	"{}",
	"0",
	'""',
	"-0",
	"1e999",
	`1${"0".repeat(5000)}`,
	'{"toString":1,"valueOf":2,"toJSON":3}',
	'[{"toString":1,"id":{"toString":1},"input":{"toString":1},"role":{"toString":1},"content":{"toString":1}}]',
	'{"id":{"toString":null},"input":{"toString":null,"valueOf":null},"custom_id":{"toString":null}}',
	'{"__proto__":{"input":"x"},"constructor":{"prototype":null},"input":[]}',
	'{"id":1e308,"input":-1e308,"index":1e21,"max_tokens":1e999}',
	'{"id":"\\u0000","input":"\\u0000\\ud800"}',
	`${"[".repeat(3000)}${"]".repeat(3000)}`,
	`${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`,
	'"id","input"\n"a',
	"---\n: :\n- *a\n&a [*a]\n---\n",
	"---\n!!binary x: !!js/function y\n---\n",
	"{% for x in y %}{{",
];

/** Copies of JSON in which each part is a value that cannot be printed; none of another text. */
function listUnprintable(content: Buffer): Buffer[] {
	const lines = content.toString("utf8").split("\n");
	const value = parseJson(lines.join("\n")) ?? parseJson(lines[0] ?? "");
	if (value === undefined) return [];
	return [...listMutants(value, UNPRINTABLE)].map((mutant) => Buffer.from(`${JSON.stringify(mutant)}\n`));
}

/** Damages bytes as if they were letters. */
function damageBytes(bytes: Buffer, random: () => number): Buffer {
	return Buffer.from(damage(bytes.toString("latin1"), random), "latin1");
}

/** Runs each reader on these contents, and on so many damaged files of its own kind. */
export function describeFileReaders(count: number): void {
	it.each(Object.entries(READERS))(
		"takes no content of a file for a bug in hub: %s",
		async (_, { file, line, seeds = [], before, ends = 0 }) => {
			const whole = createHome({ "in.jsonl": ROW });
			onTestFinished(() => whole.remove());
			mkdirSync(dirname(join(whole.folder, file)), { recursive: true });
			if (before !== undefined) expect(await whole.run(before)).toMatchObject({ code: 0 });
			const written = before === undefined ? [] : [readFileSync(join(whole.folder, file))];
			const files: readonly Buffer[] = [...written, ...seeds.map((seed) => Buffer.from(seed, "latin1"))];
			const random = makeRandom(count);
			const damaged = Array.from({ length: count }, (_, index) =>
				damageBytes(files[index % files.length] ?? Buffer.alloc(0), random),
			);
			const home = createHome();
			onTestFinished(() => home.remove());
			for (const content of [...files, ...CONTENTS, ...files.flatMap(listUnprintable), ...damaged]) {
				rmSync(home.folder, { recursive: true });
				cpSync(whole.folder, home.folder, { recursive: true });
				writeFileSync(join(home.folder, file), content, { mode: 0o600 });
				const { stdout, stderr, code } = await home.run(line);
				const shown = JSON.stringify(Buffer.from(content).toString("latin1").slice(0, 300));
				expect(stdout + stderr, shown).not.toMatch(/bug in hub|Unexpected failure|TypeError|RangeError/);
				// Otherwise the line would end before it reads the file.
				if (files.includes(content as Buffer)) expect(code, stderr).toBe(ends);
				expect(code, shown).toBeLessThan(10);
			}
		},
	);
}

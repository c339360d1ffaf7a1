import { appendFileSync, chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openSpending } from "../../src/cli/commands/serve/call-keeper.ts";
import { createCommand } from "../../src/cli/commands/serve/command.ts";
import { readConfigFile } from "../../src/cli/commands/serve/config-file.ts";
import type { ServeCommandOptions } from "../../src/cli/commands/serve/options.ts";
import { type Context, createContext } from "../../src/cli/context.ts";
import { finishCommand } from "../../src/cli/options/define-command.ts";
import { createHome, type Home } from "../helpers/session.ts";

let home: Home;
let contexts: Context[];
beforeEach(() => {
	home = createHome();
	contexts = [];
});
afterEach(async () => {
	for (const context of contexts) await context.close();
	home.remove();
});

function openContext(now?: () => number): Context {
	const output = { write: () => true };
	const context = createContext({
		stdin: Readable.from([]),
		stdinDescriptor: undefined,
		stdout: output,
		stderr: output,
		env: { HOME: home.folder, ALICE_KEY: "key-of-alice", EMPTY: "" },
		cwd: home.folder,
		signal: new AbortController().signal,
		...(now ? { now } : {}),
	});
	contexts.push(context);
	return context;
}

/** The options of a command line with the file of `--config`. */
async function read(text: string, args: readonly string[] = [], mode = 0o600): Promise<ServeCommandOptions> {
	const path = join(home.folder, "team.yaml");
	writeFileSync(path, text, { mode });
	chmodSync(path, mode);
	const context = openContext();
	const command = finishCommand(createCommand(context), context);
	let given: ServeCommandOptions = {};
	command.action(() => {
		given = command.opts() as ServeCommandOptions;
	});
	await command.parseAsync([...args, "--config", "team.yaml"], { from: "user" });
	return await readConfigFile(given, "team.yaml", command, context);
}

describe("the file of hub serve --config", () => {
	it.each([
		["port: 4000", { port: 4000 }],
		["port: '4000'", { port: 4000 }],
		['{"port": 4000}', { port: 4000 }],
		["host: 0.0.0.0", { host: "0.0.0.0" }],
		["allowHost: [a.example, b.example]", { allowHost: ["a.example", "b.example"] }],
		["cors: https://a.example", { cors: ["https://a.example"] }],
		["provider: [groq, together]", { provider: "groq,together" }],
		["provider: groq,together", { provider: "groq,together" }],
		["model: org/a:groq", { model: "org/a:groq" }],
		["billTo: acme", { billTo: "acme" }],
		["wait: 1.5", { wait: 1.5 }],
		["firstTokenTimeout: 0", { firstTokenTimeout: 0 }],
		["cooldown: 3", { cooldown: 3 }],
		["queue: 10", { queue: 10 }],
		["maxCalls: 200", { maxCalls: 200 }],
		["maxBody: 64kB", { maxBody: 64_000 }],
		["maxBody: 5", { maxBody: 5_000_000 }],
		["grace: 1", { grace: 1 }],
		["record: ./calls", { record: "./calls" }],
		["replayIgnore: [seed, n]", { replayIgnore: ["seed", "n"] }],
		["append: true", { append: true }],
		["log: true", { log: true }],
		["log: content", { log: "content" }],
		["log: false", { log: false }],
		["key: false", { key: false }],
		["keyStdin: true", { keyStdin: true }],
		["sandbox: true", { sandbox: true }],
		["timeout: 30", { timeout: 30 }],
		["header: { X-Team: one }", { header: { "X-Team": "one" } }],
		["maxCost: 5", { maxCost: { usd: 5, per: "run" } }],
		["maxCost: 0.5/day", { maxCost: { usd: 0.5, per: "day" } }],
		["maxCost: $100 / Month", { maxCost: { usd: 100, per: "month" } }],
		["unknownPrice: allow", { unknownPrice: "allow" }],
	])("has a field for each flag: %s", async (text, options) => {
		expect(await read(text)).toMatchObject(options);
	});

	it("has a field for every option but those of one start", async () => {
		const context = openContext();
		const command = finishCommand(createCommand(context), context);
		const names = new Set(command.options.map((option) => option.attributeName()));
		const refused: string[] = [];
		for (const name of names) {
			const problem = await read(`${name}: {}`, []).then(() => "", String);
			if (problem.includes("unknown field")) refused.push(name);
		}
		expect(refused.sort()).toEqual(
			"alias config color debug endpoint input jq json maxInput pager quiet template version"
				.split(" ")
				.filter((name) => names.has(name))
				.sort(),
		);
	});

	it.each([
		[["--port", "1"], { port: 1, queue: 10 }],
		[["--queue", "7"], { port: 4000, queue: 7 }],
		[["--no-key"], { key: false, file: { keys: [] } }],
	])("yields to the command line: %j", async (args, options) => {
		const merged = await read("port: 4000\nqueue: 10\nkey: key-of-all", args);
		expect(merged).toMatchObject(options);
	});

	it("has aliases with limits of their own, in milliseconds for the library", async () => {
		const { file } = await read(
			'aliases:\n  fast: org/a:groq,org/b\n  "claude-*": [org/c]\n  slow: { targets: [org/d:groq], timeout: 90, firstTokenTimeout: 0.5, retries: 2 }',
		);
		expect(file?.aliases).toEqual({
			fast: { targets: ["org/a:groq", "org/b"] },
			"claude-*": { targets: ["org/c"] },
			slow: { targets: ["org/d:groq"], timeout: 90_000, firstTokenTimeout: 500, retries: 2 },
		});
	});

	it("has endpoints, with keys in variables", async () => {
		const { file } = await read(
			"endpoints:\n  gpu: http://10.0.0.5:8000\n  alice: https://a.example\n  big: { url: https://b.example/v1, keyVariable: ALICE_KEY, headers: { X-Team: team-secret }, models: [m], price: { input: 1, output: 2.5, cached: 0 } }",
		);
		expect(file?.endpoints).toEqual({
			gpu: { url: "http://10.0.0.5:8000" },
			alice: { url: "https://a.example" },
			big: {
				url: "https://b.example/v1",
				key: "key-of-alice",
				headers: { "X-Team": "team-secret" },
				models: ["m"],
				price: { input: 1, output: 2.5, cached: 0 },
			},
		});
		const { secrets } = contexts[0] as Context;
		expect(secrets.hide("key-of-alice team-secret")).not.toMatch(/key-of|team-secret/);
		await expect(read("endpoints: { a: { url: https://a.example, headers: { a: b } } }", [], 0o644)).rejects.toThrow(
			"contains secrets",
		);
	});

	it("has named keys", async () => {
		const { file } = await read(
			"key: key-of-all\nkeys:\n  - { name: alice, keyVariable: ALICE_KEY, models: 'claude-*', budget: { usd: 5, per: day } }\n  - name: bob\n    key: key-of-bob\n    models: [fast, org/*]",
		);
		expect(file).toMatchObject({
			key: "key-of-all",
			keys: [
				{ name: "alice", key: "key-of-alice", models: ["claude-*"], budget: { usd: 5, per: "day" } },
				{ name: "bob", key: "key-of-bob", models: ["fast", "org/*"] },
			],
		});
		const { secrets } = contexts[0] as Context;
		expect(secrets.hide("key-of-alice key-of-bob key-of-all")).not.toContain("key-of");
	});

	const SECRET = "secret-of-bob-0001";
	it.each([
		["prot: 1", 'unknown field "prot"', "Did you mean port?"],
		["first-token-timeout: 1", 'unknown field "first-token-timeout"', "Did you mean firstTokenTimeout?"],
		["--queue: 1", 'unknown field "--queue"', "Did you mean queue?"],
		["alias: {}", 'unknown field "alias"', "Did you mean aliases?"],
		["json: true", 'unknown field "json"', undefined],
		["port: no-number", "port is not valid: Give a number from 0 to 65535; 0 finds a free port.", undefined],
		["port: [1, 2]", "port takes one value", undefined],
		["port: true", "port needs a value", undefined],
		["port: null", "port has no such value", undefined],
		["port: []", "port is empty", undefined],
		["header: { X-A: { toString: 1 } }", "header has no such value", undefined],
		["header: { X-A: {} }", "header has no such value", undefined],
		["keys: [{ name: a, keyVariable: { toString: 1 } }]", "a: the variable of its keyVariable is not set", undefined],
		["sandbox: yes please", "sandbox is true or false", undefined],
		["maxCost: 5/week", "maxCost is not valid: Give US dollars: 5, 5/day or 100/month.", undefined],
		["maxCost: -1", "maxCost is not valid", undefined],
		["unknownPrice: maybe", "unknownPrice is not valid", undefined],
		["", "it has no fields", undefined],
		["- a", "it has no fields", undefined],
		[`key: "${SECRET}" "${SECRET}"`, "it is not YAML at line 1, column", undefined],
		[`a: *${SECRET}`, "it has more aliases than hub reads, or one without an anchor.", undefined],
		[`port: ${"[".repeat(5000)}${"]".repeat(5000)}`, "it is nested too deeply.", undefined],
		[`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`, "it is nested too deeply.", undefined],
		["port: 1\nport: 2", "it has the same key twice at line 2, column 1.", undefined],
		["aliases: [a]", "aliases must be names with targets", undefined],
		["aliases: { a: { targets: x/y, retrie: 1 } }", 'aliases.a: unknown field "retrie"', "Did you mean retries?"],
		["aliases: { a: { targets: x/y, retries: 1.5 } }", "aliases.a: retries is not a number", undefined],
		["aliases: { a: { targets: x/y, timeout: soon } }", "aliases.a: timeout is not a number", undefined],
		["aliases: { a: { timeout: 1 } }", "aliases.a: targets must be text", undefined],
		["aliases: { a: { targets: x/y, timeout: .inf } }", "aliases.a: timeout is not a number", undefined],
		["endpoints: []", "endpoints must be names with URLs", undefined],
		["endpoints: { a: 5 }", "endpoints.a must be a URL, or fields", undefined],
		["endpoints: { a: { models: [x] } }", "endpoints.a needs a url", undefined],
		["endpoints: { a: { url: x, key: y } }", 'endpoints.a: unknown field "key"', undefined],
		[`endpoints: { a: { url: x, keyVariable: ${SECRET} } }`, "keyVariable must be the name of a variable", undefined],
		["endpoints: { a: { url: x, keyVariable: NO_SUCH } }", "the variable NO_SUCH is not set", undefined],
		["endpoints: { a: { url: x, headers: { 'a b': c } } }", "the header a b cannot be sent", undefined],
		["endpoints: { a: { url: x, price: 5 } }", "price must be", undefined],
		["endpoints: { a: { url: x, price: { input: 1 } } }", "price must be", undefined],
		["endpoints: { a: { url: x, price: { input: -1, output: 1 } } }", "price must be", undefined],
		["keys: {}", "keys must be a list", undefined],
		["keys: [{ key: abc }]", "key 1 needs a name", undefined],
		["keys: [{ name: 'a b', key: abc }]", "key 1 needs a name", undefined],
		["keys: [{ name: '\u001b[31m', key: abc }]", "key 1 needs a name", undefined],
		["keys: [{ name: a }]", "a needs either key or keyVariable", undefined],
		[`keys: [{ name: a, key: ${SECRET}, keyVariable: B }]`, "a needs either key or keyVariable", undefined],
		["keys: [{ name: a, keyVariable: NO_SUCH }]", "a: the variable NO_SUCH is not set", undefined],
		[`keys: [{ name: a, keyVariable: ${SECRET} }]`, "a: the variable of its keyVariable is not set", undefined],
		["keys: [{ name: a, keyVariable: EMPTY }]", "a: the variable EMPTY is not set", undefined],
		["keys: [{ name: a, key: 12345678 }]", "its key must be printable characters", undefined],
		["keys: [{ name: a, key: 'a b' }]", "its key must be printable characters", undefined],
		["keys: [{ name: a, key: x, model: y }]", 'key 1: unknown field "model"', "Did you mean models?"],
		["keys: [{ name: a, key: x, budget: 5 }]", "a: budget has no fields", undefined],
		["keys: [{ name: a, key: x, budget: { usd: 5 } }]", "a: budget must be", undefined],
		["keys: [{ name: a, key: x, budget: { usd: -5, per: day } }]", "a: budget must be", undefined],
		["keys: [{ name: a, key: x, budget: { usd: .inf, per: day } }]", "a: budget must be", undefined],
		["keys: [{ name: a, key: x }, { name: a, key: y }]", "two keys have the same name", undefined],
		[`keys: [{ name: a, key: ${SECRET} }, { name: b, key: ${SECRET} }]`, "two names have the same key", undefined],
		["key: false\nkeys: [{ name: a, key: x }]", "--no-key and keys in team.yaml cannot be combined", undefined],
	])("is refused: %s", async (text, message, hint) => {
		const error = (await read(text).then(
			() => undefined,
			(problem: unknown) => problem,
		)) as Error & { hint?: string };
		expect(error.message).toContain(message);
		if (hint !== undefined) expect(error.hint).toBe(hint);
		expect(`${error.message} ${error.hint}`).not.toContain(SECRET);
		expect(error.message.split("\n")).toHaveLength(1);
	});

	it.each([
		["keys: [{ name: a, key: abc }]", 0o644, false],
		["keys: [{ name: a, key: abc }]", 0o620, false],
		["key: abc", 0o640, false],
		["token: hf_abc", 0o604, false],
		["header: { authorization: abc }", 0o644, false],
		["keys: [{ name: a, keyVariable: ALICE_KEY }]", 0o644, true],
		["port: 1", 0o644, true],
		["key: abc", 0o400, true],
	])("with secrets is for its owner only: %s, %o", async (text, mode, isRead) => {
		const outcome = await read(text, [], mode).then(() => "read", String);
		if (isRead) expect(outcome).toBe("read");
		else expect(outcome).toContain("contains secrets, and other users of this machine may read or change it");
	});

	it("is refused if it is too large, or an alias bomb", async () => {
		expect(await read(`# ${"x".repeat(1_000_001)}`).then(() => "", String)).toContain("larger than 1 MB");
		const bomb = `a: &a [1]\n${Array.from({ length: 9 }, (_, turn) => `${"bcdefghij"[turn]}: &${"bcdefghij"[turn]} [${`*${"abcdefghi"[turn]},`.repeat(9)}]`).join("\n")}`;
		expect(await read(bomb).then(() => "", String)).toContain("it has more aliases than hub reads");
	});
});

describe("what calls cost", () => {
	const NOVEMBER = Date.UTC(2026, 10, 23);
	const onProblem = (problem: unknown): void => {
		throw problem;
	};
	const path = (): string => join(home.folder, ".local/share/hub/serve-spending.jsonl");
	const spent = (usd: number, key: string | null = "alice", day = "2026-11-23") => ({ day, key, usd });
	const sum = (entries: Iterable<{ usd: number }>): number => [...entries].reduce((total, { usd }) => total + usd, 0);

	it("is kept in a private file, within half a second and at the end, and read by the next gateway", async () => {
		const first = openContext(() => NOVEMBER);
		const spending = await openSpending(false, onProblem, first);
		spending.add(spent(1));
		spending.add(spent(2, null));
		expect(sum(spending.entries())).toBe(3);
		const lines = (): number => (existsSync(path()) ? readFileSync(path(), "utf8").split("\n").length - 1 : 0);
		await expect.poll(lines).toBe(2);
		expect(statSync(path()).mode & 0o777).toBe(0o600);
		spending.add(spent(4));
		await first.close();
		const next = await openSpending(
			false,
			onProblem,
			openContext(() => NOVEMBER),
		);
		expect(sum(next.entries())).toBe(7);
		const sandbox = await openSpending(
			true,
			onProblem,
			openContext(() => NOVEMBER),
		);
		expect(sum(sandbox.entries())).toBe(0);
	});

	it("is added up over gateways that run at once", async () => {
		const [one, two] = [openContext(() => NOVEMBER), openContext(() => NOVEMBER)];
		const [left, right] = [await openSpending(false, onProblem, one), await openSpending(false, onProblem, two)];
		for (let turn = 0; turn < 50; turn++) {
			left.add(spent(1));
			right.add(spent(1, "bob"));
		}
		await Promise.all([one.close(), two.close()]);
		const next = await openSpending(
			false,
			onProblem,
			openContext(() => NOVEMBER),
		);
		expect(sum(next.entries())).toBe(100);
	});

	it("takes back what was counted too high by a gateway before", async () => {
		const first = openContext(() => NOVEMBER);
		(await openSpending(false, onProblem, first)).add(spent(3));
		await first.close();
		const second = openContext(() => NOVEMBER);
		const spending = await openSpending(false, onProblem, second);
		spending.add(spent(-2.5));
		spending.add(spent(0.25));
		expect(sum(spending.entries())).toBe(0.75);
		await second.close();
		const third = await openSpending(
			false,
			onProblem,
			openContext(() => NOVEMBER),
		);
		expect(sum(third.entries())).toBe(0.75);
	});

	it("survives half a line, foreign lines and impossible sums", async () => {
		const first = openContext(() => NOVEMBER);
		(await openSpending(false, onProblem, first)).add(spent(1));
		await first.close();
		const lines = ['{"day":"x","key":null,"usd":1}', '{"day":"2026-11-23","key":"alice","usd":-9}', "[]", "nonsense"];
		appendFileSync(path(), `${lines.join("\n")}\n{"day":"2026-11-23","key":"al`);
		const second = openContext(() => NOVEMBER);
		const spending = await openSpending(false, onProblem, second);
		expect(sum(spending.entries())).toBe(1);
		spending.add(spent(2));
		await second.close();
		expect(
			sum(
				(
					await openSpending(
						false,
						onProblem,
						openContext(() => NOVEMBER),
					)
				).entries(),
			),
		).toBe(3);
	});

	it("takes little space, and leaves out earlier months", async () => {
		const first = openContext(() => NOVEMBER);
		await openSpending(false, onProblem, first);
		const old = `${JSON.stringify(spent(5, "alice", "2026-10-31"))}\n`;
		writeFileSync(path(), old + `${JSON.stringify(spent(0.5))}\n`.repeat(2000));
		const spending = await openSpending(
			false,
			onProblem,
			openContext(() => NOVEMBER),
		);
		expect([...spending.entries()]).toEqual([spent(1000)]);
		expect(readFileSync(path(), "utf8")).toBe(`${JSON.stringify(spent(1000))}\n`);
		expect(statSync(path()).mode & 0o777).toBe(0o600);
		await first.close();
	});
});

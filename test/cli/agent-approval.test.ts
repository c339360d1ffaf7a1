import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { approvalOf } from "../helpers/agents.ts";
import { createHome, type Home } from "../helpers/session.ts";
import { openTerminal } from "../helpers/terminal.ts";

const scripted = fileURLToPath(new URL("../helpers/hostile-server.mjs", import.meta.url));
const LOOK = '"Use the tool look."';

let home: Home;
beforeEach(() => {
	home = createHome();
});
afterEach(() => home.remove());

/** `${TEXT}`, which would be a template in a source. */
const v = (text: string): string => `$\{${text}}`;

/** A server that marks its start with a file, and whose tool reports its environment. */
function reporter(env: Record<string, string> = {}, args: readonly string[] = []): Record<string, unknown> {
	const script = `require("node:fs").writeFileSync("started", JSON.stringify(process.argv)); process.argv[2] = "call-environment"; import(${JSON.stringify(scripted)})`;
	return { name: "reporter", command: "node", args: ["-e", script, "-", ...args], env };
}

function write(agent: object, files: Readonly<Record<string, string>> = {}): void {
	const all = {
		"crew/agent.json": JSON.stringify({ model: "Qwen/Qwen3-32B", provider: "together", ...agent }),
		...files,
	};
	for (const [name, text] of Object.entries(all)) {
		mkdirSync(dirname(join(home.folder, name)), { recursive: true });
		writeFileSync(join(home.folder, name), text);
	}
}

const RUN = `hub --sandbox --agent crew --allow-tools "*"`;
const isStarted = (): boolean => existsSync(join(home.folder, "crew/started"));

/** A server that answers nothing of use, and keeps what it was asked. */
async function listen(): Promise<{ host: string; seen: IncomingMessage[] }> {
	const seen: IncomingMessage[] = [];
	const server = createServer((request, response) => {
		seen.push(request);
		response.writeHead(500).end();
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

describe("an agent that is new", () => {
	it("is refused without a terminal, with each variable and receiver, and started by its fingerprint", async () => {
		const { host, seen } = await listen();
		write(
			{
				inputs: [{ id: "pier" }, { id: "crew-pin", password: true }, { id: "flag", default: "green" }],
				apiKey: v("input:crew-pin"),
				servers: [
					reporter({ PIER_NUMBER: `no. ${v("input:pier")}`, SHIP: "Aurora" }, [`--flag=${v("input:flag")}`]),
					{
						name: "far",
						type: "http",
						url: `http://${host}/mcp?p=${v("env:PIER")}`,
						headers: { "X-Pier": v("input:pier") },
					},
				],
			},
			{ "crew/PROMPT.md": "Speak like a captain." },
		);
		const env = { PIER: "pier-seven-7", CREW_PIN: "4711-4711" };
		const refused = await home.run(`${RUN} ${LOOK}`, { env });
		expect(refused.code).toBe(2);
		expect(isStarted()).toBe(false);
		expect(seen).toEqual([]);
		for (const line of [
			'The agent "crew" has not run here before.',
			'the model "Qwen/Qwen3-32B" of the provider "together"',
			'"PROMPT.md": "Speak like a captain."',
			'Its server "reporter" is the program "node": it runs "node" "-e"',
			'the program "node" gets the variable "SHIP" as "Aurora"',
			`Its server "far" is the host "${host}"`,
			'It gives the secret variable "CREW_PIN" to the provider "together" as your key; that needs --pass-env.',
			'It gives the variable "PIER" to the program "node" as its variable "PIER_NUMBER".',
			'It gives the variable "FLAG" to the program "node" in its arguments.',
			`It gives the variable "PIER" to the host "${host}" in its URL.`,
			`It gives the variable "PIER" to the host "${host}" in the header "X-Pier".`,
		]) {
			expect(refused.stderr).toContain(line);
		}
		expect(refused.stderr).not.toMatch(/pier-seven|4711/);
		const approval = approvalOf(refused);
		expect(approval).toContain("--pass-env CREW_PIN");

		const { code, stdout, stderr } = await home.run(`${RUN} ${approval} ${LOOK}`, { env });
		expect({ code, stderr }).toMatchObject({ code: 0 });
		expect(stdout).toContain("no. pier-seven-7");
		expect(readFileSync(join(home.folder, "crew/started"), "utf8")).toContain("--flag=green");
		expect(seen.map(({ url, headers }) => [url, headers["x-pier"]])).toContainEqual([
			"/mcp?p=pier-seven-7",
			"pier-seven-7",
		]);
		// Remembered: only secrets are named again.
		expect((await home.run(`${RUN} --pass-env CREW_PIN ${LOOK}`, { env })).code).toBe(0);
	});

	it.each([
		"hub chat --sandbox --agent crew",
		"hub infer -t chat --sandbox --agent crew Hi",
		"hub --sandbox --agent crew/agent.json Hi",
	])("is refused at every door: %s", async (line) => {
		write({ servers: [reporter()] });
		const refused = await home.run(line);
		expect(refused.code).toBe(2);
		expect(approvalOf(refused)).toMatch(/^--allow-agent /);
		expect(isStarted()).toBe(false);
	});

	it("needs no secret for a key that the command line replaces", async () => {
		write({ inputs: [{ id: "dock-key" }], apiKey: v("input:dock-key"), servers: [reporter()] });
		const env = { DOCK_KEY: "dock-key-value-1" };
		const approval = approvalOf(await home.run(`${RUN} ${LOOK}`, { env }));
		const alone = approval.replace(" --pass-env DOCK_KEY", "");
		expect(approval).not.toBe(alone);
		expect((await home.run(`${RUN} ${alone} ${LOOK}`, { env })).code).toBe(2);
		expect((await home.run(`${RUN} ${alone} -p groq ${LOOK}`, { env })).code).toBe(0);
	});

	it.each([
		["a fingerprint of another agent", `--allow-agent ${"0".repeat(64)}`],
		["half a fingerprint", "--allow-agent 12345678"],
		["no fingerprint", "--allow-agent"],
	])("is not started by %s", async (_, flags) => {
		write({ servers: [reporter()] });
		expect((await home.run(`${RUN} ${LOOK} ${flags}`)).code).toBe(2);
		expect(isStarted()).toBe(false);
	});

	it("is not started if it has more than can be read", async () => {
		const { stderr } = await home.run(`${RUN} ${LOOK}`);
		expect(stderr).toContain("There is no agent");
		write({ servers: [reporter({ LONG: "l".repeat(30_000) })] });
		const refused = await home.run(`${RUN} ${LOOK}`);
		expect(refused.stderr).toContain("more than can be read");
		expect(refused.stderr.length).toBeLessThan(1000);
		expect(approvalOf(refused)).toBe("");
	});
});

it("one of the dataset is approved by the bytes that were downloaded, and asked about again after a change there", async () => {
	const files: Record<string, string> = {
		"PROMPT.md": "Be kind.",
	};
	const asked: string[] = [];
	const server = createServer((request, response) => {
		asked.push(request.url ?? "");
		if (request.method === "POST") {
			const chunk = JSON.stringify({ choices: [{ index: 0, delta: { content: "Seen." }, finish_reason: "stop" }] });
			response.setHeader("content-type", "text/event-stream");
			response.end(`data: ${chunk}\n\ndata: [DONE]\n\n`);
			return;
		}
		const text = files[/\/tiny-agents\/resolve\/main\/ann\/crew\/([\w.]+)$/.exec(request.url ?? "")?.[1] ?? ""];
		response.writeHead(text === undefined ? 404 : 200).end(text);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => void server.close());
	const env = { HF_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
	files["agent.json"] = JSON.stringify({ model: "m", endpointUrl: `${env.HF_ENDPOINT}/v1`, servers: [reporter()] });
	const line = 'hub --agent ann/crew --allow-tools "*"';
	const refused = await home.run(`${line} ${LOOK}`, { env });
	expect(refused.code).toBe(2);
	expect(refused.stderr).toContain('"PROMPT.md": "Be kind."');
	const started = (): boolean => existsSync(join(home.folder, "started"));
	expect(started()).toBe(false);
	const approval = approvalOf(refused);
	const { code, stderr } = await home.run(`${line} ${approval} ${LOOK}`, { env });
	expect({ code, stderr }).toEqual({ code: 0, stderr: expect.any(String) });
	expect(started()).toBe(true);
	// Each file once, in each run.
	expect(asked.filter((path) => path.endsWith("agent.json"))).toHaveLength(2);
	files["PROMPT.md"] = "Be unkind.";
	for (const flags of ["", approval]) {
		const changed = await home.run(`${line} ${flags} ${LOOK}`, { env });
		expect(changed.code).toBe(2);
		expect(changed.stderr).toContain('Changed: "PROMPT.md"');
	}
});

describe("a change after the approval", () => {
	const server = { name: "script", command: "node", args: ["tools/run.mjs"] };
	const script = (note: string): string =>
		`/* ${note} */ import fs from "node:fs"; fs.writeFileSync("started", ""); process.argv[2] = "call-environment"; await import(${JSON.stringify(scripted)});`;
	const files = { "crew/AGENTS.md": "Be brief.", "crew/tools/run.mjs": script("one") };

	it.each<[string, object, Record<string, string>, RegExp]>([
		["of an argument", { servers: [{ ...server, args: ["tools/run.mjs", "-v"] }] }, {}, /\+ .*"-v"/],
		["of the model", { model: "other/model", servers: [server] }, {}, /\+ .*"other\/model"[\s\S]*- /],
		["of the provider", { provider: "groq", servers: [server] }, {}, /- .*"together"/],
		["of a field that nobody reads", { servers: [server], note: 1 }, {}, /Changed: "agent\.json"/],
		["of the instructions", { servers: [server] }, { "crew/AGENTS.md": "Be brief!" }, /Changed: "AGENTS\.md"/],
		[
			"of a program beside it",
			{ servers: [server] },
			{ "crew/tools/run.mjs": script("two") },
			/Changed: "tools\/run\.mjs"/,
		],
	])("%s is shown and asked about again", async (_, agent, changed, shown) => {
		write({ servers: [server] }, files);
		const approval = approvalOf(await home.run(`${RUN} ${LOOK}`));
		expect((await home.run(`${RUN} ${approval} ${LOOK}`)).code).toBe(0);
		write(agent, { ...files, ...changed });
		for (const line of [`${RUN} ${LOOK}`, `${RUN} ${approval} ${LOOK}`]) {
			const { code, stderr } = await home.run(line);
			expect(code).toBe(2);
			expect(stderr).toContain("has changed since it was approved here");
			if (!/model/.test(String(shown))) expect(stderr).toMatch(shown);
			else expect(stderr).toContain('+ It sends the prompt to the model "other/model"');
		}
		// As it was before, it runs again.
		write({ servers: [server] }, files);
		expect((await home.run(`${RUN} ${LOOK}`)).code).toBe(0);
	});

	it("during the question does not run: what was read is what runs", async () => {
		write({ servers: [reporter({ SHIP: "Aurora" })] });
		const terminal = openTerminal("hub", [...RUN.replaceAll('"', "").split(" ").slice(1), "Use the tool look."], home);
		await terminal.waitFor(/Start "crew", with the provider "together", the program "node"\? y\/n/);
		write({ servers: [reporter({ SHIP: "Evil" })] });
		terminal.type("y");
		const { code, rest } = await terminal.end();
		expect(code).toBe(0);
		expect(rest).toContain("Aurora");
		expect(rest).not.toContain("Evil");
		// The changed one was not approved.
		expect((await home.run(`${RUN} ${LOOK}`)).code).toBe(2);
	});

	it("of a program during the question ends it", async () => {
		write({ servers: [server] }, files);
		const terminal = openTerminal("hub", [...RUN.replaceAll('"', "").split(" ").slice(1), "Use the tool look."], home);
		await terminal.waitFor("y/n");
		write({ servers: [server] }, { ...files, "crew/tools/run.mjs": script("evil") });
		terminal.type("y");
		const { code, rest } = await terminal.end();
		expect(code).toBe(2);
		expect(rest).toContain("has changed during the question");
		expect(isStarted()).toBe(false);
	});
});

/** Variables with values, and whether they are secrets by form. */
const VARIABLES: readonly [name: string, value: string, isSecret: boolean][] = [
	["PGPASSWORD", "tide-table-22", true],
	["AWS_ACCESS_KEY_ID", "AKIAEXAMPLE", true],
	["STRIPE_SK", "sk-harbor-1234567890abcdef", true],
	["DATABASE_URL", "postgres://ann:anchor99@db.test/x", true],
	["SLACK_WEBHOOK_URL", "https://hooks.test/T1", true],
	["SHADE", "teal-9", false],
	["MAX_TOKENS", "4096", false],
];

describe.each(VARIABLES)("the variable %s", (name, value, isSecret) => {
	const env = { [name]: value };
	const passed = `--pass-env ${name}`;

	it("goes to an agent's program as its name allows", async () => {
		write({ servers: [reporter({ GIVEN: `<${v(`env:${name}`)}>` })] });
		const refused = await home.run(`${RUN} ${LOOK}`, { env });
		const approval = approvalOf(refused);
		expect(approval.includes(passed)).toBe(isSecret);
		expect(refused.stderr + refused.stdout).not.toContain(value);
		const alone = await home.run(`${RUN} ${approval.replace(/ --pass-env .*/, "")} ${LOOK}`, { env });
		expect(alone.code).toBe(isSecret ? 2 : 0);
		if (isSecret) expect(alone.stderr).toContain(passed);
		expect(isStarted()).toBe(!isSecret);
		const both = await home.run(`${RUN} ${approval.replace(/ --pass-env .*/, "")} ${passed} ${LOOK}`, { env });
		expect(both.code).toBe(0);
		expect(both.stdout).toContain(`<${value}>`);
	});

	it.each([
		["a header", { headers: { "X-Given": v(name) } }],
		["its URL", { url: v(name) }],
	])(
		"goes to a server of a file in %s as its name allows",
		async (_, { url = "", headers = {} }: { url?: string; headers?: object }) => {
			const { host, seen } = await listen();
			const entry = { url: `http://${host}/mcp/${url}`, headers };
			writeFileSync(join(home.folder, "tools.json"), JSON.stringify({ mcpServers: { far: entry } }));
			const line = "hub --sandbox --mcp-config tools.json Hi";
			const alone = await home.run(line, { env });
			expect(alone.stderr).toContain(isSecret ? passed : `the host "${host}" in `);
			expect(seen.length > 0).toBe(!isSecret);
			const named = await home.run(`${line} ${passed}`, { env });
			expect(named.stderr).not.toContain(`gets the variable ${name}`);
			const last = seen.at(-1);
			expect(url === "" ? last?.headers["x-given"] : decodeURIComponent(last?.url ?? "")).toContain(value);
		},
	);
});

describe("a variable in the host of a URL", () => {
	const urls = [
		`https://${v("env:SHADE")}.example.com/mcp`,
		`https://example.com${v("env:SHADE")}/mcp`,
		`https://example.com:${v("env:SHADE")}/mcp`,
		`https://${v("env:SHADE")}@example.com/mcp`,
		`https:/${v("env:SHADE")}/mcp`,
		`https:\\\\${v("input:shade")}.example.com`,
		`${v("input:shade")}`,
		`${v("env:SHADE:-https")}://example.com`,
	];
	it.each(urls)("is refused: %s", async (url) => {
		write({ inputs: [{ id: "shade" }], servers: [{ name: "x", url }] });
		const inputs = [{ id: "shade" }];
		writeFileSync(join(home.folder, "tools.json"), JSON.stringify({ inputs, servers: { x: { url } } }));
		for (const line of ["--agent crew", "--mcp-config tools.json"]) {
			const { code, stderr } = await home.run(`hub --sandbox ${line} --pass-env SHADE Hi`, {
				env: { SHADE: "teal-9" },
			});
			expect({ code, stderr }).toMatchObject({ code: 2 });
			expect(stderr).toContain("a variable in the host");
			expect(stderr).not.toContain("Fingerprint");
		}
	});

	it.each([
		["a program", { servers: [{ command: v("input:shade") }] }, "which program"],
		[
			"an endpoint",
			{ provider: undefined, endpointUrl: `https://example.com/${v("input:shade")}` },
			"takes no variables",
		],
	])("and one that decides %s", async (_, agent, problem) => {
		write({ inputs: [{ id: "shade" }], ...agent });
		const { code, stderr } = await home.run(`${RUN} Hi`, { env: { SHADE: "teal-9" } });
		expect(code).toBe(2);
		expect(stderr).toContain(problem);
	});
});

describe("doors without variables", () => {
	const env = { SHADE: "teal-9", HARBOR_TOKEN: "harbor-token-1" };

	it("pass them on as they are written: --mcp, hub config, $NAME", async () => {
		const words = `"${v("SHADE")}" "${v("env:HARBOR_TOKEN")}" "$SHADE"`;
		const given = words.replaceAll('" "', '","');
		const { args = [] } = reporter() as { args?: string[] };
		writeFileSync(join(home.folder, "report.cjs"), args[1] ?? "");
		const seen = (): string => readFileSync(join(home.folder, "started"), "utf8");
		await home.run(`hub --sandbox --mcp 'node report.cjs - ${words}' Hi`, { env });
		expect(seen()).toContain(given);
		writeFileSync(join(home.folder, "started"), "");
		expect((await home.run(`hub config set mcp.there 'node report.cjs - ${words}'`, { env })).code).toBe(0);
		await home.run("hub --sandbox --mcp there Hi", { env });
		expect(seen()).toContain(given);
		const entry = { command: "node", args: ["report.cjs", "-", "$SHADE"] };
		writeFileSync(join(home.folder, "tools.json"), JSON.stringify({ mcpServers: { one: entry } }));
		await home.run("hub --sandbox --mcp-config tools.json Hi", { env });
		expect(seen()).toContain('"$SHADE"');
	});

	it("send them as they are written: saved prompts", async () => {
		writeFileSync(join(home.folder, "p.yaml"), `prompt: "Say ${v("env:HARBOR_TOKEN")} and $SHADE and {{ input }}"\n`);
		const { stdout, stderr } = await home.run("hub --sandbox -T ./p.yaml --dry-run Hi", { env });
		expect(stdout + stderr).toContain(v("env:HARBOR_TOKEN"));
		expect(stdout + stderr).not.toMatch(/teal-9|harbor-token-1/);
	});
});

it("no other file reads variables whose names come from outside: a new door must use mcp/variables.ts", () => {
	const root = fileURLToPath(new URL("../../src/cli", import.meta.url));
	const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
	const reading = files.filter((name) => /\benv\[(?!["'`])/.test(readFileSync(join(root, name), "utf8")));
	expect(reading.sort()).toEqual([
		// Names of ours.
		"commands/batch/model-server.ts",
		"commands/batch/shard.ts",
		// --pass-env, and what the agent must not get.
		"commands/launch/command.ts",
		"commands/launch/environment.ts",
		// To leave out of a script what is a secret here.
		"commands/launch/print.ts",
		"commands/login/command.ts",
		// keyVariable: a key that clients of hub serve must send; it is compared, and sent nowhere.
		"commands/serve/config-file.ts",
		// The key of an endpoint of the user's, which goes there only.
		"commands/serve/endpoints.ts",
		"config/folders.ts",
		"config/settings.ts",
		"config/token.ts",
		"files/programs.ts",
		"local/servers.ts",
		"mcp/variables.ts",
		"network/connect.ts",
		"terminal/graphics/kind.ts",
	]);
});

describe("options that give something", () => {
	it.each([
		[
			"hub --sandbox --allow-agent 0000000000000000000000000000000000000000000000000000000000000000 Hi",
			"needs --agent",
		],
		["hub --sandbox --pass-env SHADE Hi", "needs --agent or --mcp-config"],
		["hub chat --sandbox --pass-env SHADE", "needs --agent or --mcp-config"],
		["hub --sandbox --mcp-config tools.json --pass-env SHADE Hi", "no server and no agent takes SHADE"],
		["hub --sandbox --mcp-config tools.json --pass-env SHADE=teal Hi", "without its value"],
	])("are refused if nothing takes it: %s", async (line, problem) => {
		writeFileSync(join(home.folder, "tools.json"), JSON.stringify({ mcpServers: { one: { command: "node" } } }));
		const { code, stderr } = await home.run(line, { env: { SHADE: "teal" } });
		expect(code).toBe(2);
		expect(stderr).toContain(problem);
	});
});

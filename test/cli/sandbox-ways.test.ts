import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { COMMANDS } from "../../src/cli/commands.ts";
import { builtFile } from "../helpers/built.ts";
import { openScreen } from "../helpers/screen.ts";
import { createHome, type Home, type Outcome } from "../helpers/session.ts";

/** Four ways to say that the sandbox answers. */
interface Way {
	flag: string;
	env?: Record<string, string>;
	config?: Record<string, string>;
}

const WAYS: Readonly<Record<string, Way>> = {
	"--sandbox": { flag: "--sandbox" },
	"-p sandbox": { flag: "-p sandbox" },
	HUB_PROVIDER: { flag: "", env: { HUB_PROVIDER: "sandbox" } },
	"the configuration": { flag: "", config: { provider: "sandbox" } },
};

const MODEL = "Qwen/Qwen2.5-7B-Instruct";
const OTHER = "meta-llama/Llama-3.1-8B-Instruct";

/**
 * A line of each command, for \`hub LINE FLAG\`. One that takes another form has a test of its own below, and
 * \`undefined\` is what neither calls nor shows anything.
 */
const LINES: Readonly<Record<string, readonly string[] | "below" | undefined>> = {
	ask: ["ask fern", '"Say fern twice"'],
	infer: [
		`infer -t chat -m ${MODEL} "Say fern"`,
		`infer -t chat -m ${MODEL}:nebius "Say fern" --json`,
		`infer -t chat "Say fern" --dry-run`,
		'draw "a fern" -o fern.png',
		"transcribe sample:speech.wav",
		'infer -t feature-extraction "fern" --json',
		`infer -t chat -m ${MODEL} --file sample:people.csv "What is this?" --curl`,
	],
	chat: "below",
	batch: [
		"batch sample:reviews.jsonl -t classify --limit 2",
		`batch sample:reviews.jsonl -t chat -m ${MODEL}:together --prompt "Reply to: {{ text }}" --limit 1 -o out.jsonl`,
	],
	compare: [`compare -m ${MODEL}:together,${OTHER}:nebius "Say fern"`],
	tasks: ["tasks summarize", "tasks --json"],
	libraries: ["libraries transformers"],
	providers: [`providers -m ${OTHER}`, "providers groq"],
	sandbox: ["sandbox samples"],
	serve: "below",
	mcp: ["mcp --print cursor", `mcp --print codex -m chat=${MODEL}:groq`],
	launch: [`launch pi --print -m ${MODEL} --max-cost 2`],
	models: ["models whisper --limit 2", `models ${OTHER} --providers`, `models ${OTHER} --json`],
	snippet: [`snippet ${OTHER} --client curl`, `snippet ${OTHER}:together --client requests`],
	template: [`template render ${OTHER} --add-generation-prompt`],
	login: ["login", "login --json"],
	logout: ["logout", "logout --json"],
	whoami: ["whoami", "whoami --json"],
	config: ["config get timeout"],
	prompt: ["prompt list"],
	skill: ["skill"],
	logs: ["logs"],
	usage: ["usage"],
	doctor: [`doctor ${OTHER}`],
	completion: ["completion bash"],
	alias: undefined,
	__complete: undefined,
};

let home: Home;
/** Stands for every host elsewhere, as a proxy; nobody may call it. */
let elsewhere: Server;
let calls: number;
beforeEach(async () => {
	calls = 0;
	home = createHome();
	elsewhere = createServer((socket) => {
		calls++;
		socket.destroy();
	});
	await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
});
afterEach(() => {
	elsewhere.close();
	home.remove();
});

const KEYS = {
	HF_TOKEN: "hf_token_of_the_user",
	TOGETHER_API_KEY: "key-of-the-user",
	NEBIUS_API_KEY: "key-of-the-user",
};

function open({ config = {}, env }: Way): Record<string, string> {
	const stored = { token: "hf_stored_token_of_the_user", ...config };
	home.remove();
	home = createHome({ ".config/hub/config.json": JSON.stringify(stored) });
	const proxy = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
	return { ...KEYS, HTTPS_PROXY: proxy, HTTP_PROXY: proxy, ...env };
}

/** What a line printed and wrote, without times and the folder of the test. */
async function outcome(line: string, way: Way): Promise<Outcome & { written: string[] }> {
	const env = open(way);
	const { stdout, stderr, code } = await home.run(`hub ${line} ${way.flag}`, { env });
	const plain = (text: string): string =>
		text
			.replaceAll(home.folder, "HOME")
			.replace(/("created":|"seconds":|"created": ) ?[\d.]+/g, "TIME")
			.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
			.replace(/\b[\d.]+ ?(m?s|tokens\/s|rows\/s)(?!\w)/g, "TIME")
			// The line that a word such as `draw` stands for is shown as it was written.
			.replace(/^(hub infer -t .*?) (?:--sandbox|-p sandbox)$/m, "$1");
	const written = ["fern.png", "out.jsonl"].flatMap((name) =>
		existsSync(join(home.folder, name)) ? [plain(readFileSync(join(home.folder, name), "latin1"))] : [],
	);
	const config = readFileSync(join(home.folder, ".config/hub/config.json"), "utf8");
	expect(config, line).toContain("hf_stored_token_of_the_user");
	return { stdout: plain(stdout), stderr: plain(stderr), code, written };
}

describe("the sandbox", () => {
	it("has a line of every command", () => {
		expect(Object.keys(LINES).sort()).toEqual(COMMANDS.map(({ name }) => name).sort());
	});

	it.each(Object.values(LINES).flatMap((lines) => (Array.isArray(lines) ? (lines as string[]) : [])))(
		"answers hub %s whatever way it is named",
		async (line) => {
			const [first, ...others] = Object.entries(WAYS);
			if (!first) throw new Error("There are no ways");
			const wanted = await outcome(line, first[1]);
			expect(wanted.code, wanted.stderr).toBe(0);
			for (const [name, way] of others) expect({ name, ...(await outcome(line, way)) }).toEqual({ name, ...wanted });
			expect(calls).toBe(0);
		},
		30_000,
	);

	it.each(Object.entries(WAYS))("answers hub chat by %s", async (_, way) => {
		const env = open(way);
		const screen = openScreen(`hub chat 'Say fern' ${way.flag}`, home, { env, columns: 100 });
		await screen.waitFor("❯ Say fern\n\nfern");
		screen.type("\u0004");
		await screen.end();
		expect(screen.text()).toContain("--sandbox");
		expect(calls).toBe(0);
	});

	it.each(Object.entries(WAYS))("answers hub serve by %s", async (_, way) => {
		const env = { ...open(way), PATH: home.env["PATH"] ?? "" };
		const args = [builtFile("bin/hub.js"), "serve", "--port", "0", "--json", ...way.flag.split(" ").filter(Boolean)];
		const child = spawn(process.execPath, args, { env: { ...home.env, ...env }, stdio: ["ignore", "pipe", "ignore"] });
		onTestFinished(() => void child.kill());
		const [line] = (await once(createInterface(child.stdout), "line")) as [string];
		const { url, key } = JSON.parse(line) as { url: string; key: string };
		const headers = { "content-type": "application/json", authorization: `Bearer ${key}` };
		for (const model of [MODEL, `${MODEL}:together`]) {
			const body = JSON.stringify({ model, messages: [{ role: "user", content: "Say fern" }] });
			const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", headers, body });
			expect([response.status, await response.text()]).toEqual([200, expect.stringContaining("fern")]);
		}
		expect(calls).toBe(0);
	});

	it("is left by a provider on the command line, and by an endpoint", async () => {
		const env = open({ flag: "", env: { HUB_PROVIDER: "sandbox" } });
		const ofProvider = await home.run(`hub infer -t chat -p nebius -m ${MODEL} "Say fern" --retries 0`, { env });
		expect(ofProvider.code).not.toBe(0);
		expect(calls).toBe(1);
		const shown = await home.run('hub infer -t chat --endpoint https://own.test/v1 "Say fern" --dry-run', { env });
		expect(shown.stdout).toContain("POST https://own.test/v1/chat/completions");
	});

	it("is not left by a provider that is only stored", async () => {
		const env = open({ flag: "", env: { HUB_PROVIDER: "sandbox" }, config: { provider: "ollama" } });
		for (const line of ['hub "Say fern twice"', 'hub --sandbox "Say fern twice"', 'hub -p sandbox "Say fern twice"']) {
			const { stdout, code, stderr } = await home.run(line, { env });
			expect([line, code, stderr, stdout]).toEqual([line, 0, "", expect.stringContaining("fern")]);
		}
		expect(calls).toBe(0);
	});

	it.each(Object.entries(WAYS))("has no local servers, and says so (%s)", async (_, way) => {
		const env = open(way);
		const { code, stderr } = await home.run(`hub infer -t chat -m phi4:14b:vllm ${way.flag} "Say fern"`, { env });
		expect([code, stderr]).toEqual([2, expect.stringContaining("The sandbox has no local servers")]);
	});

	it("is the only provider of a command that calls none", async () => {
		const env = open({ flag: "" });
		const { code, stderr } = await home.run("hub whoami -p groq", { env });
		expect([code, stderr]).toEqual([2, expect.stringContaining("only -p sandbox applies")]);
	});

	it("is decided in one place", () => {
		const folder = fileURLToPath(new URL("../../src/cli", import.meta.url));
		const deciding = /[!=]== ["'](?:sandbox)["']|HUB_PROVIDER["']|includes\(["']sandbox["']\)/;
		const found = readdirSync(folder, { recursive: true, encoding: "utf8" })
			.filter((name) => /\.tsx?$/.test(name) && deciding.test(readFileSync(join(folder, name), "utf8")))
			.map((name) => name.replaceAll("\\", "/"));
		// What the help says of the variable, the setting, and which of two providers a default model has.
		expect(found.sort()).toEqual(["config/environment.ts", "config/placement.ts", "config/settings.ts"]);
	});

	it("does not log out", async () => {
		const env = open({ flag: "" });
		await home.run("hub logout -p sandbox", { env });
		expect(readFileSync(join(home.folder, ".config/hub/config.json"), "utf8")).toContain("hf_stored_token");
	});
});

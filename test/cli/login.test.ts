import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { describeError } from "../../src/cli/errors/report.ts";
import { attachSubject } from "../../src/cli/errors/subject.ts";
import { SecretLine } from "../../src/cli/input/secret.ts";
import { InferenceClientProviderApiError } from "../../src/errors.ts";
import { type ScriptedAnswer, serve, startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";
import { openTerminal } from "../helpers/terminal.ts";

const TOKEN = "hf_abcdefghijklmnop1234";
const ALICE = {
	name: "alice",
	fullname: "Alice Doe",
	type: "user",
	orgs: [{ name: "acme" }, { name: "lab" }],
	auth: { accessToken: { displayName: "laptop", role: "write" } },
};

function openHome(): Home {
	const home = createHome({ "token.txt": `${TOKEN}\n` });
	onTestFinished(() => home.remove());
	return home;
}

function stored(home: Home): unknown {
	return JSON.parse(readFileSync(join(home.folder, ".config/hub/config.json"), "utf8"));
}

/** A home whose hub answers as told. */
async function openHub(...answers: ScriptedAnswer[]) {
	const [home, hub] = [openHome(), await serve(...answers)];
	return { home, hub, env: { HF_ENDPOINT: hub.url } };
}

describe("hub login", () => {
	it("asks Hugging Face for the token's owner, stores it, and shows only its end", async () => {
		const { home, hub, env } = await openHub({ body: ALICE });
		const { stdout, stderr, code } = await home.run("hub login --token-stdin --debug < token.txt", { env });
		expect([code, stdout]).toEqual([
			0,
			`Logged in as alice. Stored hf_…1234 in ${home.folder}/.config/hub/config.json.\n`,
		]);
		expect(hub.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
			["/api/whoami-v2", `Bearer ${TOKEN}`],
		]);
		expect(stdout + stderr).not.toContain(TOKEN);
		expect(stored(home)).toEqual({ token: TOKEN });
	});

	it("does not store a token that Hugging Face rejects", async () => {
		const { home, env } = await openHub({ status: 401, body: { error: `Invalid token ${TOKEN}` } });
		const { stdout, stderr, code } = await home.run("hub login --token-stdin < token.txt; hub whoami", { env });
		expect([code, stdout]).toEqual([3, ""]);
		expect(stderr).not.toContain(TOKEN);
		expect(stderr).toContain("The token from this login was not accepted.");
		expect(stderr).toContain("you are not logged in");
	});

	it("escapes control characters in account names", async () => {
		const { home, env } = await openHub({ body: { ...ALICE, name: "al\x1b]52;c;eA==\x07ice" } });
		const terminal = openTerminal("hub", ["login"], home, { env });
		await terminal.waitFor("paste a token (p)?");
		terminal.type("p");
		await terminal.waitFor("press Enter: ");
		terminal.type(`${TOKEN}\r`);
		const { code, rest } = await terminal.end();
		expect(code).toBe(0);
		expect(rest).not.toContain("\x1b]52");
	});
});

describe("hub login on a terminal", () => {
	it("accepts typed or pasted text with corrections, and echoes nothing", async () => {
		const { home, env } = await openHub({ body: ALICE });
		const terminal = openTerminal("hub", ["login"], home, { env });
		await terminal.waitFor("paste a token (p)?");
		terminal.type("p");
		await terminal.waitFor("press Enter: ");
		terminal.type("wrong\x15");
		terminal.type(`\x1b[200~${TOKEN}x\x1b[201~`);
		terminal.type("\x1b[D\x7f");
		terminal.type("\r");
		const { code, rest } = await terminal.end();
		expect(code).toBe(0);
		expect(rest).toContain("Logged in as alice. Stored hf_…1234");
		expect(rest).not.toMatch(/wrong|abcdef/);
		expect(stored(home)).toEqual({ token: TOKEN });
	});

	it.each([
		["hub login --token-stdin", "press Enter: "],
		["hub whoami --token-stdin", "not shown): "],
	])("%s does not echo what is typed", async (line, question) => {
		const { home, env } = await openHub({ body: ALICE });
		const [command = "", ...args] = line.split(" ");
		const terminal = openTerminal(command, args, home, { env });
		await terminal.waitFor(question);
		terminal.type(`${TOKEN}\r`);
		const { code, rest } = await terminal.end();
		expect([code, rest.includes("alice"), rest.includes("abcdef")]).toEqual([0, true, false]);
	});

	it("asks for a token and a text without drawing over the user's typing", async () => {
		const home = openHome();
		const args = ["infer", "-t", "chat", "--sandbox", "--no-stream", "--token-stdin", "-"];
		const terminal = openTerminal("hub", args, home);
		await terminal.waitFor("not shown): ");
		// Longer than it takes for the line of progress to come.
		await new Promise((resolve) => setTimeout(resolve, 600));
		terminal.type(`${TOKEN}\r`);
		expect(await terminal.waitFor("\n")).toBe("\r\n");
		terminal.type("Hello\n\x04");
		const { code, rest } = await terminal.end();
		expect([code, rest.startsWith("Hello\r\n")]).toEqual([0, true]);
	});

	it("rejects binary output to a terminal before asking anything", async () => {
		const args = ["infer", "-t", "t2i", "--sandbox", "-o", "-", "a lighthouse"];
		const { code, rest } = await openTerminal("hub", args, openHome()).end();
		expect(code).toBe(2);
		expect(rest).toMatch(/^[^\n]*Refusing to write binary data to a terminal/);
	});

	it.each([
		["Ctrl-C", "\x03", 130, /^\s*$/],
		["Ctrl-D", "\x04", 2, /Nothing was entered/],
		["Enter alone", "\r", 2, /No token was given/],
	])("%s stores nothing and leaves the terminal as it was", async (_, keys, expected, text) => {
		const home = openHome();
		const terminal = openTerminal("bash", ["--norc", "-c", 'hub login; echo "code $?"; stty -a; ls .config'], home);
		await terminal.waitFor("paste a token (p)?");
		terminal.type("p");
		await terminal.waitFor("press Enter: ");
		terminal.type(keys);
		const { rest } = await terminal.end();
		const [before = "", after = ""] = rest.split(/code /);
		expect(after).toMatch(new RegExp(`^${expected}\r?\n`));
		expect(stripVTControlCharacters(before)).toMatch(text);
		expect(after).toMatch(/ icanon/);
		expect(after).toMatch(/ echo /);
		expect(after).toContain("No such file or directory");
	});

	it("restores the terminal on SIGTERM", async () => {
		const home = openHome();
		const line = `sh -c 'echo $$ > pid; exec hub login'; echo "code $?"; stty -a`;
		const terminal = openTerminal("bash", ["--norc", "-c", line], home);
		await terminal.waitFor("paste a token (p)?");
		terminal.type("p");
		await terminal.waitFor("press Enter: ");
		process.kill(Number(readFileSync(join(home.folder, "pid"), "utf8")), "SIGTERM");
		const { rest } = await terminal.end();
		expect(rest).toContain("code 143");
		expect(rest).toMatch(/ icanon/);
		expect(rest).toMatch(/ echo /);
	});

	it("asks nothing without a terminal, in CI, or with --no-input", async () => {
		const home = openHome();
		for (const [args, env] of [
			[["login", "--no-input"], {}],
			[["login"], { CI: "1" }],
		] as const) {
			const { code, rest } = await openTerminal("hub", [...args], home, { env }).end();
			expect([code, rest.includes("--token-stdin")]).toEqual([2, true]);
		}
	});
});

describe("a line typed without echo", () => {
	it.each([
		["plain", ["abc\r"], "abc"],
		["in pieces", ["a", "b", "c\n"], "abc"],
		["backspace", ["abx\x7fc\r"], "abc"],
		["backspace of a wide character", ["ab\u{1f600}\bc\r"], "abc"],
		["backspace on empty input", ["\x7f\x7fabc\r"], "abc"],
		["Ctrl-U", ["xyz\x15abc\r"], "abc"],
		["arrows and Home", ["a\x1b[Db\x1bOHc\r"], "abc"],
		["a sequence in two pieces", ["ab\x1b", "[Cc\r"], "abc"],
		["a sequence in three pieces", ["ab\x1b", "[20", "0~c\r"], "abc"],
		["bracketed paste", ["\x1b[200~abc\x1b[201~\r"], "abc"],
		["other control characters", ["a\x01b\tc\r"], "abc"],
		["Ctrl-D after the first character", ["ab\x04c\r"], "abc"],
	])("%s", (_, pieces, expected) => {
		const line = new SecretLine();
		const ends = pieces.map((piece) => line.type(piece));
		expect([line.text, ends.at(-1)]).toEqual([expected, "enter"]);
	});

	it.each([
		["\x03", "interrupt"],
		["abc\x03", "interrupt"],
		["\x04", "close"],
	])("%j ends it", (keys, expected) => {
		expect(new SecretLine().type(keys)).toBe(expected);
	});
});

describe("hub whoami", () => {
	it("names the account, the token and its source", async () => {
		const { home, env } = await openHub({ body: ALICE });
		const { stdout } = await home.run(`HF_TOKEN=${TOKEN} hub whoami`, { env });
		expect(stdout).toBe(
			[
				"  name           alice (Alice Doe)",
				"  organizations  acme, lab",
				'  token          hf_…1234, "laptop", write',
				"  source         HF_TOKEN",
				"  signed in      with a token",
				"",
			].join("\n"),
		);
	});

	it("prints the same as JSON, with other tools' token file as the source", async () => {
		const { home, env } = await openHub({ body: ALICE });
		const { stdout } = await home.run("HF_TOKEN_PATH=token.txt hub whoami --json", { env });
		expect(JSON.parse(stdout)).toEqual({
			name: "alice",
			fullname: "Alice Doe",
			type: "user",
			plan: null,
			canPay: null,
			credit: null,
			signIn: { way: "token", expires_at: null, scopes: [] },
			orgs: ["acme", "lab"],
			token: { name: "laptop", role: "write", source: "token.txt", shown: "hf_…1234" },
		});
	});

	const PRO = { ...ALICE, isPro: true, canPay: true };
	const inferenceProviders = {
		includedNanoUsd: 2e9,
		usedNanoUsd: 1.25e9,
		periodEnd: "2026-12-09T23:59:59.999Z",
	};

	/** A hub that tells the account, and the credit as told. */
	async function openBilling(billing: ScriptedAnswer) {
		const hub = await startServer(({ path }) => (path.includes("billing") ? billing : { body: PRO }));
		onTestFinished(() => hub.close());
		return { home: openHome(), env: { HF_ENDPOINT: hub.url, HUB_ROUTER_URL: hub.url, HF_TOKEN: TOKEN } };
	}

	it("shows plan and credit as Hugging Face tells them, as hub doctor does", async () => {
		const { home, env } = await openBilling({ body: { usage: { inferenceProviders } } });
		const words = "$0.75 left of the $2.00 that your plan includes until 2026-12-09; $1.25 used";
		const { stdout } = await home.run("hub whoami", { env });
		expect(stdout).toContain("  plan           PRO, a payment is set up\n");
		expect(stdout).toContain(`  credit         ${words}\n`);
		const { credit } = JSON.parse((await home.run("hub whoami --json", { env })).stdout) as Record<string, unknown>;
		expect(credit).toEqual({ included: 2, used: 1.25, left: 0.75, period_end: "2026-12-09T23:59:59.999Z" });
		expect((await home.run("hub doctor --json", { env })).stdout).toContain(`credit: ${words}`);
	});

	it("says that a plan includes no credit", async () => {
		const { home, env } = await openBilling({
			body: { usage: { inferenceProviders: { includedNanoUsd: 0, usedNanoUsd: 0 } } },
		});
		expect((await home.run("hub whoami", { env })).stdout).toContain("your plan includes none this month; $0 used");
	});

	it("names no amount if the token may not read it", async () => {
		const { home, env } = await openBilling({ status: 403, body: { error: "Forbidden" } });
		for (const command of ["hub whoami", "hub doctor"]) {
			const { stdout, stderr } = await home.run(command, { env });
			expect(stdout).toContain("PRO");
			expect(stdout + stderr).not.toMatch(/credit|\$/);
		}
	});

	it("names the account even if the credit cannot be read, and says so", async () => {
		const { home, env } = await openBilling({ status: 500, body: "oops" });
		const { stdout, stderr, code } = await home.run("hub whoami --retries 0", { env });
		expect([code, stdout.includes("alice")]).toEqual([0, true]);
		expect(stderr).toContain("Your credit could not be read");
	});

	it("names the source of a rejected token without showing it", async () => {
		const { home, env } = await openHub({ status: 401, body: { error: `Invalid ${TOKEN}` } });
		const { stderr, code } = await home.run(`HF_TOKEN=${TOKEN} hub whoami --debug`, { env });
		expect([code, stderr.includes(TOKEN)]).toEqual([3, false]);
		expect(stderr).toContain("The token from HF_TOKEN was not accepted.");
	});
});

it.each([
	[
		"https://api.groq.com/openai/v1/chat/completions",
		"HF_TOKEN",
		"HF_TOKEN does not begin with hf_, so it was sent to groq as its key. no",
	],
	["https://api.groq.com/openai/v1/chat/completions", "GROQ_API_KEY", "no"],
	["https://router.huggingface.co/groq/openai/v1/chat/completions", "HF_TOKEN", "no"],
])("says that a token may be pasted by mistake: %s, %s", (url, tokenSource, message) => {
	const response = { url, status: 401, headers: {}, body: "" } as never;
	const error = new InferenceClientProviderApiError("no", { url, method: "POST" }, response);
	attachSubject(error, { provider: "groq", tokenSource });
	expect(describeError(error, { cwd: "/" }).message).toBe(`${message} (HTTP 401)`);
});

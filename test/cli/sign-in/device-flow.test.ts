import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { waitForTokens } from "../../../src/cli/sign-in/device-flow.ts";
import {
	type RecordedRequest,
	type Script,
	type ScriptedAnswer,
	type ScriptedServer,
	startServer,
} from "../../helpers/server.ts";
import { createHome, type Home } from "../../helpers/session.ts";
import { openTerminal } from "../../helpers/terminal.ts";

const ACCESS = "hf_oauth_access_abcdefgh1234";
const REFRESH = "hf_oauth_refresh_abcdefgh5678";
const CODE = {
	device_code: "device-secret-0123456789",
	user_code: "ABCD-EFGH",
	verification_uri: "https://huggingface.co/oauth/device",
	interval: 1,
	expires_in: 900,
};
const TOKENS = { access_token: ACCESS, refresh_token: REFRESH, expires_in: 2_592_000, token_type: "bearer" };

function openHome(): Home & { stored(): Record<string, Record<string, string>> } {
	const home = createHome();
	onTestFinished(() => home.remove());
	const file = join(home.folder, ".config/hub/config.json");
	return { ...home, stored: () => JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string>> };
}

async function serve(script: Script): Promise<ScriptedServer> {
	const server = await startServer(script);
	onTestFinished(() => server.close());
	return server;
}

/** A server that answers polls in turn. */
async function openHub(polls: ScriptedAnswer[], code: ScriptedAnswer = { body: CODE }): Promise<ScriptedServer> {
	const left = [...polls];
	return await serve((request: RecordedRequest) => {
		if (request.path === "/oauth/device") return code;
		if (request.path === "/oauth/token") return left.shift() ?? polls.at(-1) ?? {};
		return { body: { name: "alice" } };
	});
}

const refusal = (error: string): ScriptedAnswer => ({ status: 400, body: { error } });

const form = ({ body }: RecordedRequest): Record<string, string> => Object.fromEntries(new URLSearchParams(body));

describe("hub login --json", () => {
	it("prints the code and the account as events, asks nothing, and stores the tokens for their owner only", async () => {
		const [home, hub] = [openHome(), await openHub([refusal("authorization_pending"), { body: TOKENS }])];
		const { stdout, stderr, code } = await home.run("hub login --json --billing", { env: { HF_ENDPOINT: hub.url } });
		const events = stdout
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as Record<string, unknown>);
		expect([code, stderr]).toEqual([0, ""]);
		expect(events).toMatchObject([
			{
				event: "device_code",
				verification_uri: CODE.verification_uri,
				user_code: "ABCD-EFGH",
				interval: 1,
				expires_in: 900,
			},
			{ event: "success", account: "alice", token: "hf_…1234" },
		]);
		expect(stdout).not.toMatch(/device-secret|oauth_access|oauth_refresh/);
		const [asked, ...polls] = hub.requests.filter(({ path }) => path.startsWith("/oauth/"));
		expect(asked && form(asked)).toEqual({
			client_id: "https://modelhub.github.io/hub/oauth-client.json",
			scope: "openid profile inference-api read-billing",
		});
		expect(polls.map(form)).toEqual(
			[1, 2].map(() => ({
				grant_type: "urn:ietf:params:oauth:grant-type:device_code",
				device_code: CODE.device_code,
				client_id: "https://modelhub.github.io/hub/oauth-client.json",
			})),
		);
		expect(home.stored()["login"]).toMatchObject({ access_token: ACCESS, refresh_token: REFRESH, hub: hub.url });
		const days = (Date.parse(home.stored()["login"]?.["expires_at"] ?? "") - Date.now()) / 86_400_000;
		expect(Math.round(days)).toBe(30);
		expect(statSync(join(home.folder, ".config/hub/config.json")).mode & 0o777).toBe(0o600);
	});

	it.each([
		["access_denied", "refused in the browser"],
		["expired_token", "expired before it was confirmed"],
		["invalid_grant", "invalid_grant"],
	])("ends with an event and exit code 3 on %s, and stores nothing", async (error, words) => {
		const [home, hub] = [openHome(), await openHub([refusal(error)])];
		const { stdout, stderr, code } = await home.run("hub login --json", { env: { HF_ENDPOINT: hub.url } });
		expect([code, JSON.parse(stdout.trim().split("\n").at(-1) ?? "")]).toMatchObject([
			3,
			{ event: "error", code: error },
		]);
		expect(stderr).toContain(words);
		expect(() => home.stored()).toThrow("ENOENT");
	});

	it("says so where the server does not know the client", async () => {
		const [home, hub] = [openHome(), await openHub([], { status: 401, body: { error: "invalid_client" } })];
		const { stdout, code } = await home.run("hub login --json", {
			env: { HF_ENDPOINT: hub.url, HUB_OAUTH_CLIENT_ID: "mine" },
		});
		expect([code, JSON.parse(stdout)]).toMatchObject([3, { event: "error", code: "invalid_client" }]);
		expect(hub.requests.map(form)).toMatchObject([{ client_id: "mine" }]);
	});

	it.each([
		["no web address", { verification_uri: "javascript:alert(1)" }],
		["a file", { verification_uri: "file:///etc/passwd" }],
		["a password in the address", { verification_uri: "https://huggingface.co:x@evil.example/" }],
		["no code", { user_code: "" }],
		["a code with control characters only", { user_code: "\u001b\u0007" }],
		["a long code", { user_code: "A".repeat(1000) }],
		["an address that is not encrypted", { verification_uri: "http://huggingface.co/oauth/device" }],
		["control characters in the address", { verification_uri: "https://huggingface.co/%1b]0;x%07" }],
		["an address for a shell", { verification_uri: "https://huggingface.co/`id`" }],
		["a short address", { verification_uri_complete: "javascript:alert(1)" }],
		["a short address elsewhere", { verification_uri_complete: "https://evil.example/device?code=ABCD-EFGH" }],
	])("refuses an answer with %s", async (_, wrong) => {
		const [home, hub] = [openHome(), await openHub([], { body: { ...CODE, ...wrong } })];
		const { stdout, code } = await home.run("hub login --json", { env: { HF_ENDPOINT: hub.url } });
		expect(code).toBe(3);
		expect(stdout).toContain('"event":"error"');
		expect(stdout).not.toContain("device_code");
	});
});

describe("polls for the tokens", () => {
	const page = { headers: { "content-type": "text/html" }, body: "<title>Hotel</title>" };

	it.each<[string, ScriptedAnswer, string]>([
		["a page in place of JSON", page, "no_json"],
		["a page that says 404", { ...page, status: 404 }, "http_404"],
		["JSON without tokens", { body: { ok: true } }, "http_200"],
	])("end at %s, which no wait changes", async (_, answer, code) => {
		const [home, hub] = [openHome(), await openHub([answer])];
		const run = await home.run("hub login --json", { env: { HF_ENDPOINT: hub.url } });
		expect(run.code).toBe(3);
		expect(JSON.parse(run.stdout.trim().split("\n").at(-1) ?? "")).toMatchObject({ event: "error", code });
		expect(hub.requests).toHaveLength(2);
	});

	it("wait longer by five seconds after each slow_down, and go on where a server is busy", async () => {
		vi.useFakeTimers();
		onTestFinished(() => void vi.useRealTimers());
		const answers = [
			["slow_down", 400],
			["", 503],
			["slow_down", 400],
			["authorization_pending", 400],
		] as const;
		const left = [...answers];
		const times: number[] = [];
		const fetch = async (): Promise<Response> => {
			times.push(performance.now());
			const [error, status] = left.shift() ?? [undefined, 200];
			return Response.json(error === undefined ? TOKENS : { error }, { status });
		};
		const server = { fetch, hubUrl: "https://huggingface.co", client: "me", signal: new AbortController().signal };
		const code = {
			deviceCode: "d",
			userCode: "u",
			uri: "https://x",
			completeUri: undefined,
			interval: 2,
			expiresIn: 900,
		};
		const start = performance.now();
		const waiting = waitForTokens(server, code);
		await vi.advanceTimersByTimeAsync(60_000);
		expect((await waiting).accessToken).toBe(ACCESS);
		expect(times.map((time) => Math.round((time - start) / 1000))).toEqual([2, 9, 16, 28, 40]);
	});
});

describe("a network that is cut after the confirmation", () => {
	it("does not throw the sign-in away", async () => {
		const home = openHome();
		const hub = await serve(({ path }) =>
			path === "/oauth/device"
				? { body: CODE }
				: path === "/oauth/token"
					? { body: TOKENS }
					: { status: 503, body: "" },
		);
		const { stdout, code } = await home.run("hub login --open --retries 0", { env: { HF_ENDPOINT: hub.url } });
		expect([code, stdout]).toEqual([
			0,
			expect.stringMatching(/^Logged in; Hugging Face did not say as whom\. Stored hf_/),
		]);
		expect(home.stored()["login"]).toMatchObject({ access_token: ACCESS, refresh_token: REFRESH });
	});

	it.each([1e300, "1e300", -5, "soon", null])(
		"is stored with a time that can be, if the server says %s",
		async (seconds) => {
			const [home, hub] = [openHome(), await openHub([{ body: { ...TOKENS, expires_in: seconds } }])];
			expect(await home.run("hub login --json", { env: { HF_ENDPOINT: hub.url } })).toMatchObject({
				code: 0,
				stderr: "",
			});
			const end = home.stored()["login"]?.["expires_at"];
			if (end !== undefined) expect(Date.parse(end)).toBeLessThan(Date.now() + 11 * 366 * 86_400_000);
			expect((await home.run("hub whoami", { env: { HF_ENDPOINT: hub.url } })).code).toBe(0);
		},
	);

	it("stores nothing if Hugging Face does not know the token", async () => {
		const home = openHome();
		const hub = await serve(({ path }) =>
			path === "/oauth/device"
				? { body: CODE }
				: path === "/oauth/token"
					? { body: TOKENS }
					: { status: 401, body: "" },
		);
		const { stdout, code } = await home.run("hub login --json", { env: { HF_ENDPOINT: hub.url } });
		expect(code).toBe(3);
		expect(stdout).toContain('{"event":"error","code":"unauthorized"');
		expect(() => home.stored()).toThrow("ENOENT");
	});
});

it("tells an agent the words and the code that a person gets where the network fails", async () => {
	const home = openHome();
	const { stdout, stderr, code } = await home.run("hub login --json --retries 0", {
		env: { HF_ENDPOINT: "http://127.0.0.1:9" },
	});
	const event = JSON.parse(stdout) as Record<string, string>;
	const { error } = JSON.parse(stderr) as { error: Record<string, string> };
	expect(code).toBe(7);
	expect(event).toEqual({ event: "error", code: error["code"], message: error["message"] });
});

describe("hub login on a terminal", () => {
	it("shows address and code, waits, slows down when told, and goes on after a failure of the server", async () => {
		const polls = [{ status: 502, body: "bad gateway" }, refusal("authorization_pending"), { body: TOKENS }];
		const [home, hub] = [openHome(), await openHub(polls)];
		const env = { HF_ENDPOINT: hub.url };
		const terminal = openTerminal("hub", ["login", "--retries", "0"], home, { env, columns: 80, rows: 40 });
		await terminal.waitFor("paste a token (p)?");
		terminal.type("\r");
		const { code, rest } = await terminal.end();
		const text = stripVTControlCharacters(rest);
		expect([code, text]).toEqual([0, expect.stringContaining("Logged in as alice. Stored hf_…1234 in ")]);
		expect(text).toContain("    https://huggingface.co/oauth/device");
		expect(text).toContain("    ABCD-EFGH");
		// The code for a phone.
		expect(text).toMatch(/[▀▄█]{8}/);
		expect(rest).not.toMatch(/oauth_access|oauth_refresh|device-secret/);
	});

	it("fits 40 columns, without the code for a phone", async () => {
		const [home, hub] = [openHome(), await openHub([{ body: TOKENS }])];
		const terminal = openTerminal("hub", ["login"], home, { env: { HF_ENDPOINT: hub.url }, columns: 40 });
		await terminal.waitFor("(p)?");
		terminal.type("b");
		const text = stripVTControlCharacters(await terminal.waitFor("Ctrl-C stops."));
		expect(text).not.toMatch(/[▀▄█]{8}/);
		const lines = text.split(/\r?\n/).filter((line) => /^ {2}/.test(line));
		expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(40);
		expect((await terminal.end()).code).toBe(0);
	});

	it("shows the code at once on a terminal that cannot be drawn on, which would echo a token", async () => {
		const [home, hub] = [openHome(), await openHub([{ body: TOKENS }])];
		const env = { HF_ENDPOINT: hub.url, TERM: "dumb" };
		const terminal = openTerminal("hub", ["login"], home, { env, columns: 100, rows: 40 });
		const { code, rest } = await terminal.end();
		expect([code, rest]).toEqual([0, expect.stringContaining("    ABCD-EFGH")]);
		expect(rest).toContain("Logged in as alice.");
		expect(rest).not.toMatch(/[▀▄█]/);
		expect(rest).toBe(stripVTControlCharacters(rest));
	});

	it("asks for no token where the address of the server is not to be trusted", async () => {
		const [home, hub] = [
			openHome(),
			await openHub([], { body: { ...CODE, verification_uri: "http://evil.example/" } }),
		];
		const terminal = openTerminal("hub", ["login"], home, { env: { HF_ENDPOINT: hub.url }, columns: 200 });
		await terminal.waitFor("(p)?");
		terminal.type("\r");
		const { code, rest } = await terminal.end();
		expect([code, rest]).toEqual([
			3,
			expect.stringContaining('verification_uri ("http://evil.example/") is not encrypted'),
		]);
		expect(rest).not.toContain("Paste");
	});

	it("leads to the paste form, with one line, where the server does not offer it", async () => {
		const home = openHome();
		const hub = await serve((request) =>
			request.path === "/api/whoami-v2" ? { body: { name: "alice" } } : { status: 404, body: "Not Found" },
		);
		const terminal = openTerminal("hub", ["login"], home, { env: { HF_ENDPOINT: hub.url }, columns: 200 });
		await terminal.waitFor("(p)?");
		terminal.type("\r");
		const before = await terminal.waitFor("press Enter: ");
		expect(before.split(/\r?\n/).filter((line) => line.includes("Paste a token instead"))).toHaveLength(1);
		terminal.type("hf_abcdefghijklmnop9999\r");
		expect((await terminal.end()).code).toBe(0);
		expect(home.stored()).toEqual({ token: "hf_abcdefghijklmnop9999" });
	});

	it("opens only https URLs of the hub's own host, as one argument of a program", async () => {
		const home = openHome();
		const hub = await openHub([{ body: TOKENS }]);
		const { stderr, code } = await home.run("hub login --open", { env: { HF_ENDPOINT: hub.url } });
		expect([code, stderr]).toEqual([
			0,
			expect.stringContaining("--open: https://huggingface.co is not opened; only https URLs of 127.0.0.1"),
		]);
	});
});

describe("hub login --sandbox", () => {
	it("plays the whole flow without a network, and stores nothing", async () => {
		const home = openHome();
		const { stdout, code } = await home.run("hub login --sandbox --json");
		const events = stdout
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line) as Record<string, unknown>);
		expect([code, events]).toMatchObject([
			0,
			[{ event: "device_code" }, { event: "success", account: "sandbox", path: null }],
		]);
		expect(() => home.stored()).toThrow("ENOENT");
	});
});

import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Context } from "../../../src/cli/context.ts";
import { createRenewal } from "../../../src/cli/sign-in/renewal.ts";
import {
	type RecordedRequest,
	type Script,
	type ScriptedAnswer,
	type ScriptedServer,
	startServer,
} from "../../helpers/server.ts";
import { createHome, type Home } from "../../helpers/session.ts";

const OLD = "hf_oauth_old_abcdefgh1234";
const NEW = "hf_oauth_new_abcdefgh5678";
const HOUR = 3_600_000;
const renewed = { body: { access_token: NEW, refresh_token: "hf_refresh_new_11112222", expires_in: 2_592_000 } };

const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
const form = ({ body }: RecordedRequest): Record<string, string> => Object.fromEntries(new URLSearchParams(body));

async function serve(script: Script): Promise<ScriptedServer> {
	const server = await startServer(script);
	onTestFinished(() => server.close());
	return server;
}

async function openHub(answer: ScriptedAnswer): Promise<ScriptedServer> {
	return await serve((request) => (request.path === "/oauth/token" ? answer : { body: { name: "alice" } }));
}

function openHome(): Home {
	const home = createHome();
	onTestFinished(() => home.remove());
	return home;
}

/** A home that signed in at a server, with a token that ends in some hours. */
function signIn(home: Home, hub: string, hours: number): { stored(): Record<string, Record<string, string>> } {
	const file = join(home.folder, ".config/hub/config.json");
	mkdirSync(join(home.folder, ".config/hub"), { recursive: true });
	const login = {
		access_token: OLD,
		refresh_token: "hf_refresh_old_11112222",
		expires_at: inHours(hours),
		client_id: "mine",
		hub,
	};
	writeFileSync(file, JSON.stringify({ timeout: 30, login }));
	return { stored: () => JSON.parse(readFileSync(file, "utf8")) as Record<string, Record<string, string>> };
}

const tokensOf = (hub: ScriptedServer): (string | undefined)[] =>
	hub.requests.filter(({ path }) => path === "/api/whoami-v2").map(({ headers }) => headers.authorization);

describe("a token of hub login", () => {
	it("is renewed silently when it is used within a day of its end", async () => {
		const [home, hub] = [openHome(), await openHub(renewed)];
		const { stored } = signIn(home, hub.url, 23);
		const { stderr, code } = await home.run("hub whoami --debug", { env: { HF_ENDPOINT: hub.url } });
		expect(code).toBe(0);
		expect(stderr).not.toMatch(/oauth_new|oauth_old|hf_refresh_/);
		expect(hub.requests.filter(({ path }) => path === "/oauth/token").map(form)).toEqual([
			{ grant_type: "refresh_token", refresh_token: "hf_refresh_old_11112222", client_id: "mine" },
		]);
		expect(tokensOf(hub)).toEqual([`Bearer ${NEW}`]);
		expect(stored()).toMatchObject({
			timeout: 30,
			login: { access_token: NEW, refresh_token: "hf_refresh_new_11112222" },
		});
		expect(readdirSync(join(home.folder, ".config/hub"))).toEqual(["config.json"]);
	});

	it.each([
		["ends later", 25, "hub whoami"],
		["is not used", 1, "hub models llama"],
		["is only shown", 1, "hub infer -t chat -m a/b --dry-run hello"],
	])("stays as it is if it %s", async (why, hours, line) => {
		const [home, hub] = [openHome(), await openHub(renewed)];
		const { stored } = signIn(home, hub.url, hours);
		const env: Record<string, string> = {
			HF_ENDPOINT: hub.url,
			...(why === "is not used" ? { HF_TOKEN: "hf_other_12345678" } : {}),
		};
		await home.run(line, { env });
		expect(hub.requests.filter(({ path }) => path === "/oauth/token")).toEqual([]);
		expect(stored()["login"]?.["access_token"]).toBe(OLD);
	});

	it("is renewed once by commands that run at once", async () => {
		const [home, hub] = [openHome(), await openHub({ ...renewed, step: 10, pause: 20 })];
		const { stored } = signIn(home, hub.url, 1);
		const env = { HF_ENDPOINT: hub.url };
		const outcomes = await Promise.all([1, 2, 3, 4].map(() => home.run("hub whoami", { env })));
		expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual(outcomes.map(() => [0, ""]));
		expect(hub.requests.filter(({ path }) => path === "/oauth/token")).toHaveLength(1);
		expect(new Set(tokensOf(hub))).toEqual(new Set([`Bearer ${NEW}`]));
		expect(stored()).toMatchObject({ login: { access_token: NEW } });
	});

	it("is the renewed one where another command has renewed it since this one began", async () => {
		const [home, hub] = [openHome(), await openHub(renewed)];
		const old = {
			access_token: OLD,
			refresh_token: "hf_refresh_old_11112222",
			expires_at: inHours(1),
			client_id: "mine",
		};
		const file = join(home.folder, ".config/hub/config.json");
		mkdirSync(join(home.folder, ".config/hub"), { recursive: true });
		writeFileSync(
			file,
			JSON.stringify({ login: { ...old, access_token: NEW, expires_at: inHours(700), hub: hub.url } }),
		);
		const context = {
			env: { HUB_CONFIG_DIR: join(home.folder, ".config/hub") },
			signal: new AbortController().signal,
			now: Date.now,
			secrets: { add: () => undefined },
		} as unknown as Context;
		const renew = createRenewal(() => fetch, context, { ...old, hub: hub.url });
		const { headers } = await renew({ headers: { Authorization: `Bearer ${OLD}` } });
		expect(headers).toEqual({ Authorization: `Bearer ${NEW}` });
		expect(hub.requests).toEqual([]);
	});

	it("is described as a sign-in right after it was renewed", async () => {
		const [home, hub] = [openHome(), await openHub(renewed)];
		signIn(home, hub.url, 1);
		const { stdout } = await home.run("hub whoami", { env: { HF_ENDPOINT: hub.url } });
		expect(stdout).toMatch(/signed in +in the browser, until .*, renewed automatically/);
		// The one that was used.
		expect(stdout).toMatch(/token +hf_…5678\n/);
	});

	it("says hub login if the renewal is refused, and loses nothing", async () => {
		const [home, hub] = [openHome(), await openHub({ status: 400, body: { error: "invalid_grant" } })];
		const { stored } = signIn(home, hub.url, 5);
		const before = stored();
		const { stderr, code } = await home.run("hub whoami", { env: { HF_ENDPOINT: hub.url } });
		expect([code, stderr]).toEqual([0, expect.stringMatching(/^Your sign-in ends at .* Sign in again: hub login\n$/)]);
		expect(tokensOf(hub)).toEqual([`Bearer ${OLD}`]);
		expect(stored()).toEqual(before);
	});

	it.each<[string, ScriptedAnswer]>([
		["the server cannot renew it", { status: 503, body: "" }],
		["a proxy answers", { headers: { "content-type": "text/html" }, body: "<title>Hotel</title>" }],
		["a proxy refuses", { status: 403, body: "<title>Forbidden</title>" }],
	])("is used on while %s", async (_, answer) => {
		const [home, hub] = [openHome(), await openHub(answer)];
		signIn(home, hub.url, 5);
		expect(await home.run("hub whoami", { env: { HF_ENDPOINT: hub.url } })).toMatchObject({ code: 0, stderr: "" });
		expect(tokensOf(hub)).toEqual([`Bearer ${OLD}`]);
	});

	it("is renewed only by the server that issued it", async () => {
		const [home, issuer, other] = [openHome(), await openHub(renewed), await openHub(renewed)];
		signIn(home, issuer.url, 5);
		await home.run("hub whoami", { env: { HF_ENDPOINT: other.url } });
		expect(other.requests.map(({ path }) => path)).not.toContain("/oauth/token");
		expect(issuer.requests.map(({ path }) => path)).toContain("/oauth/token");
	});
});

describe("a token of hf auth login", () => {
	const FILE = (expires: number): string =>
		`[work]\nhf_token = hf_work_12345678\n\n[laptop]\nhf_token = ${OLD}\nrefresh_token = hf_refresh_old_11112222\nexpires_at = ${expires}\nextra = kept\n\n`;

	function prepare(home: Home, hours: number, path = ".cache/huggingface"): string {
		const folder = join(home.folder, path);
		mkdirSync(folder, { recursive: true });
		writeFileSync(join(folder, "token"), OLD);
		writeFileSync(join(folder, "stored_tokens"), FILE(Math.floor((Date.now() + hours * HOUR) / 1000)));
		return folder;
	}

	it("is renewed where it lies, with the client of hf, and everything else stays", async () => {
		const [home, hub] = [openHome(), await openHub(renewed)];
		const folder = prepare(home, 5);
		const { code, stderr } = await home.run("hub whoami", { env: { HF_ENDPOINT: hub.url } });
		expect([code, stderr]).toEqual([0, ""]);
		expect(hub.requests.filter(({ path }) => path === "/oauth/token").map(form)).toMatchObject([
			{ refresh_token: "hf_refresh_old_11112222", client_id: "26be6b09-91c5-47da-9861-d2d2bb7a7e36" },
		]);
		expect(readFileSync(join(folder, "token"), "utf8")).toBe(NEW);
		const text = readFileSync(join(folder, "stored_tokens"), "utf8");
		const expires = Number(/^expires_at = (\d+)$/m.exec(text)?.[1]);
		expect(text).toBe(FILE(expires).replace(OLD, NEW).replace("hf_refresh_old_11112222", "hf_refresh_new_11112222"));
		expect(Math.round((expires * 1000 - Date.now()) / HOUR / 24)).toBe(30);
		expect(statSync(join(folder, "stored_tokens")).mode & 0o777).toBe(0o600);
		// Where hf has its own lock, which is a file.
		expect(existsSync(join(folder, "stored_tokens.lock"))).toBe(false);
		expect(existsSync(join(home.folder, ".config/hub/config.json"))).toBe(false);
	});

	it.each([
		["HF_HOME", "~/own/hf"],
		["HF_TOKEN_PATH", "~/own/hf/token"],
	])("is found and renewed beside the place that %s names", async (variable, value) => {
		const [home, hub] = [openHome(), await openHub(renewed)];
		const folder = prepare(home, 5, "own/hf");
		const { code, stderr } = await home.run("hub whoami", { env: { HF_ENDPOINT: hub.url, [variable]: value } });
		expect([code, stderr]).toEqual([0, ""]);
		expect(readFileSync(join(folder, "token"), "utf8")).toBe(NEW);
		expect(readFileSync(join(folder, "stored_tokens"), "utf8")).toContain(`hf_token = ${NEW}\n`);
	});

	it("says hf auth login if that is refused, in one line", async () => {
		const [home, hub] = [openHome(), await openHub({ status: 400, body: { error: "invalid_grant" } })];
		const folder = prepare(home, -5);
		const { stderr, code } = await home.run("hub whoami", { env: { HF_ENDPOINT: hub.url } });
		expect([code, stderr]).toEqual([0, "Your sign-in has ended and cannot be renewed. Sign in again: hf auth login\n"]);
		expect(readFileSync(join(folder, "token"), "utf8")).toBe(OLD);
	});
});

describe("hub logout", () => {
	it("revokes the tokens where the server says that it can, and only there", async () => {
		const home = openHome();
		let endpoint = "";
		const hub = await serve((request) =>
			request.path.startsWith("/.well-known/") ? { body: { revocation_endpoint: endpoint } } : { body: {} },
		);
		endpoint = `${hub.url}/oauth/revoke`;
		const { stored } = signIn(home, hub.url, 100);
		const { stdout, stderr, code } = await home.run("hub logout", { env: { HF_ENDPOINT: hub.url } });
		expect([code, stdout, stderr]).toEqual([
			0,
			expect.stringContaining("Removed the token"),
			expect.stringContaining("revoked"),
		]);
		expect(
			hub.requests.filter(({ path }) => path === "/oauth/revoke").map((request) => form(request)["token"]),
		).toEqual(["hf_refresh_old_11112222", OLD]);
		expect(stored()).toEqual({ timeout: 30 });
		endpoint = "https://evil.example/oauth/revoke";
		signIn(home, hub.url, 100);
		const second = await home.run("hub logout", { env: { HF_ENDPOINT: hub.url } });
		expect([second.code, second.stderr]).toEqual([0, expect.stringContaining("could not be revoked")]);
	});
});

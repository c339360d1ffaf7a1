import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Check, checkNode, MIN_NODE } from "../../src/cli/commands/doctor/local.ts";

import { type ScriptedAnswer, serve, startServer } from "../helpers/server.ts";
import { createHome, type Home } from "../helpers/session.ts";
import { openTerminal } from "../helpers/terminal.ts";

const TOKEN = "hf_abcdefghijklmnop1234";
const ACCOUNT = { name: "alice", auth: { accessToken: { role: "write" } } };

function openHome(files: Record<string, string> = {}): Home {
	const home = createHome(files);
	onTestFinished(() => home.remove());
	return home;
}

/** A hub and router that answer each path as told, and everything else with an empty list. */
async function openHub(answers: Record<string, ScriptedAnswer> = {}): Promise<string> {
	const server = await startServer(({ path }) => answers[path.split("?")[0] ?? ""] ?? { body: [] });
	onTestFinished(() => server.close());
	return server.url;
}

async function examine(home: Home, env: Record<string, string>, args = "") {
	const { stdout, stderr, code } = await home.run(`hub doctor --json ${args}`, { env });
	const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
	return { ok, code, text: stdout + stderr, checks: Object.fromEntries(checks.map((check) => [check.name, check])) };
}

describe("hub doctor", () => {
	it("reports no problem if there is none", async () => {
		const url = await openHub({ "/api/whoami-v2": { body: ACCOUNT } });
		const env = { HF_ENDPOINT: url, HUB_ROUTER_URL: url, HF_TOKEN: TOKEN, TOGETHER_API_KEY: "tk-abcdefghijkl" };
		const { ok, code, checks, text } = await examine(openHome(), env);
		expect([ok, code]).toEqual([true, 0]);
		expect(checks["token"]).toEqual({ name: "token", status: "ok", detail: "hf_…1234 from HF_TOKEN: alice (write)" });
		expect(checks["keys"]?.detail).toBe("together (TOGETHER_API_KEY)");
		expect(checks["hub"]?.milliseconds).toBeGreaterThanOrEqual(0);
		expect(text).not.toMatch(/abcdef/);
	});

	const troubles: [string, Record<string, ScriptedAnswer>, string, Partial<Check>][] = [
		[
			"a token Hugging Face does not know",
			{ "/api/whoami-v2": { status: 401, body: { error: `Invalid ${TOKEN}` } } },
			"token",
			{ status: "fail", detail: "hf_…1234 from HF_TOKEN: Hugging Face does not recognize it" },
		],
		[
			"a hub that cannot tell whose token it is",
			{ "/api/whoami-v2": { status: 500, body: "oops" } },
			"token",
			{ status: "warn", detail: "hf_…1234 from HF_TOKEN: could not be checked" },
		],
		[
			"an overloaded hub",
			{ "/api/models": { status: 503, body: "" } },
			"hub",
			{ status: "fail", advice: "It is overloaded or under maintenance. Try again later." },
		],
		[
			"an address that is no hub",
			{ "/api/models": { status: 404, body: "" } },
			"hub",
			{ status: "fail", advice: "Check the URL: hub config get hub." },
		],
		[
			"a login page in place of the router",
			{ "/v1/models": { body: "<html>Please log in</html>", headers: { "content-type": "text/html" } } },
			"router",
			{ status: "fail", detail: expect.stringContaining("returned a sign-in page") },
		],
		[
			"a router that is silent",
			{ "/v1/models": { ending: "silence" } },
			"router",
			{ status: "fail", detail: expect.stringMatching(/within 3 s/) },
		],
	];
	it.each(troubles)("reports the problem: %s", async (_, answers, name, expected) => {
		const url = await openHub({ "/api/whoami-v2": { body: ACCOUNT }, ...answers });
		const env = { HF_ENDPOINT: url, HUB_ROUTER_URL: url, HF_TOKEN: TOKEN };
		const { code, checks, text } = await examine(openHome(), env, "--timeout 3");
		expect(checks[name]).toEqual(expect.objectContaining({ name, ...expected }));
		expect(checks[name]?.advice).toBeTruthy();
		expect(code).toBe(expected.status === "fail" ? 1 : 0);
		expect(text).not.toContain(TOKEN);
	});

	it("requests each URL once, within the time limit", async () => {
		const hub = await serve({ ending: "silence" });
		const { code, checks } = await examine(
			openHome(),
			{ HF_ENDPOINT: hub.url, HUB_ROUTER_URL: hub.url, HF_TOKEN: TOKEN },
			"--timeout 1",
		);
		expect(code).toBe(1);
		expect(hub.requests.map(({ path }) => path).sort()).toEqual([
			"/api/models?limit=1",
			"/api/whoami-v2",
			"/v1/models",
		]);
		for (const name of ["hub", "router"]) expect(checks[name]?.detail).toContain("within 1 s");
	});

	it("reports a malformed configuration, and continues", async () => {
		const url = await openHub();
		const home = openHome({ ".config/hub/config.json": "{" });
		const { checks } = await examine(home, { HF_ENDPOINT: url, HUB_ROUTER_URL: url });
		expect(checks["config"]).toMatchObject({ status: "fail", detail: expect.stringContaining("is not JSON") });
		expect(checks["hub"]).toMatchObject({ status: "ok" });
	});

	it("shows which proxy is used, without its password", async () => {
		const env = { HTTPS_PROXY: "http://me:hush-hush@127.0.0.1:3", NO_PROXY: "router.huggingface.co" };
		const { checks, text } = await examine(openHome(), env, "--timeout 1");
		expect(checks["proxy"]?.detail).toBe(
			"huggingface.co through http://[redacted]@127.0.0.1:3, router.huggingface.co directly",
		);
		expect(text).not.toContain("hush-hush");
	});

	it("ends on Ctrl-C", async () => {
		const hub = await serve({ ending: "silence" });
		const env = { HF_ENDPOINT: hub.url, HUB_ROUTER_URL: hub.url };
		const terminal = openTerminal("hub", ["doctor"], openHome(), { env });
		await terminal.waitFor("proxy");
		terminal.type("\x03");
		expect((await terminal.end()).code).toBe(130);
	});

	it.each([40, 80])("fits %d columns", async (columns) => {
		const url = await openHub({ "/v1/models": { status: 500, body: "" } });
		const env = { HF_ENDPOINT: url, HUB_ROUTER_URL: url, NO_COLOR: "1" };
		const { rest } = await openTerminal("hub", ["doctor"], openHome(), { env, columns }).end();
		const lines = rest.trimEnd().split("\r\n");
		// A path in the temporary folder may be longer than a line; it is there to be copied.
		expect(lines.filter((line) => line.length > columns && !line.includes("/"))).toEqual([]);
		expect(lines.filter((line) => line.startsWith("fail"))).toHaveLength(1);
	});

	it("checks the terminal", async () => {
		const url = await openHub();
		const env = { HF_ENDPOINT: url, HUB_ROUTER_URL: url, LANG: "C" };
		const { rest } = await openTerminal("hub", ["doctor"], openHome(), { env, columns: 120 }).end();
		expect(rest).toMatch(/warn.*terminal +120 × 30, 256 colors, TERM=xterm-256color, locale C\r\n +.*UTF-8/);
	});

	it.each([
		["20.18.0", "fail"],
		["20.18.1", "ok"],
		["20.9.0", "fail"],
		["18.20.0", "fail"],
		["22.0.0", "ok"],
		["100.0.0", "ok"],
	])("Node %s: %s", (version, status) => {
		expect(checkNode(version).status).toBe(status);
	});

	it("requires the same Node as the package", () => {
		const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
		expect((JSON.parse(manifest) as { engines: { node: string } }).engines.node).toBe(`>=${MIN_NODE}`);
	});
});

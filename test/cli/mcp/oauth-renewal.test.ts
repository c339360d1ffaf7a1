import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../helpers/server.ts";
import { createHome, type Home } from "../../helpers/session.ts";
import { openTerminal } from "../../helpers/terminal.ts";

const EXAMPLES = new URL("../../../node_modules/@modelcontextprotocol/sdk/dist/esm/examples/server/", import.meta.url);

/**
 * The SDK's example issues no refresh tokens; loaded before it, this adds them to its provider. Each is good for one
 * renewal by the client that it was issued to, and each renewal is a line of the output.
 */
const WITH_REFRESH_TOKENS = `
import { randomUUID } from "node:crypto";
import { DemoInMemoryAuthProvider } from ${JSON.stringify(new URL("demoInMemoryOAuthProvider.js", EXAMPLES).href)};
import { InvalidGrantError } from ${JSON.stringify(new URL("../../server/auth/errors.js", EXAMPLES).href)};
const { prototype } = DemoInMemoryAuthProvider;
const { exchangeAuthorizationCode, verifyAccessToken } = prototype;
const issued = new Map();
const issue = (client, resource) => {
	const token = randomUUID();
	issued.set(token, { client: client.client_id, resource: String(resource) });
	return token;
};
prototype.exchangeAuthorizationCode = async function (client, code, verifier, redirect, resource) {
	const tokens = await exchangeAuthorizationCode.call(this, client, code, verifier, redirect, resource);
	return { ...tokens, refresh_token: issue(client, resource) };
};
// The example answers an unknown token with 500, one whose time is over with 401.
prototype.verifyAccessToken = async function (token) {
	const ended = { token, clientId: "", scopes: ["mcp:tools"], expiresAt: 1 };
	return token === "ended-by-the-server" ? ended : await verifyAccessToken.call(this, token);
};
prototype.exchangeRefreshToken = async function (client, token, scopes = [], resource) {
	const found = issued.get(token);
	console.log("asked to renew");
	if (found?.client !== client.client_id || found.resource !== String(resource)) throw new InvalidGrantError("unknown");
	issued.delete(token);
	const access = randomUUID();
	const expiresAt = Date.now() + 3_600_000;
	this.tokens.set(access, { token: access, clientId: client.client_id, scopes, expiresAt, resource, type: "access" });
	console.log("has renewed");
	return { access_token: access, token_type: "bearer", expires_in: 3600, refresh_token: issue(client, resource) };
};
`;

let child: ChildProcess;
let url = "";
let output = "";
const count = (line: string): number => output.split(line).length - 1;

/** Resolves to whether the example listens: another program may have taken one of its ports. */
async function startExample(): Promise<boolean> {
	const [port, auth] = [await freePort(), await freePort()];
	url = `http://localhost:${port}/mcp`;
	const preload = `data:text/javascript,${encodeURIComponent(WITH_REFRESH_TOKENS)}`;
	const example = new URL("simpleStreamableHttp.js", EXAMPLES);
	child = spawn(process.execPath, ["--import", preload, example.pathname, "--oauth"], {
		env: { PATH: process.env["PATH"], MCP_PORT: String(port), MCP_AUTH_PORT: String(auth) },
		stdio: ["ignore", "pipe", "ignore"],
	});
	const limit = setTimeout(() => child.kill(), 20_000);
	return await new Promise((resolve) => {
		child.once("exit", () => resolve(false));
		child.stdout?.on("data", (text) => {
			output += text;
			if (!output.includes("MCP Streamable HTTP Server listening")) return;
			clearTimeout(limit);
			resolve(true);
		});
	});
}

beforeAll(async () => {
	for (let attempt = 0; attempt < 3; attempt++) if (await startExample()) return;
	throw new Error("The SDK's example does not start.");
});
afterAll(() => void child.kill());
beforeEach(() => {
	output = "";
});

type Login = Record<"issuer" | "access_token" | "refresh_token" | "expires_at", string>;

interface SignedIn {
	home: Home;
	read(): Login;
	/** Changes what is stored of the sign-in, as time or another machine would. */
	change(changes: Partial<Login>): void;
	/** Lets the model of the sandbox use the server's tool. */
	greet(): ReturnType<Home["run"]>;
}

/** Signs in once, as a person with a browser does. */
async function signIn(): Promise<SignedIn> {
	const home = createHome();
	onTestFinished(() => home.remove());
	const terminal = openTerminal("hub", ["mcp", "login", url], home, { columns: 600 });
	const text = stripVTControlCharacters(await terminal.waitFor("paste the URL: "));
	const [address = ""] = /http:\/\/localhost:\d+\/authorize\?\S+/.exec(text.replace(/\r?\n(?=\S)/g, "")) ?? [];
	await fetch(address);
	expect((await terminal.end()).code).toBe(0);
	const file = join(home.folder, ".config/hub/mcp-logins.json");
	const read = (): Login => (JSON.parse(readFileSync(file, "utf8")) as { logins: [Login] }).logins[0];
	return {
		home,
		read,
		change: (changes) => writeFileSync(file, JSON.stringify({ logins: [{ ...read(), ...changes }] })),
		greet: () =>
			home.run(
				`hub infer -t chat --sandbox --mcp ${url} --allow-tools '*' --debug 'Use the tool greet with name "Ann".'`,
				{ real: true },
			),
	};
}

const PAST = "2026-01-01T00:00:00.000Z";
const greeted = { code: 0, stdout: expect.stringContaining("Hello, ") as string };

describe("a sign-in at a server of tools", () => {
	it("is renewed before it ends, and stored with the new refresh token", async () => {
		const { read, change, greet } = await signIn();
		const first = read();
		change({ expires_at: PAST });
		const outcome = await greet();
		expect(outcome).toMatchObject(greeted);
		const next = read();
		expect(next.access_token).not.toBe(first.access_token);
		expect(next.refresh_token).not.toBe(first.refresh_token);
		expect(next.issuer).toBe(first.issuer);
		expect(Date.parse(next.expires_at)).toBeGreaterThan(Date.now());
		for (const secret of [first, next].flatMap((login) => [login.access_token, login.refresh_token])) {
			expect(outcome.stdout + outcome.stderr).not.toContain(secret);
		}
		// The next command has no need to.
		expect(await greet()).toMatchObject(greeted);
		expect(count("has renewed")).toBe(1);
	});

	it("is renewed where the server refuses its token earlier than said", async () => {
		const { read, change, greet } = await signIn();
		change({ access_token: "ended-by-the-server" });
		expect(await greet()).toMatchObject(greeted);
		expect(read().access_token).not.toBe("ended-by-the-server");
		expect(count("has renewed")).toBe(1);
	});

	it("is renewed once by two commands at once: a refresh token is good for one renewal", async () => {
		const { change, greet } = await signIn();
		change({ expires_at: PAST });
		const outcomes = await Promise.all([greet(), greet()]);
		expect(outcomes).toEqual([expect.objectContaining(greeted), expect.objectContaining(greeted)]);
		expect([count("asked to renew"), count("has renewed")]).toEqual([1, 1]);
	});

	it("is named with the command that signs in where its renewal is refused, and is not lost", async () => {
		const { read, change, greet } = await signIn();
		change({ expires_at: PAST, refresh_token: "taken-back" });
		const { code, stderr } = await greet();
		expect(code).not.toBe(0);
		expect(stderr).toContain(`hub mcp login ${url}`);
		expect(stderr).not.toContain("taken-back");
		expect([count("asked to renew"), count("has renewed")]).toEqual([1, 0]);
		expect(read().refresh_token).toBe("taken-back");
	});

	it("is renewed at no other issuer than the one that it came from", async () => {
		const { change, greet } = await signIn();
		change({ expires_at: PAST, issuer: "https://other.example/" });
		const { code, stderr } = await greet();
		expect(code).not.toBe(0);
		expect(stderr).toContain(`hub mcp login ${url}`);
		expect(count("asked to renew")).toBe(0);
	});
});

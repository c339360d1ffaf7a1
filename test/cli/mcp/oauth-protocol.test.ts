import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { type RecordedRequest, type ScriptedAnswer, type ScriptedServer, startServer } from "../../helpers/server.ts";
import { createHome } from "../../helpers/session.ts";
import { openTerminal } from "../../helpers/terminal.ts";

const DOCUMENT = "https://modelhub.github.io/hub/oauth-client.json";
const TOKENS = {
	access_token: "at-0123456789",
	token_type: "Bearer",
	refresh_token: "rt-0123456789",
};

/** How a server differs from one that knows documents of clients and names itself in its answers. */
interface Peculiarities {
	/** It knows no documents: clients register. */
	registers?: boolean;
	/** The issuer in the address that the browser brings back; null for none. */
	iss?: string | null;
	/** The person refuses. */
	refuses?: boolean;
	/** Seconds that its tokens are good for. */
	lifetime?: unknown;
}

interface AuthorizationServer extends ScriptedServer {
	/** Requests to a path of it. */
	to(path: string): RecordedRequest[];
}

/** A server of tools that is its own authorization server, and strict: it checks PKCE, client, redirect and resource. */
async function openServer({
	registers,
	iss,
	refuses,
	lifetime = 3600,
}: Peculiarities = {}): Promise<AuthorizationServer> {
	let asked = new URLSearchParams();
	const answer = ({ path, body, headers }: RecordedRequest): ScriptedAnswer => {
		const { pathname, searchParams } = new URL(path, server.url);
		const { url } = server;
		switch (pathname) {
			case "/mcp": {
				const challenge = `Bearer resource_metadata="${url}/documents/here", scope="tools:read"`;
				return headers.authorization
					? { status: 400, body: {} }
					: { status: 401, headers: { "www-authenticate": challenge }, body: {} };
			}
			case "/documents/here":
				return {
					body: { resource: `${url}/mcp`, authorization_servers: [url], scopes_supported: ["tools:read", "tools:all"] },
				};
			case "/.well-known/oauth-authorization-server":
				return {
					body: {
						issuer: url,
						authorization_endpoint: `${url}/authorize`,
						token_endpoint: `${url}/token`,
						registration_endpoint: `${url}/register`,
						response_types_supported: ["code"],
						code_challenge_methods_supported: ["S256"],
						token_endpoint_auth_methods_supported: ["none"],
						client_id_metadata_document_supported: !registers,
						authorization_response_iss_parameter_supported: true,
					},
				};
			case "/register":
				return { status: 201, body: { ...(JSON.parse(body) as object), client_id: "registered" } };
			case "/authorize": {
				asked = searchParams;
				const back = new URL(asked.get("redirect_uri") ?? "");
				back.searchParams.set("state", asked.get("state") ?? "");
				if (refuses) back.searchParams.set("error", "access_denied");
				else back.searchParams.set("code", "the-code");
				if (iss !== null) back.searchParams.set("iss", iss ?? url);
				return { status: 302, headers: { location: back.href }, body: "" };
			}
			case "/token": {
				const form = new URLSearchParams(body);
				const challenge = createHash("sha256")
					.update(form.get("code_verifier") ?? "")
					.digest("base64url");
				const isRight =
					form.get("code") === "the-code" &&
					asked.get("code_challenge_method") === "S256" &&
					asked.get("code_challenge") === challenge &&
					asked.get("resource") === `${url}/mcp` &&
					["resource", "client_id", "redirect_uri"].every((name) => form.get(name) === asked.get(name));
				return isRight
					? { body: { ...TOKENS, expires_in: lifetime } }
					: { status: 400, body: { error: "invalid_grant" } };
			}
			default:
				return { status: 404, body: {} };
		}
	};
	const server = await startServer(answer);
	onTestFinished(() => server.close());
	const to = (path: string): RecordedRequest[] =>
		server.requests.filter((request) => new URL(request.path, server.url).pathname === path);
	return Object.assign(server, { to });
}

/** Signs in as a person with a browser does. */
async function signIn(server: ScriptedServer) {
	const home = createHome();
	onTestFinished(() => home.remove());
	const terminal = openTerminal("hub", ["mcp", "login", `${server.url}/mcp`], home, { columns: 900 });
	const shown = stripVTControlCharacters(await terminal.waitFor("paste the URL: "));
	const [address = ""] = /http:\/\/127\.0\.0\.1:\d+\/authorize\?\S+/.exec(shown) ?? [];
	const page = await (await fetch(address)).text();
	const { code, rest } = await terminal.end();
	const read = (): unknown => JSON.parse(readFileSync(join(home.folder, ".config/hub/mcp-logins.json"), "utf8"));
	return { asked: new URL(address).searchParams, page, code, text: stripVTControlCharacters(rest), read };
}

describe("hub mcp login", () => {
	it("says who hub is by its document, proves itself by PKCE, and names the resource", async () => {
		const server = await openServer();
		const { asked, page, code, read } = await signIn(server);
		expect(code).toBe(0);
		expect(asked.get("client_id")).toBe(DOCUMENT);
		expect(server.to("/register")).toEqual([]);
		expect(server.to("/token")).toHaveLength(1);
		expect(page).toContain("hub has received the sign-in");
		expect(read()).toMatchObject({
			logins: [{ server: `${server.url}/mcp`, issuer: server.url, client_id: DOCUMENT, access_token: "at-0123456789" }],
		});
	});

	it("asks for the rights, and reads the document, that the server names when it refuses a call", async () => {
		const server = await openServer();
		const { asked } = await signIn(server);
		expect(asked.get("scope")).toBe("tools:read");
		expect(server.to("/documents/here").length).toBeGreaterThan(0);
	});

	it("registers only where the server knows no documents of clients", async () => {
		const server = await openServer({ registers: true });
		const { asked, code, read } = await signIn(server);
		expect([code, asked.get("client_id")]).toEqual([0, "registered"]);
		expect(server.to("/register")).toHaveLength(1);
		expect(read()).toMatchObject({ logins: [{ client_id: "registered" }] });
	});

	it.each([
		["of another issuer", "https://evil.example"],
		["without its issuer, which the server promises", null],
	])("exchanges no code that comes back %s", async (_, iss) => {
		const server = await openServer({ iss });
		const { code, text, read } = await signIn(server);
		expect([code, text]).toEqual([3, expect.stringMatching(/Issuer mismatch/)]);
		expect(server.to("/token")).toEqual([]);
		expect(read).toThrow("ENOENT");
	});

	it("stores a time that can be, whatever the server says", async () => {
		const { code, read } = await signIn(await openServer({ lifetime: 1e300 }));
		expect(code).toBe(0);
		expect(read()).toMatchObject({ logins: [{ expires_at: expect.stringMatching(/^20\d\d-/) as string }] });
	});

	it("ends where the person refuses, and the page says so", async () => {
		const server = await openServer({ refuses: true });
		const { code, text, page } = await signIn(server);
		expect([code, text]).toEqual([3, expect.stringContaining("did not work: access_denied")]);
		expect(page).toBe("The sign-in was refused. Close this page and go back to the terminal.\n");
	});

	it("says so where a server needs no sign-in", async () => {
		const server = await startServer(() => ({ status: 404, body: "<title>Not here</title>" }));
		onTestFinished(() => server.close());
		const home = createHome();
		onTestFinished(() => home.remove());
		const { code, rest } = await openTerminal("hub", ["mcp", "login", server.url], home, { columns: 200 }).end();
		expect([code, rest]).toEqual([3, expect.stringContaining("did not work: The server requires none.")]);
		expect(server.requests.map(({ path }) => path)).not.toContain("/register");
	});
});

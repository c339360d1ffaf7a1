import { describe, expect, it } from "vitest";
import { signInToServer } from "../../../src/cli/mcp/oauth.ts";

const SERVER = "https://tools.example/mcp";
const ISSUER = "https://auth.example";
const RESOURCE = { resource: SERVER, authorization_servers: [ISSUER] };
const METADATA = {
	issuer: ISSUER,
	authorization_endpoint: `${ISSUER}/authorize`,
	token_endpoint: `${ISSUER}/token`,
	registration_endpoint: `${ISSUER}/register`,
	response_types_supported: ["code"],
	code_challenge_methods_supported: ["S256"],
};
const REGISTERED = { client_id: "c1", redirect_uris: ["http://127.0.0.1/callback"] };

/** Signs in at servers that answer with the documents; counts what was opened, and what was sent besides look-ups. */
async function attempt(documents: {
	resource?: unknown;
	metadata?: unknown;
	headers?: Record<string, string>;
	challenge?: string;
}) {
	const sent: string[] = [];
	const asked: string[] = [];
	const opened: string[] = [];
	const answer = (value: unknown): Response =>
		new Response(typeof value === "string" ? value : JSON.stringify(value), {
			status: documents.headers ? 302 : 200,
			headers: { "content-type": "application/json", ...documents.headers },
		});
	const fetch = async (input: string | { url: string }, init?: RequestInit): Promise<Response> => {
		const url = typeof input === "string" ? input : input.url;
		asked.push(new URL(url).host);
		if (init?.method !== undefined && init.method !== "GET") {
			sent.push(url);
			return Response.json(url.endsWith("/register") ? REGISTERED : { access_token: "t", token_type: "bearer" });
		}
		if (url.includes("oauth-protected-resource")) return answer(documents.resource ?? RESOURCE);
		return url.startsWith(ISSUER) ? answer(documents.metadata ?? METADATA) : new Response("", { status: 404 });
	};
	const challenge = documents.challenge === undefined ? {} : { resourceMetadataUrl: new URL(documents.challenge) };
	const work = signInToServer(SERVER, challenge, {
		fetch: fetch as typeof globalThis.fetch,
		clientDocument: undefined,
		follow: async (url) => {
			opened.push(url.href);
			return { code: "code", iss: undefined };
		},
		now: Date.now,
	});
	const error = await work.then(
		() => undefined,
		(reason: unknown) => reason as Error,
	);
	return { error, sent, asked, opened };
}

/** Addresses of an endpoint that are not followed, wherever a document has one. */
const ADDRESSES: readonly unknown[] = [
	"javascript:alert(1)",
	"file:///etc/passwd",
	"data:text/html,<script>alert(1)</script>",
	"vscode://x/y",
	"ssh://auth.example/",
	"http://auth.example/authorize",
	"//auth.example/authorize",
	"/authorize",
	"https:auth.example/authorize",
	"https://auth.example/authorize;calc",
	"https://auth.example/$(calc.exe)",
	"https://auth.example/`id`",
	"https://auth.example/a|b",
	"https://auth.example/'x'",
	'https://auth.example/"&calc&"',
	"https://auth.example/a b",
	"https://auth.example/a\nb",
	"https://auth.example/a\tb",
	"https://auth.example/\u0000",
	"https://auth.example/\u001b]0;x\u0007",
	"https://auth.example/%0d%0aSet-Cookie:x",
	"https://auth.example/%00",
	"https://auth.example/a\u202ebc",
	"https://auth.example\\@evil.example/",
	"https://user:pass@auth.example/authorize",
	"https://auth.example@evil.example/authorize",
	"https://127.0.0.1/authorize",
	"http://localhost:8080/authorize",
	"http://[::1]/authorize",
	"https://auth.example/authorize#x",
	`https://auth.example/${"a".repeat(3000)}`,
	"https://аuth.example/authorize",
	"",
	7,
	["https://auth.example/authorize"],
	{ href: "https://auth.example/authorize" },
];

/** Other origins: a person would type a password there. */
const ELSEWHERE = [
	"https://evil.example/authorize",
	"https://auth.example.evil.example/authorize",
	"https://auth.example:8443/authorize",
	"https://authexample/authorize",
	"https://xn--uth-5cd.example/authorize",
	"https://huggingface.co/oauth/authorize",
];

const DOCUMENTS: readonly (readonly [string, Parameters<typeof attempt>[0]])[] = [
	...[...ADDRESSES, ...ELSEWHERE].map(
		(value) =>
			[
				`authorization_endpoint ${JSON.stringify(value).slice(0, 60)}`,
				{ metadata: { ...METADATA, authorization_endpoint: value } },
			] as const,
	),
	...ADDRESSES.slice(0, 12).map(
		(value) =>
			[
				`token_endpoint ${JSON.stringify(value).slice(0, 60)}`,
				{ metadata: { ...METADATA, token_endpoint: value } },
			] as const,
	),
	...ADDRESSES.slice(0, 6).map(
		(value) =>
			[
				`registration_endpoint ${JSON.stringify(value)}`,
				{ metadata: { ...METADATA, registration_endpoint: value } },
			] as const,
	),
	...[
		"javascript:alert(1)",
		"http://auth.example",
		"file:///etc/passwd",
		"http://127.0.0.1:80/",
		"https://a@auth.example",
		5,
	].map(
		(value) =>
			[
				`authorization_servers ${JSON.stringify(value)}`,
				{ resource: { ...RESOURCE, authorization_servers: [value] } },
			] as const,
	),
	...[
		"https://10.0.0.5/token",
		"https://169.254.169.254/token",
		"https://0.0.0.0/token",
		"https://[::]/token",
		"https://box.local/t",
	].flatMap((value) => [
		[`token_endpoint ${value}`, { metadata: { ...METADATA, token_endpoint: value } }] as const,
		[`authorization_servers ${value}`, { resource: { ...RESOURCE, authorization_servers: [value] } }] as const,
	]),
	["authorization_servers is no list", { resource: { ...RESOURCE, authorization_servers: ISSUER } }],
	["many authorization_servers", { resource: { ...RESOURCE, authorization_servers: Array(1000).fill(ISSUER) } }],
	["the resource of another server", { resource: { ...RESOURCE, resource: "https://other.example/mcp" } }],
	["another issuer", { metadata: { ...METADATA, issuer: "https://evil.example" } }],
	["an issuer with a query", { metadata: { ...METADATA, issuer: `${ISSUER}?x=1` } }],
	["no issuer", { metadata: { ...METADATA, issuer: undefined } }],
	["a list", { metadata: [METADATA] }],
	["no JSON", { metadata: "<html>" }],
	["a deep document", { metadata: { ...METADATA, x: JSON.parse(`${"[".repeat(50)}${"]".repeat(50)}`) as unknown } }],
	["a large document", { metadata: { ...METADATA, x: "a".repeat(2 ** 21) } }],
	["no PKCE", { metadata: { ...METADATA, code_challenge_methods_supported: ["plain"] } }],
	["a redirect", { headers: { location: "https://evil.example/" } }],
	["resource_metadata elsewhere", { challenge: "https://evil.example/.well-known/oauth-protected-resource" }],
];

describe("a sign-in at a server of tools", () => {
	it("works with documents that are right", async () => {
		const { error, sent, opened } = await attempt({});
		expect(error).toBeUndefined();
		expect(opened).toEqual([expect.stringContaining(`${ISSUER}/authorize?`)]);
		expect(sent).toEqual([`${ISSUER}/register`, `${ISSUER}/token`]);
	});

	it("is tried with at least 60 hostile documents", () => {
		expect(DOCUMENTS.length).toBeGreaterThanOrEqual(60);
	});

	it.each(DOCUMENTS)("is refused before anything is opened or sent: %s", async (_, documents) => {
		const { error, sent, asked, opened } = await attempt(documents);
		expect(error?.message).toMatch(/\S/);
		expect({ sent, opened }).toEqual({ sent: [], opened: [] });
		// Look-ups go to the server itself, and to the issuer that it names.
		expect(asked.filter((host) => !["tools.example", "auth.example"].includes(host))).toEqual([]);
	});
});

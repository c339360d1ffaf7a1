import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer as createPlainServer, type IncomingMessage } from "node:http";
import { createServer } from "node:https";
import { type AddressInfo, connect, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { builtFile } from "../../helpers/built.ts";

const hub = builtFile("bin/hub.js");
const folder = mkdtempSync(join(tmpdir(), "hub-tls-"));
const certificate = join(folder, "certificate.pem");
const key = join(folder, "key.pem");
const hasOpenssl = canRun("openssl", "version");
const node24 = process.env["HUB_TEST_NODE24"];
/** Since Node 22.15; the types are of Node 20. */
const { zstdCompressSync } = zlib as { zstdCompressSync?: (data: string) => Buffer };
const node = zstdCompressSync ? process.execPath : node24;

const servers: Server[] = [];
afterEach(() => {
	for (const server of servers.splice(0)) server.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(() => {
	if (!hasOpenssl) return;
	const names = "subjectAltName=DNS:localhost,DNS:far.test";
	const options = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
	const request = ["req", ...options, "-subj", "/CN=localhost", "-addext", names, "-keyout", key, "-out", certificate];
	execFileSync("openssl", request, { stdio: "ignore" });
});

function canRun(command: string, ...args: string[]): boolean {
	try {
		execFileSync(command, args, { stdio: "ignore" });
		return true;
	} catch {
		return false;
	}
}

async function listen(server: Server): Promise<number> {
	servers.push(server);
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return (server.address() as AddressInfo).port;
}

const keys = () => ({ key: readFileSync(key), cert: readFileSync(certificate) });

/** A service that answers every request with a vector, and tells how each connection began. */
async function startService(headers: Record<string, string> = {}, body: string | Buffer = "[[0.5,0.25]]") {
	const resumed: boolean[] = [];
	const server = createServer(keys(), (request, response) => {
		request
			.resume()
			.on("end", () => response.writeHead(200, { "content-type": "application/json", ...headers }).end(body));
	});
	server.on("secureConnection", (socket) => resumed.push(socket.isSessionReused()));
	return { port: await listen(server), resumed };
}

interface RunOptions {
	variables?: NodeJS.ProcessEnv;
	task?: string;
	words?: string[];
	program?: string;
	flags?: string[];
}

async function infer(
	url: string,
	{ variables, task = "feature-extraction", words = ["hi"], program, flags = [] }: RunOptions = {},
) {
	const args = [hub, "infer", "-t", task, "-m", "m", "--endpoint", url, "--retries", "0", "--json"];
	const env = { PATH: process.env["PATH"], HOME: folder, HUB_CONFIG_DIR: folder, HUB_CACHE_DIR: folder, ...variables };
	const child = spawn(program ?? process.execPath, [...flags, ...args, ...words], {
		env,
		stdio: ["ignore", "pipe", "pipe"],
	});
	let output = "";
	let errors = "";
	child.stdout.on("data", (data) => {
		output += data;
	});
	child.stderr.on("data", (data) => {
		errors += data;
	});
	const code = await new Promise((resolve) => child.on("close", resolve));
	return { code, output, errors };
}

const trusted = { NODE_EXTRA_CA_CERTS: certificate };

describe.skipIf(!hasOpenssl)("TLS (needs openssl)", () => {
	it("rejects an untrusted certificate, and says how to trust it", async () => {
		const { port } = await startService();
		const { code, errors } = await infer(`https://localhost:${port}`);
		expect(code).toBe(7);
		expect(errors).toContain("certificate");
		expect(errors).toContain("If you trust it, set NODE_EXTRA_CA_CERTS=FILE to its authority's certificate.");
	});

	it("trusts the certificates of NODE_EXTRA_CA_CERTS", async () => {
		const { port } = await startService();
		const { code, output } = await infer(`https://localhost:${port}`, { variables: trusted });
		expect(code).toBe(0);
		expect(JSON.parse(output)).toEqual([[0.5, 0.25]]);
	});

	it("trusts the system's certificates if Node is configured to", async () => {
		const { port } = await startService();
		const variables = { SSL_CERT_FILE: certificate };
		const { code } = await infer(`https://localhost:${port}`, { variables, flags: ["--use-openssl-ca"] });
		expect(code).toBe(0);
	});

	it("resumes the session of a host for a second connection", async () => {
		const { port, resumed } = await startService({ connection: "close" }, '[[{"label":"new","score":0.5}]]');
		const options = { variables: trusted, task: "text-classification", words: ["one", "two"] };
		const { code } = await infer(`https://localhost:${port}`, options);
		expect(code).toBe(0);
		expect(resumed).toEqual([false, true]);
	});

	/** A proxy that leads every tunnel to one port. */
	function openTunnels(port: number, seen: string[]) {
		return (request: IncomingMessage, socket: Socket): void => {
			seen.push(request.url ?? "");
			const target = connect(port, "127.0.0.1", () => socket.write("HTTP/1.1 200 OK\r\n\r\n"));
			target.pipe(socket).pipe(target);
			for (const end of [target, socket]) end.on("error", () => undefined);
		};
	}

	it.each(["http", "https"])("goes through the tunnel of an %s proxy", async (scheme) => {
		const { port } = await startService();
		const seen: string[] = [];
		const proxy = scheme === "http" ? createPlainServer() : createServer(keys());
		proxy.on("connect", openTunnels(port, seen));
		const proxyUrl = `${scheme}://localhost:${await listen(proxy)}`;
		const { code, output } = await infer("https://far.test", { variables: { ...trusted, HTTPS_PROXY: proxyUrl } });
		expect({ code, seen }).toEqual({ code: 0, seen: ["far.test:443"] });
		expect(JSON.parse(output)).toEqual([[0.5, 0.25]]);
	});

	it.skipIf(!node)("decodes zstd if Node supports it (22.15 and later; HUB_TEST_NODE24)", async () => {
		const path = join(folder, "vector.zst");
		writeFileSync(join(folder, "vector.json"), "[[0.5,0.25]]");
		const compress = `fs.writeFileSync("${path}", zlib.zstdCompressSync(fs.readFileSync("${join(folder, "vector.json")}")))`;
		execFileSync(node ?? "", ["-e", compress]);
		const { port } = await startService({ "content-encoding": "zstd" }, readFileSync(path));
		const { code, output } = await infer(`https://localhost:${port}`, { variables: trusted, program: node ?? "" });
		expect(code).toBe(0);
		expect(JSON.parse(output)).toEqual([[0.5, 0.25]]);
	});
});

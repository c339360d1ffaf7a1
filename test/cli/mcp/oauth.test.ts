import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../helpers/server.ts";
import { createHome, type Home } from "../../helpers/session.ts";
import { openTerminal, type Terminal } from "../../helpers/terminal.ts";

/** The example of the SDK: a server of tools, and the authorization server that it trusts. */
const EXAMPLE = fileURLToPath(
	new URL(
		"../../../node_modules/@modelcontextprotocol/sdk/dist/esm/examples/server/simpleStreamableHttp.js",
		import.meta.url,
	),
);
let child: ChildProcess;
let url = "";

beforeAll(async () => {
	const [port, auth] = [await freePort(), await freePort()];
	url = `http://localhost:${port}/mcp`;
	child = spawn(process.execPath, [EXAMPLE, "--oauth"], {
		env: { PATH: process.env["PATH"], MCP_PORT: String(port), MCP_AUTH_PORT: String(auth) },
		stdio: ["ignore", "pipe", "ignore"],
	});
	await new Promise<void>((resolve) =>
		child.stdout?.on("data", (text) => String(text).includes("listening") && resolve()),
	);
	child.stdout?.resume();
});
afterAll(() => void child.kill());

function openHome(): Home {
	const home = createHome();
	onTestFinished(() => home.remove());
	return home;
}

/** Does what a person does with the address: the example confirms at once, and sends the browser back. */
async function follow(terminal: Terminal): Promise<Response> {
	const text = stripVTControlCharacters(await terminal.waitFor("paste the URL: "));
	const [address = ""] = /http:\/\/localhost:\d+\/authorize\?\S+/.exec(text.replace(/\r?\n(?=\S)/g, "")) ?? [];
	return await fetch(address);
}

const ASK = ["-t", "chat", "--sandbox", "--allow-tools", "*", 'Use the tool greet with name "Ann".'];

describe("a server of tools with OAuth", () => {
	it("is signed in to, used and signed out of", async () => {
		const home = openHome();
		const terminal = openTerminal("hub", ["mcp", "login", url], home, { columns: 600 });
		expect(await (await follow(terminal)).text()).toContain("hub has received the sign-in");
		const { code, rest } = await terminal.end();
		expect([code, rest]).toEqual([0, expect.stringContaining("Signed in at")]);
		const file = join(home.folder, ".config/hub/mcp-logins.json");
		expect(statSync(file).mode & 0o777).toBe(0o600);
		const { logins } = JSON.parse(readFileSync(file, "utf8")) as { logins: Record<string, string>[] };
		expect(logins).toMatchObject([
			{ server: url, issuer: expect.stringMatching(/^http:\/\/localhost:\d+\/$/) as string },
		]);
		const answer = await home.run(
			`hub infer -t chat --sandbox --mcp ${url} --allow-tools '*' --debug 'Use the tool greet with name "Ann".'`,
		);
		expect([answer.code, answer.stdout]).toEqual([0, expect.stringContaining("Hello, ")]);
		expect(answer.stderr).not.toContain(logins[0]?.["access_token"]);
		expect(await home.run(`hub mcp logout ${url}`)).toMatchObject({
			code: 0,
			stdout: expect.stringContaining("Removed") as string,
		});
		expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ logins: [] });
	});

	it("is signed in to from hub infer on a terminal, and by an address that is pasted", async () => {
		const home = openHome();
		const terminal = openTerminal("hub", ["infer", "--mcp", url, ...ASK], home, { columns: 600 });
		const text = stripVTControlCharacters(await terminal.waitFor("paste the URL: "));
		const [address = ""] = /http:\/\/localhost:\d+\/authorize\?\S+/.exec(text) ?? [];
		const { headers } = await fetch(address, { redirect: "manual" });
		terminal.type(`${headers.get("location")}\r`);
		const { code, rest } = await terminal.end();
		expect([code, rest]).toEqual([0, expect.stringContaining("Hello, ")]);
	});

	it("is signed in to before hub chat draws its screen", async () => {
		const home = openHome();
		const terminal = openTerminal("hub", ["chat", "--mcp", url, ...ASK.slice(2)], home, { columns: 600 });
		await follow(terminal);
		await terminal.waitFor("Hello, ");
		terminal.type("\x04");
		expect((await terminal.end()).code).toBe(0);
	});

	it("is named, with the command that signs in, where there is no terminal", async () => {
		const home = openHome();
		await home.run(`hub config set mcp.demo ${url}`);
		for (const [word, name] of [
			[url, url],
			["demo", "demo"],
		]) {
			const { code, stderr } = await home.run(`hub infer -t chat --sandbox --mcp ${word} hello`);
			expect(code).not.toBe(0);
			expect(stderr).toContain(`hub mcp login ${name}`);
		}
		expect(await home.run("hub mcp login demo")).toMatchObject({ code: 2 });
		expect(existsSync(join(home.folder, ".config/hub/mcp-logins.json"))).toBe(false);
	});

	it("refuses an answer with another state", async () => {
		const home = openHome();
		const terminal = openTerminal("hub", ["mcp", "login", url], home, { columns: 600 });
		const text = stripVTControlCharacters(await terminal.waitFor("paste the URL: "));
		const [back = ""] = /redirect_uri=([^&\s]+)/.exec(text)?.slice(1) ?? [];
		const wrong = await fetch(`${decodeURIComponent(back)}?code=stolen&state=guessed`);
		expect(wrong.status).toBe(400);
		terminal.type("\x03");
		expect((await terminal.end()).code).toBe(130);
	});
});

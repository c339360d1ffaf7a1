import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { stripVTControlCharacters } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { VISIBLE_COMMANDS } from "../../src/cli/commands.ts";
import { startSandbox } from "../../src/sandbox-server.ts";
import { createHome } from "../helpers/session.ts";

/** Mended faults that need a width but no keys; the others are sessions `regression-…` and in `ui`. */

/** Commands and tables stay whole, to be copied; a word that is longer than the line cannot be broken. */
const isProse = (line: string): boolean => !/\bhub /.test(line) && /\S \S.* \S/.test(line);

describe("a here-document", () => {
	it("is read like a pipe: shells keep it in a file without a name", async () => {
		const home = createHome({ "text.txt": "Mary lives in Paris.\n" });
		onTestFinished(() => home.remove());
		const line = 'exec 3< text.txt; rm text.txt; hub infer -t chat -p sandbox "Where?" --dry-run --json <&3';
		const { stdout, stderr } = await home.run(line);
		expect(stdout).toContain('"content": "Mary lives in Paris.\\n\\nWhere?"');
		expect(stderr).toBe("");
	});
});

describe("a direct call without a key", () => {
	it.each(["--curl", "--dry-run"])("shows the variable for the key: %s", async (flag) => {
		const home = createHome();
		const hub = await startSandbox();
		onTestFinished(() => {
			home.remove();
			return hub.close();
		});
		const line = `hub infer -t chat -p groq -m google/gemma-2-2b-it --direct ${flag} hi`;
		const { code, stdout } = await home.run(line, { env: { HF_ENDPOINT: hub.url } });
		expect(code).toBe(0);
		expect(stdout).toContain("https://api.groq.com/openai/v1/chat/completions");
		expect(stdout).toContain("Authorization: Bearer $GROQ_API_KEY");
	});
});

describe("help fits its terminal", () => {
	it("breaks no line that fits, with or without colors", async () => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const read = async (env: Record<string, string>): Promise<string> =>
			stripVTControlCharacters((await home.run("hub --help", { columns: 80, env })).stdout);
		const colored = await read({ FORCE_COLOR: "1" });
		expect(colored).toBe(await read({ NO_COLOR: "1" }));
		expect(colored).toContain("  # Try it. The sandbox is built in: no token, no network, made-up answers.\n");
	});

	const pages = ["--help", "help options", "help formats", ...VISIBLE_COMMANDS.map(({ name }) => `${name} --help`)];

	it.each([
		[40, 40],
		[80, 80],
		[200, 100],
	])("of %d columns: prose takes at most %d", async (columns, most) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		for (const page of pages) {
			const { stdout } = await home.run(`hub ${page} --no-pager`, { columns });
			const lines = stripVTControlCharacters(stdout).split("\n");
			expect(lines.length, page).toBeGreaterThan(5);
			expect(
				lines.filter((line) => line.length > most && isProse(line)),
				page,
			).toEqual([]);
		}
	});
});

describe("texts: nobody is logged in", () => {
	/** A hub and router that know nobody. */
	async function refuse(): Promise<string> {
		const server = createServer((_, response) => {
			response.writeHead(401, { "content-type": "application/json" }).end('{"error":"Invalid username or password."}');
		});
		await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
		onTestFinished(() => void server.close());
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	}

	it.each([
		["infer -t chat -p together -m org/name hi", "the hub"],
		["infer -t chat -m org/name hi", "127.0.0.1"],
		["models org/name", "the hub"],
	])("and the service asks for a token: hub %s", async (line, who) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const url = await refuse();
		const env = { HF_ENDPOINT: url, HUB_ROUTER_URL: url };
		const { code, stderr } = await home.run(`hub ${line}`, { env });
		expect(code).toBe(3);
		const told = stderr.indexOf(`Not logged in: ${who} asks for a token.`);
		expect(told, stderr).toBeGreaterThan(-1);
		expect(stderr.indexOf("Invalid username or password.")).toBeGreaterThan(told);
		// A token that is refused is another matter.
		const { stderr: refused } = await home.run(`hub ${line}`, { env: { ...env, HF_TOKEN: "hf_wrong" } });
		expect(refused).not.toContain("Not logged in");
	});
});

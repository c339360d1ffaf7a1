import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { createHome } from "../../helpers/session.ts";

describe("nobody is logged in", () => {
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
		["infer -t chat -p together -m org/name hi", "Hugging Face"],
		["infer -t chat -m org/name hi", "127.0.0.1"],
		["models org/name", "Hugging Face"],
	])("and the service asks for a token: hub %s", async (line, who) => {
		const home = createHome();
		onTestFinished(() => home.remove());
		const url = await refuse();
		const env = { HF_ENDPOINT: url, HUB_ROUTER_URL: url };
		const { code, stderr } = await home.run(`hub ${line}`, { env });
		expect(code).toBe(3);
		const told = stderr.indexOf(`Not logged in: ${who} requires a token.`);
		expect(told, stderr).toBeGreaterThan(-1);
		expect(stderr.indexOf("Invalid username or password.")).toBeGreaterThan(told);
		// A token that is refused is another matter.
		const { stderr: refused } = await home.run(`hub ${line}`, { env: { ...env, HF_TOKEN: "hf_wrong" } });
		expect(refused).not.toContain("Not logged in");
	});
});

import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { McpClient } from "@huggingface/mcp-client";
import { expect, it } from "vitest";

const run = promisify(execFile);
const hub = fileURLToPath(new URL("../../bin/hub.js", import.meta.url));
const inspector = fileURLToPath(new URL("node_modules/.bin/mcp-inspector-cli", import.meta.url));
const SERVER = [hub, "mcp", "--sandbox", "--tools", "chat,find_models"];

it("serves the Inspector's command line", async () => {
	const inspect = async (...args: string[]) => {
		const { stdout } = await run(inspector, ["--cli", process.execPath, ...SERVER, "--method", ...args]);
		return JSON.parse(stdout);
	};
	const { tools } = await inspect("tools/list");
	expect(tools.map(({ name }: { name: string }) => name)).toEqual(["chat", "find_models"]);
	const args = ["tools/call", "--tool-name", "chat", "--tool-arg", "prompt=What is the capital of France?"];
	expect((await inspect(...args)).content[0].text).toMatch(/Paris/);
});

it("serves @huggingface/mcp-client, whose model calls a tool", async () => {
	const gateway = spawn(process.execPath, [hub, "serve", "--sandbox", "--port", "0", "--no-key", "--json"], {
		stdio: ["ignore", "pipe", "ignore"],
	});
	const [line] = await once(createInterface(gateway.stdout), "line");
	try {
		const { url } = JSON.parse(String(line));
		const client = new McpClient({ endpointUrl: `${url}/v1`, model: "Qwen/Qwen3-32B", apiKey: "hf_none" });
		await client.addMcpServer({ type: "stdio", config: { command: process.execPath, args: SERVER, env: {} } });
		const results: string[] = [];
		const messages = [{ role: "user" as const, content: "Use the tool find_models." }];
		for await (const chunk of client.processSingleTurnWithTools(messages)) {
			if ("role" in chunk && chunk.role === "tool") results.push(String(chunk.content));
		}
		expect(results.join()).toMatch(/downloads/);
		await client.cleanup();
	} finally {
		gateway.kill();
	}
});

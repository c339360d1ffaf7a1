// A server of the Model Context Protocol with one tool, over standard input and output.
import { createInterface } from "node:readline";

const ADD = {
	name: "add",
	description: "Adds two numbers.",
	inputSchema: {
		type: "object",
		properties: { a: { type: "number" }, b: { type: "number" } },
		required: ["a", "b"],
	},
};

const METHODS = {
	initialize: ({ protocolVersion }) => ({
		protocolVersion,
		capabilities: { tools: {} },
		serverInfo: { name: "calc", version: "1" },
	}),
	"tools/list": () => ({ tools: [ADD] }),
	"tools/call": ({ arguments: { a, b } }) => ({ content: [{ type: "text", text: String(a + b) }] }),
};

createInterface({ input: process.stdin }).on("line", (line) => {
	const { id, method, params } = JSON.parse(line);
	if (id === undefined) return;
	const result = METHODS[method]?.(params);
	const answer = result ? { result } : { error: { code: -32601, message: "There is no such method." } };
	process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer })}\n`);
});

// A server of three tools that chain, made with the official SDK; it speaks both generations of the protocol.
//   node tool-server.mjs stdio | http     [legacy | modern]
// Over HTTP it prints its port. Every start and every call is a line in the file SEEN, if that variable is set.
import { appendFileSync } from "node:fs";
import { createServer } from "node:http";
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";

const [wire, era] = process.argv.slice(2);
const see = (line) => process.env["SEEN"] && appendFileSync(process.env["SEEN"], `${line}\n`);
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const schema = (properties, required = Object.keys(properties)) => {
	const value = { type: "object", properties, required, additionalProperties: false };
	return {
		"~standard": {
			version: 1,
			vendor: "test",
			validate: (given) => ({ value: given }),
			jsonSchema: { input: () => value, output: () => value },
		},
	};
};

function makeServer() {
	const server = new McpServer({ name: "notes", version: "1.0.0" });
	const add = (name, description, inputSchema, run, annotations = {}) =>
		server.registerTool(name, { description, inputSchema, annotations }, async (args, context) => {
			see(`call ${name} ${JSON.stringify(args)}`);
			return await run(args, context);
		});
	add("list_notes", "Lists the notes.", schema({}), () => ({ content: [{ type: "text", text: "harbor, tides" }] }), {
		readOnlyHint: true,
	});
	add("read_note", "Reads a note.", schema({ name: { type: "string" } }), ({ name }) => ({
		content: [{ type: "text", text: `The note ${name}: the tide comes at 14:20.` }],
		structuredContent: { name, text: "the tide comes at 14:20" },
	}));
	add("count_words", "Counts the words of a text.", schema({ text: { type: "string" } }), ({ text }) => ({
		content: [{ type: "text", text: String(text.split(/\s+/).length) }],
	}));
	add("draw_note", "Draws a note.", schema({}), () => ({
		content: [
			{ type: "image", data: PIXEL, mimeType: "image/png" },
			{ type: "resource_link", uri: "note://tides", name: "tides" },
		],
	}));
	add("wait_long", "Waits.", schema({}), () => new Promise((done) => setTimeout(done, 60_000)));
	add("fail", "Fails.", schema({}), () => ({
		isError: true,
		content: [{ type: "text", text: "the harbor is closed" }],
	}));
	add("show_environment", "Shows the environment.", schema({}), () => ({
		content: [{ type: "text", text: JSON.stringify(process.env) }],
	}));
	return server;
}

see(`start ${wire} ${process.pid}`);
if (wire === "stdio") {
	serveStdio(makeServer, era === "modern" ? { legacy: "reject" } : {});
} else {
	const handler = createMcpHandler(makeServer, era === "modern" ? { legacy: "reject" } : {});
	const server = createServer(async (request, response) => {
		const chunks = [];
		for await (const chunk of request) chunks.push(chunk);
		see(
			`http ${request.method} ${request.url} ${request.headers["authorization"] ?? "-"} ${request.headers["mcp-method"] ?? "-"}`,
		);
		if (request.url === "/elsewhere") return response.writeHead(307, { location: process.env["ELSEWHERE"] }).end();
		const body = Buffer.concat(chunks);
		const answer = await handler.fetch(
			new Request(`http://127.0.0.1${request.url}`, {
				method: request.method,
				headers: request.headers,
				...(body.length > 0 ? { body } : {}),
			}),
		);
		response.writeHead(answer.status, Object.fromEntries(answer.headers));
		if (answer.body) for await (const chunk of answer.body) response.write(chunk);
		response.end();
	});
	server.listen(0, "127.0.0.1", () => process.stdout.write(`${server.address().port}\n`));
}

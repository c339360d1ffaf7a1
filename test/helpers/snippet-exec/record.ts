import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Execution, executeSnippets, type RunnableSnippet } from "./execute.ts";

const here = fileURLToPath(new URL(".", import.meta.url));
const names = readdirSync(join(here, "files"));

/** The example files: name → path. Their contents differ. */
export const FILES = Object.fromEntries(names.map((name) => [name, join(here, "files", name)]));
const CONTENTS = Object.entries(FILES).map(([name, path]) => ({ name, bytes: readFileSync(path) }));

/** Headers of the transport, which no snippet writes. */
const TRANSPORT = [
	"host",
	"user-agent",
	"accept",
	"accept-encoding",
	"connection",
	"content-length",
	"transfer-encoding",
	"x-recorded-url",
	"x-recorded-log",
	"expect",
];

/** What a snippet did when it ran against recorders. */
export interface Recording extends Execution {
	requests: unknown[];
	calls: unknown[];
}

/**
 * Runs snippets with a recording `fetch`, a recording `curl` and stand-ins for all packages. Every environment variable
 * is set to the text `{env:NAME}`.
 * @param furtherFiles beside the example files: name → path to copy from
 */
export async function recordSnippets(
	snippets: readonly RunnableSnippet[],
	furtherFiles: Record<string, string> = {},
): Promise<Recording[]> {
	const server = await startRecorder();
	try {
		const address = server.address();
		const packages = join(here, "stubs/js/packages");
		const executions = await executeSnippets(snippets, {
			packages: {
				"@huggingface/inference": join(packages, "@huggingface/inference"),
				openai: join(packages, "openai"),
			},
			preload: join(here, "stubs/js/preload.mjs"),
			files: { ...FILES, ...furtherFiles },
			valueOf: (variable) => `{env:${variable}}`,
			environment: {
				PYTHONPATH: join(here, "stubs/python"),
				PATH: join(here, "stubs/bin") + delimiter + process.env["PATH"],
				SNIPPET_PORT: String(typeof address === "object" ? address?.port : ""),
			},
		});
		return executions.map((execution) => {
			const entries = execution.log.map((line) => JSON.parse(line) as Entry);
			return {
				...execution,
				requests: entries.flatMap(({ request }) => (request ? [viewRequest(request)] : [])),
				calls: entries.filter(({ request }) => !request).map(viewValue),
			};
		});
	} finally {
		server.close();
	}
}

interface RecordedRequest {
	method: string;
	url: string;
	headers: Record<string, string>;
	body_b64: string;
}

interface Entry {
	request?: RecordedRequest;
}

async function startRecorder(): Promise<Server> {
	const server = createServer((message, response) => {
		const parts: Buffer[] = [];
		message.on("data", (part: Buffer) => parts.push(part));
		message.on("end", () => {
			const headers = message.headers as Record<string, string>;
			const request = {
				method: message.method,
				url: headers["x-recorded-url"],
				headers,
				body_b64: Buffer.concat(parts).toString("base64"),
			};
			appendFileSync(headers["x-recorded-log"] ?? "", `${JSON.stringify({ request })}\n`);
			response.setHeader("content-type", "application/json");
			response.end("{}");
		});
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	return server;
}

function viewRequest({ method, url, headers, body_b64 }: RecordedRequest): object {
	const shown = Object.entries(headers)
		.map(([name, value]) => [name.toLowerCase(), value] as const)
		.filter(([name]) => !TRANSPORT.includes(name));
	const body = viewBody(Buffer.from(body_b64, "base64"));
	return { method, url, headers: Object.fromEntries(shown), ...(body ? { body } : {}) };
}

/** The known file a body is, or its JSON, or its text. */
function viewBody(body: Buffer): object | undefined {
	if (body.length === 0) return undefined;
	const file = CONTENTS.find(({ bytes }) => bytes.equals(body));
	if (file) return { file: file.name };
	const text = body.toString();
	try {
		return { json: viewValue(JSON.parse(text)) };
	} catch {
		return { text };
	}
}

/** A value with the names of known files in place of their bytes. */
function viewValue(value: unknown): unknown {
	if (typeof value === "string") return viewText(value);
	if (Array.isArray(value)) return value.map(viewValue);
	if (typeof value !== "object" || value === null) return value;
	const { $$bytes_b64: bytes, $$blob_b64: blob, $$function: isFunction, mime } = value as Record<string, unknown>;
	if (isFunction) return { $function: true };
	if (bytes !== undefined) return { $bytes_of: nameOf(bytes) };
	if (blob !== undefined) return { $blob_of: nameOf(blob), mime };
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, viewValue(member)]));
}

function viewText(text: string): unknown {
	const [, mime, content = text] = /^data:([^;]*);base64,(.*)$/s.exec(text) ?? [];
	const name = nameOf(content);
	if (name === undefined) return text;
	return mime === undefined ? { $base64_of: name } : { $data_url_of: name, mime };
}

function nameOf(base64: unknown): string | undefined {
	return CONTENTS.find(({ bytes }) => bytes.toString("base64") === base64)?.name;
}

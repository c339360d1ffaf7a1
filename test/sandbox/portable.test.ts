import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { PNG } from "pngjs";
import { expect, it } from "vitest";
import type { createSandbox } from "../../src/sandbox/index.ts";
import { HUB_KEY } from "./ask.ts";

/** All the sandbox may use: what browsers and edge runtimes have. */
const WEB = {
	AbortController,
	Blob,
	DOMException,
	FormData,
	Headers,
	ReadableStream,
	Request,
	Response,
	TextDecoder,
	TextEncoder,
	URL,
	URLSearchParams,
	atob,
	btoa,
	clearTimeout,
	setTimeout,
};

it("runs with web globals alone", async () => {
	const { outputFiles } = await build({
		entryPoints: [fileURLToPath(new URL("../../src/sandbox/index.ts", import.meta.url))],
		bundle: true,
		format: "iife",
		globalName: "library",
		platform: "neutral",
		conditions: ["browser"],
		write: false,
	});
	const realm = createContext({ ...WEB });
	runInContext(outputFiles[0]?.text ?? "", realm);
	const create = runInContext("library.createSandbox", realm) as typeof createSandbox;
	const sandbox = create();
	let drawn = new Uint8Array();
	for (const [path, body, type] of [
		[
			"/v1/chat/completions",
			{ model: "sandbox/chat", messages: [{ role: "user", content: "hi" }] },
			"application/json",
		],
		["/hf-inference/models/sandbox/text-to-image", { inputs: "a cat", parameters: { width: 32 } }, "image/png"],
		["/hf-inference/models/sandbox/text-to-speech", { inputs: "hello" }, "audio/wav"],
	] as const) {
		const response = await sandbox(
			new Request(`http://sandbox.test${path}`, {
				method: "POST",
				headers: { "content-type": "application/json", ...HUB_KEY },
				body: JSON.stringify(body),
			}),
		);
		expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
		if (type === "image/png") drawn = new Uint8Array(await response.arrayBuffer());
	}
	expect(PNG.sync.read(Buffer.from(drawn)).width).toBe(320);
	const looked = await sandbox(
		new Request("http://sandbox.test/hf-inference/models/sandbox/image-to-text", {
			method: "POST",
			headers: { "content-type": "image/png", ...HUB_KEY },
			body: drawn,
		}),
	);
	expect(JSON.stringify(await looked.json())).toContain("lighthouse");
});

import { describe, expect, it } from "vitest";
import { createGateway, type Gateway, type GatewayOptions } from "../../src/gateway/index.ts";
import { post } from "./ask.ts";

/** A gateway whose services answer each request with this; `org/TASK` is a model for the task. */
function gatewayOf(answer: (url: string) => Response, options: GatewayOptions = {}): Gateway {
	return createGateway({
		token: "hf_token_of_the_hub",
		offers: () => undefined,
		call: { cache: new Map() },
		fetch: async (input) => {
			const task = /\/api\/models\/org\/([\w-]+)/.exec(String(input))?.[1];
			if (task === undefined) return answer(String(input));
			const entry = { status: "live", task, providerId: "m" };
			return Response.json({ inferenceProviderMapping: { together: entry, "hf-inference": entry } });
		},
		...options,
	});
}

const idle = gatewayOf(() => new Response("", { status: 500 }));

type Form = readonly (readonly [name: string, value: string | Blob])[];

function send(gateway: Gateway, path: string, body: object): Promise<Response> {
	if (!Array.isArray(body)) return post(gateway, path, body);
	const form = new FormData();
	for (const [name, value] of body as Form) form.append(name, value);
	return gateway(new Request(`http://localhost${path}`, { method: "POST", body: form }));
}

const sound = new Blob(["RIFF"], { type: "audio/wav" });
const picture = new Blob(["x"], { type: "image/png" });

describe("a request that cannot be used", () => {
	const transcription = "/v1/audio/transcriptions";
	const heard = [
		["file", sound],
		["model", "org/automatic-speech-recognition:together"],
	] as const;
	const edited = [
		["image", picture],
		["model", "org/image-to-image:together"],
		["prompt", "a hat"],
	] as const;
	const drawn = { model: "org/text-to-image:together", prompt: "a cat" };
	const written = { model: "org/text-generation:together", prompt: "One" };
	const size = "size must be WIDTHxHEIGHT in pixels, or auto.";
	const prompts = "prompt must be a string, or a list of 1 to 128 strings.";
	const formats = "response_format must be one of json, text, verbose_json, srt, vtt.";
	const message = (content: unknown): object => ({ model: "org/m", messages: [{ role: "user", content }] });
	const item = (content: unknown): object => ({ model: "org/m", input: [{ role: "user", content }] });
	it.each<[path: string, body: object, status: number, message: string, param: string | null, code?: string]>([
		["/v1/chat/completions", { model: "m", messages: {} }, 400, "messages must be a list of messages.", "messages"],
		["/v1/chat/completions", { messages: [] }, 400, "The model is missing.", "model", "missing_model"],
		["/v1/completions", { ...written, prompt: [] }, 400, prompts, "prompt"],
		["/v1/completions", { ...written, prompt: Array(129).fill("a") }, 400, prompts, "prompt"],
		["/v1/completions", { ...written, prompt: ["a", 1] }, 400, prompts, "prompt"],
		["/v1/completions", { ...written, n: 0 }, 400, "n must be a whole number from 1 to 128.", "n"],
		["/v1/completions", { ...written, n: 129 }, 400, "n must be a whole number from 1 to 128.", "n"],
		["/v1/completions", { ...written, n: 1.5 }, 400, "n must be a whole number from 1 to 128.", "n"],
		["/v1/completions", { ...written, n: "2" }, 400, "n must be a whole number from 1 to 128.", "n"],
		["/v1/completions", { ...written, n: 2, stream: true }, 400, "A stream takes one prompt and n: 1.", "n"],
		[
			"/v1/completions",
			{ ...written, prompt: ["a", "b"], stream: true },
			400,
			"A stream takes one prompt and n: 1.",
			"n",
		],
		[
			"/v1/embeddings",
			{ input: "a", encoding_format: "int8" },
			400,
			"encoding_format must be float or base64.",
			"encoding_format",
		],
		[
			"/v1/embeddings",
			{ input: Array(2049).fill("a") },
			400,
			"input must be a string, or a list of 1 to 2048 strings.",
			"input",
		],
		["/v1/images/generations", { ...drawn, prompt: "" }, 400, "The prompt is missing.", "prompt"],
		["/v1/images/generations", { ...drawn, prompt: 5 }, 400, "The prompt is missing.", "prompt"],
		["/v1/images/generations", { ...drawn, size: "0x5" }, 400, size, "size"],
		["/v1/images/generations", { ...drawn, size: "5x0" }, 400, size, "size"],
		["/v1/images/generations", { ...drawn, size: "5x123456" }, 400, size, "size"],
		["/v1/images/generations", { ...drawn, size: 512 }, 400, size, "size"],
		["/v1/images/generations", { ...drawn, size: { toString: 1 } }, 400, size, "size"],
		["/v1/images/generations", { ...drawn, n: 11 }, 400, "n must be a whole number from 1 to 10.", "n"],
		[
			"/v1/images/generations",
			{ ...drawn, response_format: "gif" },
			400,
			"response_format must be b64_json or url.",
			"response_format",
		],
		[
			"/v1/images/edits",
			[...edited, ["mask", picture]],
			400,
			"Masks are not supported.",
			"mask",
			"unsupported_parameter",
		],
		["/v1/images/edits", edited.slice(0, 2), 400, "The prompt is missing.", "prompt"],
		["/v1/images/edits", edited.slice(1), 400, "The form has no image.", "image", "missing_file"],
		["/v1/images/edits", [...edited, ["image[]", picture]], 400, "Send only one image.", "image"],
		[
			"/v1/images/edits",
			[...edited.slice(1), ["image[]", "x"]],
			400,
			"The field image must be a file.",
			"image",
			"invalid_file",
		],
		["/v1/audio/speech", { input: "" }, 400, "The input is missing.", "input"],
		["/v1/audio/speech", { input: ["a"] }, 400, "The input is missing.", "input"],
		[
			"/v1/audio/speech",
			{ input: "a", stream_format: "sse" },
			400,
			"Speech is a file: streams of events are not supported.",
			"stream_format",
		],
		[transcription, { file: "a" }, 415, "Send the body as multipart/form-data.", null, "unsupported_media_type"],
		[transcription, [...heard, ["file", sound]], 400, "Send only one file.", "file"],
		[transcription, [...heard, ["response_format", "pdf"]], 400, formats, "response_format"],
		[transcription, [...heard, ["response_format", "1"]], 400, formats, "response_format"],
		[transcription, [...heard, ["stream", "true"]], 400, "Streams of transcriptions are not supported.", "stream"],
		[
			transcription,
			[...heard, ["a", "[".repeat(300)], ["b", `${"[".repeat(300)}${"]".repeat(300)}`]],
			400,
			"The JSON is nested more than 200 levels deep.",
			null,
			"invalid_json",
		],
		["/v1/chat/completions", [["a", "b"]], 415, "Send the body as JSON.", null, "unsupported_media_type"],
		["/v1/tasks/other", { inputs: "a" }, 404, 'Unknown task "other".', null, "unknown_task"],
		[
			"/v1/tasks/fill-maks",
			{ inputs: "a" },
			404,
			'Unknown task "fill-maks". Did you mean fill-mask?',
			null,
			"unknown_task",
		],
		["/v1/tasks/chat", { model: "org/m" }, 400, "messages must be a list of messages.", "messages"],
		["/v1/tasks/fill-mask", { model: "org/m" }, 400, "The field inputs is missing.", "inputs", "missing_input"],
		[
			"/v1/tasks/image-classification",
			{ inputs: "https://a.example/b.png" },
			400,
			"The input must be a data URL or a file of a form, not a path or a URL.",
			"inputs",
			"invalid_file",
		],
		[
			"/v1/tasks/visual-question-answering",
			{ inputs: { image: "a.png", question: "?" } },
			400,
			"The input must be a data URL or a file of a form, not a path or a URL.",
			"inputs",
			"invalid_file",
		],
		[
			"/v1/tasks/image-classification",
			[["image", "a"]],
			400,
			"The field image must be a file.",
			"image",
			"invalid_file",
		],
		["/v1/messages", { model: "org/m", messages: [null] }, 400, "The messages must be objects.", "messages"],
		["/v1/messages", message(5), 400, "The content of a message must be text or a list of blocks.", "messages"],
		["/v1/messages", message(["a"]), 400, "The blocks of a message must be objects.", "messages"],
		[
			"/v1/messages",
			{ ...message("a"), tools: [{ type: "web_search_20250305", name: "web_search" }], tool_choice: { type: "any" } },
			400,
			"tool_choice demands a tool that a chat does not have: web_search_20250305.",
			"tool_choice",
			"unsupported_parameter",
		],
		[
			"/v1/messages",
			{ ...message("a"), tools: [{ name: "add" }], tool_choice: { type: "tool", name: "web_search" } },
			400,
			"tool_choice demands a tool that a chat does not have: web_search.",
			"tool_choice",
			"unsupported_parameter",
		],
		["/v1/messages", { ...message("a"), tools: [5] }, 400, "The tools must be objects.", "tools"],
		["/v1/responses", item(["a"]), 400, "The parts of a message must be objects.", "input"],
		["/v1/responses", { ...item("a"), tools: [5] }, 400, "The tools must be objects.", "tools"],
		[
			"/v1/responses",
			{ ...item("a"), tool_choice: "required" },
			400,
			"tool_choice demands a tool that a chat does not have: there are no tools.",
			"tool_choice",
			"unsupported_parameter",
		],
		[
			"/v1/responses",
			{ ...item("a"), tool_choice: "required", tools: [{ type: "mcp" }, { type: "shell" }] },
			400,
			"tool_choice demands a tool that a chat does not have: mcp.",
			"tool_choice",
			"unsupported_parameter",
		],
	])("%s %j", async (path, body, status, text, param, code = "invalid_value") => {
		const response = await send(idle, path, body);
		const { error } = (await response.json()) as { error: unknown };
		const expected = path === "/v1/messages" ? { message: text } : { message: text, param, code };
		expect([response.status, error]).toEqual([status, { type: "invalid_request_error", ...expected }]);
	});
});

describe("an answer", () => {
	const list = (...vectors: unknown[]): unknown => vectors;
	it.each<[input: unknown, answer: unknown, vectors: number[][] | string]>([
		["a", list(1, 2), [[1, 2]]],
		["a", list([1, 2]), [[1, 2]]],
		[["a"], list([[[1, 2]]]), [[1, 2]]],
		[
			"a",
			list([
				[1, 2],
				[3, 6],
			]),
			[[2, 4]],
		],
		[
			["a", "b"],
			list(
				[
					[1, 2],
					[3, 6],
					[5, 7],
				],
				[8, 9],
			),
			[
				[3, 5],
				[8, 9],
			],
		],
		["a", list([[1, 2], [3]]), [[2, 1]]],
		[
			["a", "b"],
			list(1, 2),
			"Received malformed response from HF-Inference feature-extraction API: expected 2 vectors, got one",
		],
		[["a", "b"], list([1], [2], [3]), "Received a malformed response: the list has 3 items, not 2."],
		["a", list(), "Expected 1 embeddings, got 0."],
		["a", list([]), "Expected lists of numbers as embeddings."],
	])("to %j of %j is a vector for each text", async (input, answer, vectors) => {
		const gateway = gatewayOf(() => Response.json(answer));
		const request = { model: "org/feature-extraction:hf-inference", input };
		const response = await post(gateway, "/v1/embeddings", request);
		const body = (await response.json()) as { data?: { embedding: number[] }[]; error?: object };
		if (typeof vectors === "string") {
			const error = {
				message: `hf-inference: ${vectors}`,
				type: "server_error",
				code: "malformed_response",
				param: null,
			};
			expect([response.status, body]).toEqual([502, { error }]);
		} else expect(body.data?.map(({ embedding }) => embedding)).toEqual(vectors);
	});
	const deep = `${"[".repeat(201)}${"]".repeat(201)}`;
	const chat = { model: "org/conversational:together", messages: [{ role: "user", content: "Hi" }] };
	const completion = { model: "org/text-generation:together", prompt: "One" };
	const sse = (text: string): Response => new Response(text, { headers: { "content-type": "text/event-stream" } });
	it.each<[path: string, body: object, answer: () => Response, status: number, code: string, message: string]>([
		[
			"/v1/chat/completions",
			chat,
			() => Response.json({}),
			502,
			"malformed_response",
			"together: Expected a chat completion.",
		],
		[
			"/v1/chat/completions",
			chat,
			() => Response.json({ choices: [] }),
			502,
			"malformed_response",
			"together: Expected a chat completion.",
		],
		[
			"/v1/chat/completions",
			chat,
			() => new Response(`{"choices":[${deep}]}`),
			502,
			"malformed_response",
			"together: The answer is nested too deeply.",
		],
		[
			"/v1/chat/completions",
			{ ...chat, stream: true },
			() => new Response("a"),
			502,
			"malformed_response",
			"together: Expected an event stream, got text/plain;charset=UTF-8.",
		],
		[
			"/v1/chat/completions",
			{ ...chat, stream: true },
			() => new Response(new Uint8Array()),
			502,
			"malformed_response",
			"together: Expected an event stream, got no type.",
		],
		[
			"/v1/chat/completions",
			{ ...chat, stream: true },
			() => sse(""),
			502,
			"stream_cut",
			"together: The stream was cut off before the answer was complete.",
		],
		[
			"/v1/chat/completions",
			{ ...chat, stream: true },
			() => sse("data: {\n\n"),
			502,
			"malformed_response",
			"together: Received a malformed event in the stream.",
		],
		[
			"/v1/chat/completions",
			{ ...chat, stream: true },
			() => sse("data: {"),
			502,
			"stream_cut",
			"together: The stream was cut off before the answer was complete.",
		],
		[
			"/v1/chat/completions",
			{ ...chat, stream: true },
			() => sse('data: {"error":{"message":"Busy","code":503}}\n\n'),
			503,
			"",
			"Busy",
		],
		[
			"/v1/chat/completions",
			{ ...chat, stream: true },
			() => sse("event: error\ndata: Busy\n\n"),
			502,
			"",
			"The provider reported an error inside the stream.",
		],
		[
			"/v1/completions",
			completion,
			() => Response.json({ choices: [] }),
			502,
			"malformed_response",
			"together: Received malformed response from Together text generation API",
		],
		[
			"/v1/audio/transcriptions",
			[
				["file", sound],
				["model", "org/automatic-speech-recognition:together"],
			],
			() => Response.json({ text: 5 }),
			502,
			"malformed_response",
			'together: Received malformed response from Together automatic-speech-recognition API: {"text":5}',
		],
	])("to %s %j that cannot be used is an error", async (path, body, answer, status, code, text) => {
		const response = await send(gatewayOf(answer), path, body);
		const { error } = (await response.json()) as { error: object };
		expect([response.status, error]).toEqual([
			status,
			{ message: text, type: "server_error", param: null, code: code || null },
		]);
	});
});

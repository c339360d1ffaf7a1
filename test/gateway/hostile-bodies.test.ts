import { expect, it } from "vitest";
import { CALL_ROUTES } from "../../src/gateway/routes.ts";
import { listMutants, UNPRINTABLE } from "../hostile/mutants.ts";
import { post, sandboxGateway } from "./ask.ts";

const MODEL = "meta-llama/Llama-3.1-8B-Instruct";
const parameters = { type: "object", properties: { a: { type: "string", enum: ["x"] } }, required: ["a"] };
const call = { name: "f", description: "d", parameters };

/** A body with many members for each route that takes JSON. */
const BODIES: Readonly<Record<string, object>> = {
	"/v1/chat/completions": {
		model: MODEL,
		messages: [
			{ role: "system", content: "s" },
			{ role: "user", content: [{ type: "text", text: "hi" }] },
			{
				role: "assistant",
				content: null,
				tool_calls: [{ id: "a", type: "function", function: { name: "f", arguments: "{}" } }],
			},
			{ role: "tool", tool_call_id: "a", content: "r" },
		],
		tools: [{ type: "function", function: call }],
		tool_choice: { type: "function", function: { name: "f" } },
		response_format: { type: "json_schema", json_schema: { name: "a", schema: parameters } },
		stop: ["x"],
		max_tokens: 5,
		n: 1,
		logprobs: true,
		stream_options: { include_usage: true },
		metadata: { a: "b" },
	},
	"/v1/completions": { model: MODEL, prompt: ["a"], n: 1, max_tokens: 4, stop: "x", suffix: "", logprobs: 1 },
	"/v1/embeddings": { model: "sentence-transformers/all-MiniLM-L6-v2", input: ["a"], encoding_format: "float" },
	"/v1/images/generations": { model: "black-forest-labs/FLUX.1-dev", prompt: "a", n: 1, size: "64x64", quality: "hd" },
	"/v1/audio/speech": { model: "hexgrad/Kokoro-82M", input: "hi", voice: "a", response_format: "wav", speed: 1 },
	"/v1/responses": {
		model: MODEL,
		input: [
			{ role: "user", content: [{ type: "input_text", text: "hi" }] },
			{ type: "function_call", call_id: "a", name: "f", arguments: "{}" },
			{ type: "function_call_output", call_id: "a", output: "r" },
			{ type: "reasoning", id: "r", summary: [{ type: "summary_text", text: "x" }], encrypted_content: "z" },
		],
		tools: [{ type: "function", ...call }],
		text: { format: { type: "json_schema", name: "a", schema: parameters } },
		reasoning: { effort: "low" },
		include: ["reasoning.encrypted_content"],
		metadata: { a: "b" },
	},
	"/v1/responses/input_tokens": { model: MODEL, input: "x", instructions: "i" },
	"/v1/messages": {
		model: MODEL,
		max_tokens: 5,
		system: [{ type: "text", text: "s", cache_control: { type: "ephemeral" } }],
		messages: [
			{ role: "user", content: [{ type: "text", text: "a" }] },
			{ role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: { a: 1 } }] },
			{
				role: "user",
				content: [{ type: "tool_result", tool_use_id: "a", content: [{ type: "text", text: "x" }], is_error: false }],
			},
		],
		tools: [{ name: "f", description: "d", input_schema: parameters }],
		tool_choice: { type: "tool", name: "f" },
		stop_sequences: ["x"],
		thinking: { type: "enabled", budget_tokens: 1024 },
	},
	"/v1/messages/count_tokens": { model: MODEL, messages: [{ role: "user", content: "x" }], system: "s" },
	"/v1/tasks/{task}": { inputs: "x", parameters: { candidate_labels: ["a", "b"] } },
};

it("has a body for each route that takes JSON", () => {
	const forms = ["/v1/images/edits", "/v1/audio/transcriptions", "/v1/audio/translations"];
	expect([...Object.keys(BODIES), ...forms].sort()).toEqual([...CALL_ROUTES].sort());
});

it.each(Object.entries(BODIES))("%s answers whatever a member is, without a fault of its own", async (path, body) => {
	const gateway = sandboxGateway();
	for (const mutant of listMutants(body, UNPRINTABLE)) {
		const response = await post(gateway, path.replace("{task}", "zero-shot-classification"), mutant);
		const text = await response.text();
		const shown = `${JSON.stringify(mutant)}: ${text}`;
		expect(response.status, shown).toBeLessThan(500);
		expect(text, shown).not.toMatch(/\[object Object\]|Cannot convert|is not a function/);
	}
});

it.each(Object.entries(BODIES).filter(([, body]) => "model" in body))(
	"%s answers a model's name of megabytes at once",
	async (path, body) => {
		const response = await post(sandboxGateway(), path, { ...body, model: "x".repeat(6_000_000) });
		expect(response.status).toBe(400);
		expect(await response.text()).toContain(
			"The name of the model has 6000000 characters, and a name has at most 500.",
		);
	},
	20_000,
);

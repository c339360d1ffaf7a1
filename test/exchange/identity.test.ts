import { expect, it } from "vitest";
import { findCallIdentity } from "../../src/exchange/call-identity.ts";
import { ALL_PROVIDERS } from "../../src/inference/index.ts";

it.each(ALL_PROVIDERS.map(({ id, baseUrl, routed }) => [id, baseUrl, routed] as const))(
	"recognizes %s by its base URL",
	(id, baseUrl, routed) => {
		expect(findCallIdentity(`${baseUrl}/v1/x`, {})).toMatchObject({ provider: id, routed: routed === "always" });
	},
);

it.each([
	["https://router.huggingface.co/v1/chat/completions", { model: "o/n:groq" }, "conversational", "o/n:groq", "groq"],
	["https://router.huggingface.co/v1/chat/completions", { model: "o/n" }, "conversational", "o/n", null],
	["https://router.huggingface.co/together/v1/embeddings", { model: "x" }, "feature-extraction", "x", "together"],
	["https://router.huggingface.co/hf-inference/models/o/n/pipeline/fill-mask", {}, "fill-mask", "o/n", "hf-inference"],
	["https://huggingface.co/api/models/o/n", {}, null, "o/n", null],
	["http://127.0.0.1:1234/v1/completions", { model: "x" }, "text-generation", "x", null],
])("reads %s", (url, body, task, model, provider) => {
	const host = new URL(url).host;
	const routed = host.startsWith("router");
	expect(findCallIdentity(url, body)).toEqual({ task, model, provider, routed, host });
});

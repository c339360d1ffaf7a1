import { expect, it } from "vitest";
import { createGateway } from "../../src/gateway/index.ts";
import { post } from "./ask.ts";

const PDF = `data:application/pdf;base64,${"A".repeat(4000)}`;
const COMPLETION = { choices: [{ index: 0, message: { role: "assistant", content: "Fine." }, finish_reason: "stop" }] };
const EVENTS = `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: "Fine." }, finish_reason: "stop" }] })}\n\ndata: [DONE]\n\n`;

const PARTS = {
	picture: {
		part: { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
		refusal: "This model does not support image input.",
		notice: "together takes no images: the model got a note in place of each.",
		text: "[An image was here. This model's service takes no images.]",
	},
	document: {
		part: { type: "file", file: { filename: "plan.pdf", file_data: PDF } },
		refusal: "messages.0.content: file parts are not supported.",
		notice: "together takes no documents: the model got a note in place of each.",
		text: '[The document "plan.pdf" was here (application/pdf, 4 kB). This model\'s service takes no documents of this type: its content is not known.]',
	},
} as const;

const CASES = (Object.keys(PARTS) as (keyof typeof PARTS)[]).flatMap((kind) =>
	[false, true].flatMap((stream) => [400, 422].map((status) => ({ kind, stream, status }))),
);

it.each(CASES)(
	"a $kind in a chat, which the target refuses with $status, becomes a text; stream: $stream",
	async ({ kind, stream, status }) => {
		const { part, refusal, notice, text } = PARTS[kind];
		const sent: unknown[] = [];
		const gateway = createGateway({
			token: "hf_token_of_the_hub",
			offers: () => undefined,
			call: { cache: new Map() },
			fetch: async (input, init) => {
				const entry = { status: "live", task: "conversational", providerId: "m" };
				if (String(input).includes("/api/models/"))
					return Response.json({ inferenceProviderMapping: { together: entry } });
				const { messages } = JSON.parse(String(init?.body)) as { messages: unknown[] };
				sent.push(messages);
				if (JSON.stringify(messages).includes(part.type))
					return Response.json({ error: { message: refusal } }, { status });
				if (stream) return new Response(EVENTS, { headers: { "content-type": "text/event-stream" } });
				return Response.json(COMPLETION);
			},
		});
		const late = { role: "system", content: "Late, and left where it is." };
		const chat = (content: unknown): object => ({
			model: "org/name:together",
			stream,
			messages: [
				{ role: "user", content },
				{ role: "assistant", content: "Yes." },
				late,
				{ role: "user", content: "And?" },
			],
		});
		const whole = chat([{ type: "text", text: "Look:" }, part]);
		const response = await post(gateway, "/v1/chat/completions", whole);
		expect(response.status).toBe(200);
		expect(response.headers.get("x-hub-notice")).toBe(notice);
		expect(await response.text()).toContain("Fine.");
		const [asGiven, replaced] = [(whole as { messages: unknown[] }).messages, chat(`Look:\n\n${text}`)];
		expect(sent).toEqual([asGiven, (replaced as { messages: unknown[] }).messages]);
		// It is remembered: the next request is not refused.
		expect((await post(gateway, "/v1/chat/completions", whole)).status).toBe(200);
		expect(sent).toHaveLength(3);
	},
);

it("a refusal of something else is the client's", async () => {
	let calls = 0;
	const gateway = createGateway({
		token: "hf_token_of_the_hub",
		offers: () => undefined,
		call: { cache: new Map() },
		fetch: async (input) => {
			const entry = { status: "live", task: "conversational", providerId: "m" };
			if (String(input).includes("/api/models/"))
				return Response.json({ inferenceProviderMapping: { together: entry } });
			calls++;
			return Response.json({ error: { message: "service_tier is unknown." } }, { status: 400 });
		},
	});
	const content = [{ type: "text", text: "Look:" }, PARTS.picture.part];
	const chat = { model: "org/name:together", user: "me", messages: [{ role: "user", content }] };
	expect((await post(gateway, "/v1/chat/completions", chat)).status).toBe(400);
	expect(calls).toBe(1);
});

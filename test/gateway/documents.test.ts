import { expect, it } from "vitest";
import { createGateway, type GatewayOptions } from "../../src/gateway/index.ts";
import { post } from "./ask.ts";

const COMPLETION = {
	choices: [{ index: 0, message: { role: "assistant", content: "Fine." }, finish_reason: "stop" }],
	usage: { prompt_tokens: 50_000, completion_tokens: 2 },
};

/** A gateway whose service refuses parts with files, and what it was sent. */
function refusingFiles(readDocument: GatewayOptions["readDocument"]) {
	const sent: { role: string; content: unknown }[][] = [];
	const gateway = createGateway({
		token: "hf_token_of_the_hub",
		offers: () => undefined,
		call: { cache: new Map() },
		readDocument,
		fetch: async (input, init) => {
			const entry = { status: "live", task: "conversational", providerId: "m" };
			if (String(input).includes("/api/models/"))
				return Response.json({ inferenceProviderMapping: { together: entry } });
			const { messages } = JSON.parse(String(init?.body)) as { messages: (typeof sent)[number] };
			sent.push(messages);
			if (JSON.stringify(messages).includes('"file"'))
				return Response.json({ error: { message: "file parts are not supported" } }, { status: 400 });
			return Response.json(COMPLETION);
		},
	});
	return { gateway, sent };
}

const model = "org/name:together";
const base64 = btoa("%PDF-1.7 of a plan");
const PDF = `data:application/pdf;base64,${base64}`;
const document = {
	type: "document",
	title: "plan.pdf",
	source: { type: "base64", media_type: "application/pdf", data: base64 },
};

const REQUESTS: Readonly<Record<string, object>> = {
	"/v1/chat/completions": {
		model,
		messages: [{ role: "user", content: [{ type: "file", file: { filename: "plan.pdf", file_data: PDF } }] }],
	},
	"/v1/responses": {
		model,
		input: [{ role: "user", content: [{ type: "input_file", filename: "plan.pdf", file_data: PDF }] }],
	},
	"/v1/messages": { model, max_tokens: 9, messages: [{ role: "user", content: [document] }] },
};

it.each(Object.keys(REQUESTS))("%s sends the text of a PDF, which is read once in a conversation", async (path) => {
	const read: string[] = [];
	const { gateway, sent } = refusingFiles(async (bytes, type) => {
		read.push(`${type} ${bytes.length}`);
		return { text: "Ten dollars.", isWhole: true };
	});
	for (const _ of [1, 2]) {
		const response = await post(gateway, path, REQUESTS[path]);
		expect(response.status).toBe(200);
		expect(response.headers.get("x-hub-notice")).toBe("together takes no documents: the model got their text.");
		expect(sent.at(-1)?.at(-1)?.content).toBe(
			'[The text of the document "plan.pdf", without its images:]\nTen dollars.\n[End of the document "plan.pdf".]',
		);
	}
	expect(read).toEqual([`application/pdf ${atob(base64).length}`]);
});

it.each<[string, GatewayOptions["readDocument"], string]>([
	["has none", async () => undefined, "the model got a note in place of each."],
	["is blank", async () => ({ text: " \n", isWhole: true }), "the model got a note in place of each."],
	["cannot be read", () => Promise.reject(new Error("bad")), "the model got a note in place of each."],
	["is cut", async () => ({ text: "Ten", isWhole: false }), "the model got a part of their text."],
])("the text of a document that %s", async (_, read, notice) => {
	const { gateway, sent } = refusingFiles(read);
	const response = await post(gateway, "/v1/messages", REQUESTS["/v1/messages"]);
	expect(response.status).toBe(200);
	expect(response.headers.get("x-hub-notice")).toBe(`together takes no documents: ${notice}`);
	const content = JSON.stringify(sent.at(-1));
	expect(content).toContain(notice.includes("part") ? "The text is cut here" : "its content is not known");
});

it("a result of a tool may have a document, and others beside it stay told", async () => {
	const { gateway, sent } = refusingFiles(async (bytes) =>
		bytes.length > 10 ? { text: "Ten dollars.", isWhole: true } : undefined,
	);
	const scan = { ...document, title: "scan.pdf", source: { ...document.source, data: btoa("%PDF-1.7") } };
	const messages = [
		{ role: "user", content: "Read both." },
		{ role: "assistant", content: [{ type: "tool_use", id: "a", name: "Read", input: {} }] },
		{ role: "user", content: [{ type: "tool_result", tool_use_id: "a", content: [document, scan] }] },
	];
	const response = await post(gateway, "/v1/messages", { model, max_tokens: 9, messages });
	expect(response.headers.get("x-hub-notice")).toBe(
		"together takes no documents: the model got their text, or got a note in place of each.",
	);
	const [tool, user] = sent.at(-1)?.slice(-2) ?? [];
	expect(tool).toMatchObject({ role: "tool" });
	expect(user?.content).toMatch(/Ten dollars\.[\s\S]*scan\.pdf" was here/);
});

it("tokens are counted as they are sent, and nothing is learned from a call with a document", async () => {
	const { gateway } = refusingFiles(async () => ({ text: "word ".repeat(20_000), isWhole: true }));
	const count = async (content: unknown): Promise<number> => {
		const body = { model, messages: [{ role: "user", content }] };
		const { input_tokens: tokens } = (await (await post(gateway, "/v1/messages/count_tokens", body)).json()) as {
			input_tokens: number;
		};
		return tokens;
	};
	expect(await count([document])).toBeGreaterThan(20_000);
	const before = await count("A short text.");
	for (let call = 0; call < 5; call++) await post(gateway, "/v1/messages", REQUESTS["/v1/messages"]);
	expect(await count("A short text.")).toBe(before);
});

import { describe, expect, it } from "vitest";
import { createLightSandbox } from "../../src/sandbox/light-sandbox.ts";

const URL_ = "https://router.huggingface.co/v1/chat/completions";
const authorization = "Bearer hf_any";
const json = "application/json";
const text = JSON.stringify({ model: "openai/gpt-oss-120b", messages: [{ role: "user", content: "What is 2 + 3?" }] });

describe("the sandbox without platform classes", () => {
	const requests: [string, () => [string | URL | Request, RequestInit?]][] = [
		["a string", () => [URL_, { method: "post", headers: { authorization, "content-type": json }, body: text }]],
		[
			"bytes",
			() => [
				new URL(URL_),
				{
					method: "POST",
					headers: [
						["Authorization", authorization],
						["Content-Type", json],
					],
					body: new TextEncoder().encode(text),
				},
			],
		],
		[
			"a Blob",
			() => [URL_, { method: "POST", headers: new Headers({ authorization }), body: new Blob([text], { type: json }) }],
		],
		[
			"a Request",
			() => [new Request(URL_, { method: "POST", headers: { authorization, "content-type": json }, body: text })],
		],
		[
			"a Request with changes",
			() => [new Request(URL_, { method: "POST", body: text }), { headers: { authorization, "content-type": json } }],
		],
	];
	it.each(requests)("reads %s", async (_, make) => {
		const response = await createLightSandbox()(...make());
		expect(response.ok).toBe(true);
		expect(response.headers.get("content-type")).toBe(json);
		expect(await response.json()).toMatchObject({ choices: [{ message: { content: expect.stringContaining("5") } }] });
		expect(response.bodyUsed).toBe(true);
		await expect(response.text()).rejects.toThrow(TypeError);
	});

	it("treats a string without a type as text, as fetch does", async () => {
		const response = await createLightSandbox()(URL_, { method: "POST", headers: { authorization }, body: text });
		expect([response.status, await response.text()]).toEqual([
			415,
			expect.stringContaining("text/plain;charset=UTF-8"),
		]);
	});

	it("ends a stream with the abort reason", async () => {
		const controller = new AbortController();
		const response = await createLightSandbox({ latency: 5 })(URL_, {
			method: "POST",
			headers: { authorization, "content-type": json },
			body: JSON.stringify({ ...JSON.parse(text), stream: true }),
			signal: controller.signal,
		});
		const reader = response.body?.getReader();
		await reader?.read();
		controller.abort(new Error("enough"));
		await expect(reader?.read()).rejects.toThrow("enough");
	});
});

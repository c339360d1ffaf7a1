import { describe, expect, it } from "vitest";
import { chatCompletion, getProviderHelper } from "../../src/index.ts";
import { ALL_PROVIDERS } from "../../src/inference/index.ts";
import { CHAT_REGISTRY } from "../../src/inference/providers/table.ts";
import type { Provider } from "../../src/inference/types.ts";

describe("providers in the chat registry", () => {
	it("are all providers, in the order used by messages", () => {
		expect([...CHAT_REGISTRY.keys()]).toEqual(ALL_PROVIDERS.map(({ id }) => id));
	});

	it.each([...ALL_PROVIDERS])("$id is the same as in the full registry", (provider) => {
		const known: unknown = CHAT_REGISTRY.get(provider.id);
		if (!("conversational" in provider.tasks)) {
			expect(known).toEqual(Object.keys(provider.tasks));
			return;
		}
		const { tasks, ...facts } = known as Provider;
		expect(provider).toMatchObject(facts);
		// Only tasks besides chat depend on the API of an endpoint.
		expect(Object.keys({ ...facts, tasks })).toEqual(Object.keys(provider).filter((name) => name !== "atEndpoint"));
		expect(tasks.conversational).toBe(provider.tasks.conversational);
	});

	it.each(["fal-ai", "black-forest-labs", "nobody"])(
		"%s fails in a chat as with the full registry",
		async (provider) => {
			const chat = chatCompletion({ provider: provider as "together", model: "org/model", messages: [] });
			let expected = "";
			try {
				getProviderHelper(provider, "conversational");
			} catch (error) {
				expected = (error as Error).message;
			}
			expect(expected).toMatch(/not supported/);
			await expect(chat).rejects.toThrow(expected);
		},
	);
});

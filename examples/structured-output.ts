/** Asks for an answer that follows a JSON schema. */
import { InferenceClient } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

const token = process.env["HF_TOKEN"];
const client = token ? new InferenceClient(token) : new InferenceClient("hf_any", { fetch: createSandbox() });

const completion = await client.chatCompletion({
	model: "Qwen/Qwen3-32B",
	messages: [{ role: "user", content: "Ada Lovelace, born in 1815 in London, wrote the first program." }],
	response_format: {
		type: "json_schema",
		json_schema: {
			name: "person",
			strict: true,
			schema: {
				type: "object",
				properties: { name: { type: "string" }, born: { type: "integer" }, city: { type: "string" } },
				required: ["name", "born", "city"],
				additionalProperties: false,
			},
		},
	},
});
const person: { name: string; born: number; city: string } = JSON.parse(completion.choices[0]?.message.content ?? "");
console.log(`name: ${person.name}, born: ${person.born}, city: ${person.city}`);

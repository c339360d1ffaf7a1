/** Streams an answer to the terminal. */
import { InferenceClient } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

const token = process.env["HF_TOKEN"];
const client = token ? new InferenceClient(token) : new InferenceClient("hf_any", { fetch: createSandbox() });

const stream = client.chatCompletionStream({
	model: "Qwen/Qwen3-32B",
	messages: [{ role: "user", content: process.argv[2] ?? "Explain attention in one sentence." }],
	max_tokens: 200,
});
for await (const chunk of stream) process.stdout.write(chunk.choices[0]?.delta.content ?? "");
process.stdout.write("\n");

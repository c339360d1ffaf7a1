import { InferenceClient } from "modelhub";
import { createSandbox } from "modelhub/sandbox";

const form = document.querySelector("form");
const answer = document.querySelector("#answer");

form.addEventListener("submit", async (event) => {
	event.preventDefault();
	const { question, token } = Object.fromEntries(new FormData(form));
	// The token stays in the page. Without one, the sandbox answers.
	const client = token ? new InferenceClient(token) : new InferenceClient("hf_any", { fetch: createSandbox() });
	answer.textContent = "";
	try {
		const stream = client.chatCompletionStream({
			model: "Qwen/Qwen3-32B",
			messages: [{ role: "user", content: question }],
		});
		for await (const chunk of stream) answer.textContent += chunk.choices[0]?.delta.content ?? "";
	} catch (error) {
		answer.textContent = error.message;
	}
});

import type { ModelData } from "../../catalogue/index.ts";
import { type ChatMessage, findExampleInput, NO_EXAMPLE } from "../inputs.ts";
import { hasTag } from "../model.ts";
import { code, python, type Snippet } from "./snippet.ts";

/** The model page replaces `{{GGUF_FILE}}` and relies on the layout. */
export function llamaCppPython(model: ModelData): Snippet[] {
	return [
		python`
			# !pip install llama-cpp-python

			from llama_cpp import Llama

			llm = Llama.from_pretrained(
				repo_id=${model.id},
				filename="{{GGUF_FILE}}",
			)

		`,
		hasTag(model, "conversational")
			? python`
				llm.create_chat_completion(
					messages = ${code(JSON.stringify(findMessages(model), null, "\t"))}
				)
			`
			: python`
				output = llm(
					"Once upon a time,",
					max_tokens=512,
					echo=True
				)
				print(output)
			`,
	];
}

function findMessages(model: ModelData): ChatMessage[] {
	const input = findExampleInput(model) ?? NO_EXAMPLE;
	if (Array.isArray(input)) return input;
	return [{ role: "user", content: typeof input === "string" ? input : JSON.stringify(input) }];
}

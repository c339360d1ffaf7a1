import { findExampleInput, NO_EXAMPLE } from "../inputs.js";
import { hasTag } from "../model.js";
import { code, python } from "./snippet.js";
function llamaCppPython(model) {
  return [
    python`
			# !pip install llama-cpp-python

			from llama_cpp import Llama

			llm = Llama.from_pretrained(
				repo_id=${model.id},
				filename="{{GGUF_FILE}}",
			)

		`,
    hasTag(model, "conversational") ? python`
				llm.create_chat_completion(
					messages = ${code(JSON.stringify(findMessages(model), null, "	"))}
				)
			` : python`
				output = llm(
					"Once upon a time,",
					max_tokens=512,
					echo=True
				)
				print(output)
			`
  ];
}
function findMessages(model) {
  const input = findExampleInput(model) ?? NO_EXAMPLE;
  if (Array.isArray(input)) return input;
  return [{ role: "user", content: typeof input === "string" ? input : JSON.stringify(input) }];
}
export {
  llamaCppPython
};

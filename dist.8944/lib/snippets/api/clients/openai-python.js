import { python } from "../../library/snippet.js";
import { chatArguments, PYTHON_CHUNKS, pythonCall, pythonImports } from "../python.js";
import { pythonToken } from "../token.js";
import { present } from "../values.js";
function writeOpenaiPython(plan) {
  const { args, baseUrl, billTo, chatModel: model, request, template, token } = plan;
  const isStream = template === "conversationalStream";
  if (!request) return void 0;
  const settings = {
    base_url: baseUrl,
    api_key: pythonToken(token),
    default_headers: billTo === void 0 ? void 0 : { "X-HF-Bill-To": billTo }
  };
  const start = python`
		${pythonImports(token, "from openai import OpenAI")}

		client = ${pythonCall("OpenAI", [], present(settings))}
	`;
  if (isStream) {
    return python`
			${start}

			stream = ${pythonCall("client.chat.completions.create", [], { model, ...chatArguments(args), stream: true })}

			${PYTHON_CHUNKS}
		`.content;
  }
  return python`
		${start}

		completion = ${pythonCall("client.chat.completions.create", [], { model, ...chatArguments(args) })}

		print(completion.choices[0].message)
	`.content;
}
export {
  writeOpenaiPython
};

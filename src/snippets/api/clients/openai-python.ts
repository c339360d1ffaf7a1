import { python } from "../../library/snippet.ts";
import type { Plan } from "../plan.ts";
import { chatArguments, PYTHON_CHUNKS, pythonCall, pythonImports } from "../python.ts";
import { pythonToken } from "../token.ts";
import { present } from "../values.ts";

/** Python with the package `openai`. */
export function writeOpenaiPython(plan: Plan): string | undefined {
	const { args, baseUrl, billTo, chatModel: model, request, template, token } = plan;
	const isStream = template === "conversationalStream";
	if (!request) return undefined;
	const settings = {
		base_url: baseUrl,
		api_key: pythonToken(token),
		default_headers: billTo === undefined ? undefined : { "X-HF-Bill-To": billTo },
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

import { js, paragraphs, python } from "../../library/snippet.ts";
import { jsCall } from "../js.ts";
import type { Plan } from "../plan.ts";
import { chatArguments, PYTHON_CHUNKS, pythonCall, pythonImports } from "../python.ts";
import { jsToken, pythonToken } from "../token.ts";
import { omitUndefined } from "../values.ts";

/** JavaScript with the package `openai`. */
export function writeOpenaiJs(plan: Plan): string | undefined {
	const { args, baseUrl: baseURL, billTo, chatModel: model, request, template, token } = plan;
	const isStream = template === "conversationalStream";
	if (!request) return undefined;
	const settings = omitUndefined({
		baseURL,
		apiKey: jsToken(token),
		defaultHeaders: billTo === undefined ? undefined : { "X-HF-Bill-To": billTo },
	});
	const start = js`
		import { OpenAI } from "openai";

		const client = new ${jsCall("OpenAI", [settings])};
	`;
	const call = jsCall("client.chat.completions.create", [{ model, ...args, ...(isStream ? { stream: true } : {}) }]);
	const rest = isStream
		? js`
			const stream = await ${call};

			for await (const chunk of stream) {
				process.stdout.write(chunk.choices[0]?.delta?.content ?? "");
			}
		`
		: js`
			const completion = await ${call};

			console.log(completion.choices[0].message);
		`;
	return paragraphs(start, rest).content;
}

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

		client = ${pythonCall("OpenAI", [], omitUndefined(settings))}
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

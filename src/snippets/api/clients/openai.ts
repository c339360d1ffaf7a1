import { js, paragraphs, python } from "../../library/snippet.ts";
import { jsCall } from "../js.ts";
import type { Plan } from "../plan.ts";
import { pythonCall, pythonChat, pythonImports } from "../python.ts";
import { jsToken, pythonToken } from "../token.ts";

/** JavaScript with the package `openai`. */
export function writeOpenaiJs(plan: Plan): string | undefined {
	const { args, baseUrl: baseURL, billTo, chatModel: model, request, form, token } = plan;
	const isStream = form === "conversationalStream";
	if (!request) return undefined;
	const settings = {
		baseURL,
		apiKey: jsToken(token),
		defaultHeaders: billTo === undefined ? undefined : { "X-HF-Bill-To": billTo },
	};
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
	const { baseUrl, billTo, chatModel, request, token } = plan;
	if (!request) return undefined;
	const settings = {
		base_url: baseUrl,
		api_key: pythonToken(token),
		default_headers: billTo === undefined ? undefined : { "X-HF-Bill-To": billTo },
	};
	return python`
		${pythonImports(token, "from openai import OpenAI")}

		client = ${pythonCall("OpenAI", [], settings)}

		${pythonChat(plan, chatModel)}
	`.content;
}

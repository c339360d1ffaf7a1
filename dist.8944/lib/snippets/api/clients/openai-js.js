import { js, paragraphs } from "../../library/snippet.js";
import { jsCall } from "../js.js";
import { jsToken } from "../token.js";
import { present } from "../values.js";
function writeOpenaiJs(plan) {
  const { args, baseUrl: baseURL, billTo, chatModel: model, request, template, token } = plan;
  const isStream = template === "conversationalStream";
  if (!request) return void 0;
  const settings = present({
    baseURL,
    apiKey: jsToken(token),
    defaultHeaders: billTo === void 0 ? void 0 : { "X-HF-Bill-To": billTo }
  });
  const start = js`
		import { OpenAI } from "openai";

		const client = new ${jsCall("OpenAI", [settings])};
	`;
  const call = jsCall("client.chat.completions.create", [{ model, ...args, ...isStream ? { stream: true } : {} }]);
  const rest = isStream ? js`
			const stream = await ${call};

			for await (const chunk of stream) {
				process.stdout.write(chunk.choices[0]?.delta?.content ?? "");
			}
		` : js`
			const completion = await ${call};

			console.log(completion.choices[0].message);
		`;
  return paragraphs(start, rest).content;
}
export {
  writeOpenaiJs
};

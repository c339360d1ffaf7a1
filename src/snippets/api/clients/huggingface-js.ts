import type { OutputKind } from "../../../catalogue/signatures.ts";
import { functionName } from "../../../inference/function-names.ts";
import { type Code, code, js, lines, paragraphs } from "../../library/snippet.ts";
import { answerOf, isMedia, type SnippetForm } from "../forms.ts";
import { jsBlob, jsCall, jsFileImport } from "../js.ts";
import type { Plan } from "../plan.ts";
import { printJs } from "../print.ts";
import { findFile } from "../raw-request.ts";
import { jsToken } from "../token.ts";
import type { Members } from "../values.ts";

/** Form → the only kind of output it can show; the package's other methods came later. */
const ONLY: { readonly [T in SnippetForm]?: OutputKind } = { basicAudio: "transcript", basicImage: "labels" };

/** JavaScript with the package `@huggingface/inference`. */
export function writeHuggingfaceJs(plan: Plan): string | undefined {
	const { endpointUrl, library, output, provider, request, form } = plan;
	// The package adds a route to an endpoint's URL for chats and completions only.
	const isExtended = request?.url !== endpointUrl;
	if (endpointUrl && request && output !== "chat" && isExtended !== (output === "text")) return undefined;
	if ((ONLY[form] ?? output) !== output) return undefined;
	if (form === "textToAudio" && provider === "hf-inference" && library !== "transformers") return undefined;
	return writeProgram("@huggingface/inference", { ...plan, wire: undefined }, describeCall(plan));
}

/** JavaScript with this project's package, which takes the same calls for every task. */
export function writeModelhub(plan: Plan): string | undefined {
	const { args, endpointUrl, model, provider } = plan;
	return writeProgram("modelhub", plan, { endpointUrl, ...(endpointUrl ? {} : { provider }), model, ...args });
}

function writeProgram(name: string, plan: Plan, call: Members): string {
	return paragraphs(
		lines(jsFileImport(findFile(plan.args) && "readFile"), js`import { InferenceClient } from ${printJs(name)};`),
		js`const client = new InferenceClient(${printJs(jsToken(plan.token))});`,
		writeCall(plan, functionName(plan.task), call),
	).content;
}

function writeCall(plan: Plan, method: string, described: Members): Code {
	const { billTo, routerNote, form, wire } = plan;
	const note = code(routerNote ? `// ${routerNote}\n` : "");
	const values = [described, ...(billTo === undefined && wire === undefined ? [] : [{ billTo, wire }])];
	if (form === "conversational") {
		return js`
			${note}const completion = await ${jsCall(`client.${method}`, values)};

			console.log(completion.choices[0].message);
		`;
	}
	if (form === "conversationalStream") {
		return js`
			${note}const stream = ${jsCall(`client.${method}Stream`, values)};

			for await (const chunk of stream) {
				if (chunk.choices?.length > 0) {
					process.stdout.write(chunk.choices[0].delta.content ?? "");
				}
			}
		`;
	}
	const call = js`const output = await ${jsCall(`client.${method}`, values, jsBlob)};`;
	return paragraphs(lines(...notes(plan), call), code("console.log(output);"));
}

/** Returns the first argument, in the usual order of its members. */
function describeCall({ args, endpointUrl, model, options, provider, form }: Plan): Members {
	const { inputs, ...others } = args;
	const whom = endpointUrl ? {} : { provider };
	switch (form) {
		case "conversational":
		case "conversationalStream":
			return { endpointUrl, ...whom, model, ...args };
		case "basic":
			return { endpointUrl, model, inputs, ...others, ...whom };
		case "basicAudio":
		case "basicImage":
			return { endpointUrl, data: inputs, model, ...others, ...whom };
		case "textToImage": {
			// The caller may name none.
			const parameters = options.parameters === undefined ? { num_inference_steps: 5 } : undefined;
			return { endpointUrl, ...whom, model, inputs, parameters, ...others };
		}
		default:
			return { endpointUrl, ...whom, model, inputs, ...others };
	}
}

function notes(plan: Plan): Code[] {
	const found: string[] = [];
	if (plan.provider === "fal-ai" && plan.output === "transcript") {
		found.push("fal-ai takes audio/mpeg, audio/mp4, audio/wav and audio/x-wav only");
	}
	if (isMedia(answerOf(plan))) found.push("The result is a Blob: write its .stream() to a file to keep it");
	return found.map((note) => code(`// ${note}`));
}

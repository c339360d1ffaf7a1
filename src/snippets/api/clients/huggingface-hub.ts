import { type Code, code, lines, python } from "../../library/snippet.ts";
import { quote } from "../../quote.ts";
import { outputSnippets, PIL_IMAGE } from "../forms.ts";
import type { Plan } from "../plan.ts";
import { printPythonLine } from "../print.ts";
import { pythonCall, pythonChat, pythonImports, withExtraBody } from "../python.ts";
import { findFile } from "../raw-request.ts";
import { pythonToken } from "../token.ts";
import { FileInput, isMembers, type Members } from "../values.ts";

/** Python with the package `huggingface_hub`, which calls an endpoint's own URL for all tasks but a chat. */
export function writeHuggingfaceHub(plan: Plan): string | undefined {
	const { baseUrl, billTo, endpointUrl, output, provider, request, token } = plan;
	if (endpointUrl && output !== "chat" && request && request.url !== endpointUrl) return undefined;
	const settings = { base_url: endpointUrl && baseUrl, provider, api_key: pythonToken(token), bill_to: billTo };
	return python`
		${pythonImports(token, "from huggingface_hub import InferenceClient")}

		client = ${pythonCall("InferenceClient", [], settings)}

		${writeCall(plan)}
	`.content;
}

function writeCall(plan: Plan): Code {
	const { args, model, routerNote, form } = plan;
	if (plan.task === "conversational") return pythonChat(plan, model, routerNote && `# ${routerNote}\n`);
	const [positional, named] = splitArguments(plan);
	// A `model` would replace the endpoint.
	const target = plan.endpointUrl ? {} : { model };
	// The package has no separate methods for tasks with an image and a text.
	const method = `client.${plan.task.replace("image-text-to-", "image-to-").replaceAll("-", "_")}`;
	const { inputs: _, parameters = {}, ...others } = args;
	const { pythonParameters, pythonResult: meaning } = outputSnippets(plan.output);
	const names = form === "imageEdit" ? undefined : pythonParameters;
	const ofTask = names ? withExtraBody(parameters, names) : parameters;
	const call = pythonCall(method, positional, { ...named, ...others, ...ofTask, ...target });
	const shown = meaning === undefined || meaning === PIL_IMAGE ? "result" : "type(result)";
	const result = python`
		${lines(meaning === undefined ? undefined : code(`# ${meaning}`), python`result = ${call}`)}
		print(${code(shown)})
	`;
	const file = findFile(args);
	if (!file || form !== "imageEdit") return result;
	return python`
		with open(${file.name}, "rb") as file:
			image = file.read()

		${result}
	`;
}

function splitArguments({ args, output, form }: Plan): [Code[], Members] {
	const { inputs = null } = args;
	const members: Members = isMembers(inputs) ? inputs : {};
	switch (form) {
		case "imageEdit":
			return [[code("image")], {}];
		case "questionAnswering":
			return [[], members];
		case "tableQuestionAnswering": {
			const { table, ...others } = members;
			return [[], table === undefined ? others : { ...others, table: printPythonLine(table) }];
		}
		case "documentQuestionAnswering": {
			const { image, ...others } = members;
			return [[code(quote(image instanceof FileInput ? image.name : ""))], others];
		}
		default: {
			const { source_sentence: source, sentences } = members;
			const isComparison = output === "similarities" && source !== undefined && sentences !== undefined;
			return [(isComparison ? [source, sentences] : [inputs]).map((value) => printPythonLine(value)), {}];
		}
	}
}

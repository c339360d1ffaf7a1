import { chooseExampleMessages } from "../../catalogue/example-messages.ts";
import type { ModelDataMinimal } from "../../catalogue/index.ts";
import { findExampleInput, NO_EXAMPLE } from "../inputs.ts";
import type { Subject } from "./forms.ts";
import type { InferenceSnippetOptions } from "./snippet-options.ts";
import { FileInput, isMembers, type Members, toMembers, toValue, type Value } from "./values.ts";

/** The arguments of the shown call, for the library. */
export type SnippetArgs = Members & {
	readonly inputs?: Value;
	readonly parameters?: Members;
};

/** In place of the recording of the reference's list, in FLAC, which fal-ai refuses. */
const RECORDING = "talk.mp3";

/** Returns the arguments of the call: the example, or those of the caller. */
export function prepareArgs(subject: Subject, model: ModelDataMinimal, options: InferenceSnippetOptions): SnippetArgs {
	const { form, output } = subject;
	const given = options.inputs ? toValue(options.inputs) : undefined;
	const parameters = toMembers(options.parameters);
	if (form === "conversational" || form === "conversationalStream") {
		return prepareChat(model, options, isMembers(given) ? given : {}, parameters);
	}
	const example = (findExampleInput(model, subject) ?? NO_EXAMPLE) as Value;
	switch (form) {
		case "basicAudio":
			return withParameters(chooseFile(given, options.clients === "all" ? RECORDING : example), parameters);
		case "basicImage":
			return withParameters(chooseFile(given, example), parameters);
		case "imageEdit": {
			const prompt = findMember("prompt", parameters, memberOf(given, "parameters"), given, example);
			return withParameters(chooseFile(given, memberOf(example, "image")), { ...prompt, ...parameters });
		}
		case "zeroShotImageClassification":
			return withParameters(chooseFile(given, example), { candidate_labels: ["cat", "dog", "llama"], ...parameters });
		case "zeroShotClassification":
			return withParameters(given ?? example, { candidate_labels: ["refund", "legal", "faq"], ...parameters });
		case "documentQuestionAnswering": {
			const image = chooseFile(given, memberOf(example, "image"));
			return withParameters({ image, ...findMember("question", given, example) }, parameters);
		}
		case "questionAnswering":
		case "tableQuestionAnswering": {
			const names = form === "questionAnswering" ? ["question", "context"] : ["query", "table"];
			return withParameters(Object.assign({}, ...names.map((name) => findMember(name, given, example))), parameters);
		}
		case "tabular":
			return withParameters({ data: given ?? example }, parameters);
		default:
			// Only this task takes its parameters next to the inputs.
			return output === "vectors"
				? { inputs: given ?? example, ...parameters }
				: withParameters(given ?? example, parameters);
	}
}

function prepareChat(
	model: ModelDataMinimal,
	options: InferenceSnippetOptions,
	given: Members,
	parameters: Members,
): SnippetArgs {
	const messages = toValue(options.messages) ?? given["messages"] ?? (chooseExampleMessages(model) as unknown as Value);
	const settings: Record<string, Value> = {};
	for (const name of ["temperature", "max_tokens", "top_p"] as const) {
		const value = options[name] || given[name];
		if (value) settings[name] = value;
	}
	return { messages, ...settings, ...parameters };
}

function withParameters(inputs: Value, parameters: Members): SnippetArgs {
	return Object.keys(parameters).length > 0 ? { inputs, parameters } : { inputs };
}

/** The file the caller names under one of the usual names, or alone and with an extension; else the example. */
function chooseFile(given: Value | undefined, example: Value | undefined): FileInput {
	const named = ["inputs", "image", "audio"].map((name) => memberOf(given, name));
	const alone = typeof given === "string" && /\.\w+$/.test(given) ? given : undefined;
	const name = [alone, ...named, example].find((value) => typeof value === "string" && value !== "");
	return new FileInput(String(name));
}

/** `{name: value}` of the first source that has it. */
function findMember(name: string, ...sources: (Value | undefined)[]): Members {
	const value = sources.map((source) => memberOf(source, name)).find((found) => found !== undefined);
	return value === undefined ? {} : { [name]: value };
}

function memberOf(value: Value | undefined, name: string): Value | undefined {
	return isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

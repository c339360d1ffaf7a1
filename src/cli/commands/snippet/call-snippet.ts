import { basename } from "node:path";
import type { ModelDataMinimal } from "../../../catalogue/index.ts";
import { fetchMapping } from "../../../hub/index.ts";
import type { Args, InferenceTask } from "../../../inference/index.ts";
import { findProvider } from "../../../inference/providers/registry.ts";
import { AUTO } from "../../../inference/providers/router.ts";
import type { InferenceSnippetOptions } from "../../../snippets/api/index.ts";
import type { CallTarget } from "../../call-target/target.ts";
import { readConfig, resolveSetting } from "../../config/settings.ts";
import type { Context } from "../../context.ts";
import { UsageError } from "../../errors/usage.ts";
import { findApiSnippets, type ShownCall } from "./api-snippets.ts";
import { bestOf, type FoundSnippet } from "./entry.ts";

/** A call of `hub infer`, and how to show it. */
export interface CallToShow {
	target: CallTarget;
	args: Args;
	language: string;
	stream: boolean;
	direct?: boolean | undefined;
	billTo?: string | undefined;
}

/** Returns this exact call as code, without sending it. Only names that the code needs are looked up on Hugging Face. */
export async function findCallSnippet(shown: CallToShow, context: Context): Promise<FoundSnippet> {
	const { language } = shown;
	const { model = "", accessToken, options } = shown.target;
	const call = describeCall(shown, context);
	const hub = { accessToken, fetch: options.fetch, hubUrl: options.hubUrl, signal: context.signal };
	const mapping = needsMapping(call, shown) ? await fetchMapping(model, hub) : undefined;
	return bestOf(findApiSnippets({ ...call, mapping }, { language }));
}

function describeCall({ target, args, stream, direct, billTo }: CallToShow, context: Context): ShownCall {
	const { task, endpointUrl, provider = AUTO } = target;
	const isChat = task === "conversational";
	const router = resolveSetting("router", undefined, context, readConfig(context));
	const { messages, ...ofChat } = args;
	const { inputs, parameters, ...others } = args;
	const nameOf = (file: Blob | URL): string => nameFile(file, context);
	const shown: InferenceSnippetOptions = isChat
		? { messages: messages as unknown[], parameters: ofChat }
		: { inputs: showInputs(task, inputs, nameOf), parameters: { ...parameters, ...others } };
	const model: ModelDataMinimal = {
		// An endpoint in Hugging Face's form has one model, and no request names it.
		id: target.model ?? "",
		pipeline_tag: isChat ? "text-generation" : task,
		tags: [],
		inference: "",
	};
	return {
		model,
		provider,
		mapping: undefined,
		options: {
			task,
			...shown,
			streaming: stream,
			billTo,
			endpointUrl,
			wire: target.options.wire,
			directRequest: direct,
			// Even with the sandbox, the code calls the real services, unless the user named others.
			routerUrl: router.origin === "default" ? undefined : router.value,
		},
	};
}

/** Inputs with the names of files in place of the files. */
function showInputs(task: InferenceTask, inputs: unknown, nameOf: (file: Blob | URL) => string): unknown {
	if (inputs instanceof Blob || inputs instanceof URL) return { inputs: nameOf(inputs) };
	if (inputs === null || typeof inputs !== "object" || Array.isArray(inputs)) return inputs;
	// The generator expects only the columns of a table.
	if (task.startsWith("tabular-") && "data" in inputs) return inputs.data;
	const members = Object.entries(inputs as Record<string, unknown>);
	return Object.fromEntries(
		members.map(([name, value]) => [name, value instanceof Blob || value instanceof URL ? nameOf(value) : value]),
	);
}

/** Returns the given path; other input has to be saved as a file before the code runs. */
function nameFile(file: Blob | URL, context: Context): string {
	if (file instanceof URL) {
		const name = basename(file.pathname) || "input";
		context.note(`The code reads ${name}; fetch it first: curl -L -o ${name} ${file.href}`);
		return name;
	}
	if (file instanceof File && file.name !== "-") return file.name;
	const name = `input.${file.type.split("/")[1]?.replace(/^x-|\+.*$/g, "") || "bin"}`;
	context.note(`The code reads ${name}: save standard input there.`);
	return name;
}

/** Clients that look up the provider and its model id on Hugging Face themselves. */
const RESOLVING: readonly (string | null)[] = ["huggingface_hub", "huggingface.js"];

/** Whether the code has to contain the provider or its model id. */
function needsMapping(call: ShownCall, { target, language }: CallToShow): boolean {
	const isRoutedChat = target.task === "conversational" && !call.options.directRequest;
	if (target.endpointUrl || isRoutedChat || findProvider(call.provider)?.routed === "never") return false;
	try {
		return !RESOLVING.includes(bestOf(findApiSnippets(call, { language })).entry.client);
	} catch (error) {
		if (error instanceof UsageError) return true;
		throw error;
	}
}

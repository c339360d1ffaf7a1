import type { ModelDataMinimal } from "../../catalogue/index.ts";
import type { InferenceProviderMappingEntry, ProviderHelper } from "../../inference/index.ts";
import { quote } from "../quote.ts";
import { prepareArgs, type SnippetArgs } from "./args.ts";
import { makeRawRequest, nameChatModel, type RawRequest } from "./raw-request.ts";
import type { InferenceSnippetOptions } from "./snippet-options.ts";
import type { Subject } from "./templates.ts";
import { chooseToken, type Token } from "./token.ts";

/** Facts shared by all snippets of one call. */
export interface Plan extends Subject {
	/** Id on the hub. */
	model: string;
	/** The model's library, if the record names one. */
	library: string | undefined;
	provider: string;
	/** The provider's id of the model. */
	providerModel: string;
	/** The model in the form of OpenAI-compatible services. */
	chatModel: string;
	/** A comment on the other form of a routed chat: the model with the provider, at the router's own chat URL. */
	routerNote: string | undefined;
	args: SnippetArgs;
	/** Whether the caller names the parameters, even none; an example may have its own. */
	hasOwnParameters: boolean;
	token: Token;
	billTo: string | undefined;
	endpointUrl: string | undefined;
	/** The request of raw snippets; undefined if only a client library can build it. */
	request: RawRequest | undefined;
	/** Base URL for clients that add `/chat/completions` themselves. */
	baseUrl: string;
}

/**
 * Resolves the facts of a call that all languages share.
 * @throws InputError if the provider or the endpoint cannot be called this way
 */
export function makePlan(
	subject: Subject,
	model: ModelDataMinimal,
	provider: string,
	helper: ProviderHelper,
	mapping: InferenceProviderMappingEntry | undefined,
	options: InferenceSnippetOptions,
): Plan {
	const source = {
		...subject,
		model: model.id,
		provider,
		providerModel: mapping?.providerId ?? model.id,
		mapping,
		args: prepareArgs(subject, model, options),
		options,
	};
	const request = makeRawRequest(source, helper);
	const chatModel = nameChatModel(source);
	const isRouted = subject.task === "conversational" && chatModel === `${model.id}:${provider}`;
	return {
		...subject,
		model: source.model,
		library: model.library_name,
		provider,
		providerModel: source.providerModel,
		chatModel,
		routerNote: isRouted ? `or, without the provider: model ${quote(chatModel)}` : undefined,
		args: source.args,
		hasOwnParameters: options.parameters !== undefined,
		token: chooseToken(provider, options),
		billTo: options.billTo || undefined,
		endpointUrl: options.endpointUrl || undefined,
		request,
		baseUrl: withoutEnd(request?.url ?? options.endpointUrl ?? "", "/chat/completions"),
	};
}

function withoutEnd(text: string, end: string): string {
	return text.endsWith(end) ? text.slice(0, -end.length) : text;
}

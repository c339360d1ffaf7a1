import type { ModelDataMinimal } from "../../catalogue/index.ts";
import type { InferenceProviderMappingEntry, ProviderHelper } from "../../inference/index.ts";
import { quote } from "../quote.ts";
import { prepareArgs } from "./args.ts";
import type { Subject } from "./forms.ts";
import { makeRawRequest, nameChatModel, type RawRequest, type RequestSource } from "./raw-request.ts";
import type { InferenceSnippetOptions } from "./snippet-options.ts";
import { chooseToken, type SnippetToken } from "./token.ts";

/** Facts shared by all snippets of one call. */
export interface Plan extends Subject, RequestSource {
	/** The model's library, if the record names one. */
	library: string | undefined;
	/** The model in the form of OpenAI-compatible services. */
	chatModel: string;
	/** A comment on the other form of a routed chat: the model with the provider, at the router's own chat URL. */
	routerNote: string | undefined;
	token: SnippetToken;
	billTo: string | undefined;
	endpointUrl: string | undefined;
	wire: InferenceSnippetOptions["wire"];
	/** The request of raw snippets; undefined if only a client library can build it. */
	request: RawRequest | undefined;
	/** Base URL for clients that add `/chat/completions` themselves. */
	baseUrl: string;
}

/** Resolves the facts of a call that all languages share. @throws as `makeRawRequest` */
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
		...source,
		library: model.library_name,
		chatModel,
		routerNote: isRouted ? `or, without the provider: model ${quote(chatModel)}` : undefined,
		token: chooseToken(provider, options),
		billTo: options.billTo || undefined,
		endpointUrl: options.endpointUrl || undefined,
		wire: options.wire,
		request,
		baseUrl: (request?.url ?? options.endpointUrl ?? "").replace(/\/chat\/completions$/, ""),
	};
}

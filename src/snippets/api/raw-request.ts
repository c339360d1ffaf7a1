import { InferenceClientInputError } from "../../errors.ts";
import {
	AUTO,
	authMethod,
	getProviderHelper,
	type InferenceProviderMappingEntry,
	type InferenceTask,
	outlineRequest,
	type ProviderHelper,
	type RequestOutline,
	ROUTER_URL,
} from "../../inference/index.ts";
import type { SnippetArgs } from "./args.ts";
import type { InferenceSnippetOptions } from "./snippet-options.ts";
import { FileInput, isMembers, type Members, type Value } from "./values.ts";

/** The body of a request. */
export type RawBody =
	| { kind: "json"; value: Members }
	| { kind: "file"; file: FileInput }
	| { kind: "form"; fields: readonly (readonly [name: string, value: string | FileInput])[] };

/** The POST request a raw snippet sends. */
export interface RawRequest {
	url: string;
	/** Authorization scheme, such as `Bearer`. */
	scheme: string;
	body: RawBody;
	/** Whether a file in a JSON body is bare base64; else it is a data URL. */
	bareBase64: boolean;
}

/** Value of the header `Content-Type`; a form has its own, with a boundary. */
export function contentTypeOf(body: RawBody): string | undefined {
	if (body.kind === "form") return undefined;
	return body.kind === "json" ? "application/json" : body.file.type;
}

/** The facts from which a request is built. */
export interface RequestSource {
	task: InferenceTask;
	model: string;
	provider: string;
	/** The provider's id of the model. */
	providerModel: string;
	mapping: InferenceProviderMappingEntry | undefined;
	args: SnippetArgs;
	options: InferenceSnippetOptions;
}

/**
 * Returns the request of a raw snippet; undefined if only a client library can build it.
 * @throws InputError if the provider or the endpoint cannot be called this way
 */
export function makeRawRequest(source: RequestSource, helper: ProviderHelper): RawRequest | undefined {
	const { args, options, provider, task } = source;
	const { endpointUrl } = options;
	if (endpointUrl && !/^https?:\/\//.test(endpointUrl))
		throw new InferenceClientInputError(`endpointUrl must start with http:// or https://, got "${endpointUrl}".`);
	if (isRoutedChat(source)) {
		// A provider that is not on the router cannot be called with a Hugging Face token.
		if (provider !== AUTO) authMethod(helper.provider, trialToken(options), undefined);
		const { routerUrl = ROUTER_URL } = options;
		return makeChat(`${routerUrl.replace(/(?<!\/)\/+$/, "")}/v1/chat/completions`, {
			...args,
			model: nameChatModel(source),
		});
	}
	if (provider !== AUTO) return requestAtProvider(source, helper);
	// An endpoint serves one unnamed model; other tasks have a different format at each provider.
	return task === "conversational" && options.endpointUrl ? makeChat(options.endpointUrl, args) : undefined;
}

/** Returns the model id for services with the OpenAI protocol; on the router, with the provider. */
export function nameChatModel(source: RequestSource): string {
	if (!isRoutedChat(source)) return source.providerModel;
	return source.provider === AUTO ? source.model : `${source.model}:${source.provider}`;
}

/** Whether it is a chat that goes to the router's own chat URL. */
function isRoutedChat({ options, provider, task }: RequestSource): boolean {
	return task === "conversational" && !options.endpointUrl && (!options.directRequest || provider === AUTO);
}

function makeChat(url: string, value: Members): RawRequest {
	return { url, scheme: "Bearer", body: { kind: "json", value }, bareBase64: false };
}

/** Returns the request as the provider's own adapter builds it. */
function requestAtProvider(source: RequestSource, helper: ProviderHelper): RawRequest {
	const { args, mapping, options, providerModel: model, task } = source;
	const endpoint = options.endpointUrl || undefined;
	const { provider } = helper;
	const adapter = (endpoint && provider.atEndpoint?.(task, endpoint, options.wire)) || helper.adapter;
	const auth = authMethod(provider, trialToken(options), undefined);
	const call = { task, args, model, endpoint, auth, mapping };
	const { body, scheme, url } = outlineRequest(call, adapter, provider, { routerUrl: options.routerUrl });
	const file = findFile(args);
	// A body that is a file has no room for parameters.
	const isBody = adapter.file === "body" && args.inputs === file && !args.parameters;
	return {
		url: endpoint ? endpointUrl(source, endpoint) : url,
		scheme,
		body: file && isBody ? { kind: "file", file } : readBody(body, file, adapter.copies),
		bareBase64: (adapter.file ?? "data-url") !== "data-url",
	};
}

/** The prefix decides whether the call is routed; the token is never printed. */
function trialToken({ accessToken, directRequest }: InferenceSnippetOptions): string {
	return accessToken || (directRequest ? "not_hf_token_placeholder" : "hf_token_placeholder");
}

/** An endpoint replaces any provider; its URLs follow the rules of Hugging Face's own service. */
function endpointUrl({ options, providerModel: model, task }: RequestSource, endpoint: string): string {
	const { provider } = getProviderHelper("hf-inference", "conversational");
	const adapter = provider.atEndpoint?.(task, endpoint, options.wire) ?? provider.tasks[task];
	return adapter?.route({ task, args: {}, model, endpoint, auth: "none" }) || endpoint;
}

function readBody(
	body: RequestOutline["body"],
	file: FileInput | undefined,
	copies: readonly string[] | undefined,
): RawBody {
	if (body.kind === "json") {
		const value = body.value as Members;
		return { kind: "json", value: copies ? (withoutCopies(value, copies) as Members) : value };
	}
	const fields = [...body.form].map(([name, value]) => {
		// A form keeps a copy of the file.
		const isFile = typeof value !== "string" && file;
		return [name, isFile ? file : String(value)] as const;
	});
	return { kind: "form", fields };
}

/** Returns the payload without the members that repeat the file. */
function withoutCopies(value: Value | undefined, copies: readonly string[]): Value | undefined {
	if (!isMembers(value)) return value;
	const members = Object.entries(value).filter(([name, member]) => !(copies.includes(name) && findFile(member)));
	return Object.fromEntries(members.map(([name, member]) => [name, withoutCopies(member, copies)]));
}

export function findFile(value: Value | undefined): FileInput | undefined {
	if (value instanceof FileInput) return value;
	const inner = Array.isArray(value) ? (value as Value[]) : isMembers(value) ? Object.values(value) : [];
	for (const entry of inner) {
		const file = findFile(entry);
		if (file) return file;
	}
	return undefined;
}

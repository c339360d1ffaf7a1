import { InferenceClientInputError } from "../../errors.ts";
import {
	AUTO,
	getProviderHelper,
	type InferenceProviderMappingEntry,
	type InferenceTask,
	makeRequestOptionsFromResolvedModel,
	type ProviderHelper,
	ROUTER_URL,
} from "../../inference/index.ts";
import type { SnippetArgs } from "./args.ts";
import type { InferenceSnippetOptions } from "./options.ts";
import type { Template } from "./templates.ts";
import { FileInput, isMembers, type Members, type Value } from "./values.ts";

/** What a request carries. */
export type RawBody =
	| { kind: "json"; value: Members }
	| { kind: "file"; file: FileInput }
	| { kind: "form"; fields: readonly (readonly [name: string, value: string | FileInput])[] };

/** The request a raw snippet sends: POST, always. */
export interface RawRequest {
	url: string;
	/** Authorization scheme, such as `Bearer`. */
	scheme: string;
	body: RawBody;
	/** Whether a file in a JSON body is bare base64; else it is a data URL. */
	bareBase64: boolean;
}

/** What a request is made from. */
export interface RequestSource {
	task: InferenceTask;
	template: Template;
	model: string;
	provider: string;
	/** The provider's id of the model. */
	providerModel: string;
	mapping: InferenceProviderMappingEntry | undefined;
	args: SnippetArgs;
	options: InferenceSnippetOptions;
}

const CHAT_ROUTE = "/v1/chat/completions";

/** Stands for the file while the body is made: wires take texts where `encode` would put the encoded file. */
const FILE_MARK = "\u0000file\u0000";

/** Providers whose wires take a file as bare base64. */
const BARE_BASE64 = ["hf-inference", "wavespeed"];

/** Provider → members of image bodies that repeat the image for the sake of some models. */
const REPEATED: Readonly<Record<string, readonly string[]>> = {
	"fal-ai": ["image_urls"],
	replicate: ["image", "images", "input_images"],
};

/** The request of a snippet; undefined when only a client library can know it. */
export function makeRawRequest(source: RequestSource, helper: ProviderHelper): RawRequest | undefined {
	const { args, options, provider } = source;
	checkEndpoint(options.endpointUrl);
	if (provider === AUTO) return makeAutoRequest(source);
	const trial = makeTrial(source, helper, trialToken(options));
	const request: RawRequest = {
		url: options.endpointUrl ? endpointUrl(source) : trial.url,
		scheme: trial.info.headers["Authorization"]?.split(" ")[0] ?? "Bearer",
		body: readBody(source, trial.info.body ?? ""),
		bareBase64: BARE_BASE64.includes(provider),
	};
	return isRoutedChat(source) ? makeChat(routerChatUrl(options), { ...args, model: nameChatModel(source) }) : request;
}

/** The model as the services that speak the OpenAI protocol want it; on the router, with the provider. */
export function nameChatModel(source: RequestSource): string {
	if (!isRoutedChat(source)) return source.providerModel;
	return source.provider === AUTO ? source.model : `${source.model}:${source.provider}`;
}

/** Whether it is a chat that goes to the router's own address. */
function isRoutedChat({ options, provider, task }: RequestSource): boolean {
	return task === "conversational" && !options.endpointUrl && (!options.directRequest || provider === AUTO);
}

/** With `auto` there is no wire to ask: only a chat is the same everywhere. An endpoint serves one model, unnamed. */
function makeAutoRequest(source: RequestSource): RawRequest | undefined {
	const { args, options, task } = source;
	if (task !== "conversational") return undefined;
	return options.endpointUrl
		? makeChat(options.endpointUrl, args)
		: makeChat(routerChatUrl(options), { ...args, model: nameChatModel(source) });
}

function makeChat(url: string, value: Members): RawRequest {
	return { url, scheme: "Bearer", body: { kind: "json", value }, bareBase64: false };
}

function routerChatUrl({ routerUrl = ROUTER_URL }: InferenceSnippetOptions): string {
	return routerUrl.replace(/\/+$/, "") + CHAT_ROUTE;
}

/** Decides, by its beginning, whether the call is routed; never printed. */
function trialToken({ accessToken, directRequest }: InferenceSnippetOptions): string {
	return accessToken || (directRequest ? "not_hf_token_placeholder" : "hf_token_placeholder");
}

function makeTrial(
	{ args, mapping, options, provider, providerModel, task }: RequestSource,
	helper: ProviderHelper,
	accessToken: string,
) {
	const marked = findFile(args) ? (mapFiles(args, () => FILE_MARK) as SnippetArgs) : args;
	// The only wire whose `encode` names the argument anew.
	const isRenamed = provider === "fal-ai" && task === "automatic-speech-recognition";
	const { inputs, ...others } = marked;
	return makeRequestOptionsFromResolvedModel(
		providerModel,
		helper,
		{
			...(isRenamed ? { ...others, audio_url: inputs } : marked),
			accessToken,
			endpointUrl: options.endpointUrl,
		},
		mapping,
		{ routerUrl: options.routerUrl },
	);
}

/** An endpoint takes the place of any provider; its chat address follows the rules of the hub's own service. */
function endpointUrl({ options, providerModel, task }: RequestSource): string {
	const endpoint = options.endpointUrl ?? "";
	if (task !== "conversational") return endpoint;
	const helper = getProviderHelper("hf-inference", task);
	return makeRequestOptionsFromResolvedModel(providerModel, helper, { endpointUrl: endpoint }).url;
}

function checkEndpoint(endpoint: string | undefined): void {
	if (!endpoint || /^https?:\/\//.test(endpoint)) return;
	throw new InferenceClientInputError(`endpointUrl must start with http:// or https://, got "${endpoint}".`);
}

function readBody({ args, provider, template }: RequestSource, body: BodyInit): RawBody {
	const file = findFile(args);
	const isAboutFile = template === "basicAudio" || template === "basicImage";
	// The library sends some of these in another form, but the service takes bytes for all. Parameters need JSON.
	if (file && isAboutFile && provider === "hf-inference" && !args.parameters) return { kind: "file", file };
	const restore = (value: string): string | FileInput => (file && value === FILE_MARK ? file : value);
	if (typeof body !== "string") {
		const fields = [...(body as FormData)].map(([name, value]) => [name, restore(String(value))] as const);
		return { kind: "form", fields };
	}
	const value = JSON.parse(body) as Members;
	if (!file) return { kind: "json", value };
	const isAboutImage = template === "imageToImage" || template === "imageToVideo";
	const repeated = isAboutImage && Object.hasOwn(REPEATED, provider) ? REPEATED[provider] : undefined;
	return { kind: "json", value: restoreFiles(value, restore, repeated ?? []) as Members };
}

function restoreFiles(value: Value, restore: (value: string) => Value, repeated: readonly string[]): Value {
	if (typeof value === "string") return restore(value);
	if (Array.isArray(value)) return value.map((entry: Value) => restoreFiles(entry, restore, repeated));
	if (!isMembers(value)) return value;
	return Object.fromEntries(
		Object.entries(value)
			.map(([name, member]) => [name, restoreFiles(member, restore, repeated)] as const)
			.filter(([name, member]) => !repeated.includes(name) || !findFile(member)),
	);
}

function mapFiles(value: Value, map: (file: FileInput) => Value): Value {
	if (value instanceof FileInput) return map(value);
	if (Array.isArray(value)) return value.map((entry: Value) => mapFiles(entry, map));
	if (!isMembers(value)) return value;
	return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapFiles(member, map)]));
}

/** The file among the values, if there is one. */
export function findFile(value: Value): FileInput | undefined {
	if (value instanceof FileInput) return value;
	const inner = Array.isArray(value) ? (value as Value[]) : isMembers(value) ? Object.values(value) : [];
	for (const entry of inner) {
		const file = findFile(entry);
		if (file) return file;
	}
	return undefined;
}

import { type Answers, answer } from "./answers.ts";
import { type Case, casesOf } from "./cases.ts";
import type { ExpectedRequest, Mapping, Members, WireFixture } from "./format.ts";
import { cook, members, readFile } from "./recipe.ts";

/** A provider in `providers.json`. */
interface ProviderRecord {
	baseUrl: string;
	routedBaseUrl: string;
	closedSource: boolean;
	/** The first release of the reference that has it; `none`: no release has, and nothing of it is compared. */
	since: string;
	removedIn?: string;
	auth: { direct: string };
	headers?: Record<string, string>;
	tasks: Record<string, TaskRecord>;
}

interface TaskRecord {
	status: "same" | "fix" | "ext" | "alt";
	route: string;
	routeWhenModelHasColon?: string;
	directBaseUrl?: string;
	routedQuery?: string;
	directNoImage?: string;
	bodyKind: string;
	body: string;
	bodyNoImage?: string;
	/** How the later release of the reference behaves. */
	reference?: { later?: Partial<TaskRecord> };
}

/** Pairs that follow the later release although it fixes no defect. */
const LATER = ["fal-ai text-to-image", "hf-inference text-generation"];

export type Registry = Record<string, ProviderRecord>;

const CHAT_PROMPT =
	'messages=[{content:inputs,role:"user"}] + max_tokens=P.max_new_tokens + P-{max_new_tokens} + rest + model=M';
const FLAT = "model=M + args + max_tokens?=P.max_new_tokens + P-{max_new_tokens} + args + model=M + prompt=inputs";
const EMBEDDINGS = "rest + P + input=inputs + model=M";

/** Recipes that improve on the registry's; the second table of the specification's defects. */
const IMPROVED: Record<string, string> = {
	"groq text-generation": CHAT_PROMPT,
	"novita text-generation": CHAT_PROMPT,
	"nebius text-generation": FLAT,
	"scaleway text-generation": FLAT,
	"together text-generation": FLAT,
	"nebius feature-extraction": EMBEDDINGS,
	"scaleway feature-extraction": EMBEDDINGS,
	"novita text-to-video": "rest + P-{num_inference_steps} + steps?=P.num_inference_steps + prompt=inputs",
};

/** Returns every fixture of the registry, by its path below `test/fixtures/wire`. */
export function generateFixtures(registry: Registry): Map<string, WireFixture> {
	const fixtures = new Map<string, WireFixture>();
	for (const [provider, record] of Object.entries(registry)) {
		for (const [task, listed] of Object.entries(record.tasks)) {
			const later = LATER.includes(`${provider} ${task}`) ? listed.reference?.later : undefined;
			const wire: TaskRecord = later ? { ...listed, ...later, status: "ext" } : listed;
			for (const item of casesOf(provider, task)) {
				fixtures.set(`${provider}/${task}.${item.name}.json`, buildFixture(provider, record, task, wire, item));
			}
		}
	}
	return fixtures;
}

function buildFixture(
	provider: string,
	record: ProviderRecord,
	task: string,
	wire: TaskRecord,
	item: Case,
): WireFixture {
	const { token = "hf_x", options = {}, stream = false, deviation } = item;
	const routed = provider === "hf-inference" || !token || token.startsWith("hf_");
	const modelId = record.closedSource ? `${provider}/resolved-id` : "org/model";
	const mapping: Mapping = { providerId: "pm/resolved-id", task, status: "live", ...item.mapping };
	const model = record.closedSource ? "resolved-id" : mapping.providerId;
	const args: Members = { accessToken: token, provider, model: modelId, ...item.args };
	const sent = stream ? { ...item.args, stream: true } : item.args;
	const request = buildRequest(provider, record, task, wire, { sent, token, routed, model, mapping, modelId, options });
	const answers: Answers = answer({
		provider,
		task,
		url: request.url,
		routed: routed && provider !== "openai",
		headers: request.headers,
		outputType: options["outputType"] as string | undefined,
		inputs: item.args["inputs"],
		stream,
	});
	const reference = item.reference ?? referenceOf(record, wire, deviation);
	return {
		provider,
		task,
		reference,
		...(deviation ? { deviation } : {}),
		args,
		...(Object.keys(options).length > 0 ? { options } : {}),
		...(record.closedSource ? {} : { mapping }),
		...(stream ? { stream } : {}),
		requests: [request, ...answers.follow],
		replies: answers.replies,
		result: answers.result,
	};
}

function referenceOf(
	record: ProviderRecord,
	wire: TaskRecord,
	deviation: string | undefined,
): WireFixture["reference"] {
	if (deviation || record.since === "none") return "none";
	if (wire.status === "same" || wire.status === "alt") return "early";
	return record.removedIn ? "none" : "late";
}

interface Sent {
	sent: Members;
	token: string;
	routed: boolean;
	model: string;
	modelId: string;
	mapping: Mapping;
	options: Members;
}

function buildRequest(
	provider: string,
	record: ProviderRecord,
	task: string,
	wire: TaskRecord,
	{ sent: given, token, routed, model, modelId, mapping, options }: Sent,
): ExpectedRequest {
	const sent = decodeAddresses(given);
	const hasImage = sent["inputs"] !== undefined || sent["data"] !== undefined;
	const base = routed ? record.routedBaseUrl : (wire.directBaseUrl ?? record.baseUrl);
	const route = model.includes(":") && wire.routeWhenModelHasColon ? wire.routeWhenModelHasColon : wire.route;
	let url = `${base}/${route.replace("{model}", model)}`;
	if (routed && wire.routedQuery) url += `?${wire.routedQuery}`;
	if (!routed && wire.directNoImage && !hasImage) url = dropLastSegment(url);

	const isBinary =
		wire.bodyKind === "binary" ? !sent["parameters"] : wire.bodyKind.startsWith("binary if") && !sent["parameters"];
	const isForm = wire.bodyKind === "form-data";
	const recipe = chooseRecipe(`${provider} ${task}`, wire, hasImage);
	const body = isBinary
		? { raw: sent["data"] ?? sent["inputs"] }
		: isForm
			? { form: buildForm(recipe, sent, model) }
			: {
					json: cook(recipe, {
						args: sent,
						model,
						mapping: { ...mapping, hfModelId: modelId },
						outputType: options["outputType"] as string | undefined,
					}),
				};
	const scheme = routed ? "Bearer" : (record.auth.direct.split(" ")[0] ?? "Bearer");
	const credentials = options["includeCredentials"];
	return {
		method: "POST",
		url,
		headers: {
			...(token ? { Authorization: `${scheme} ${token}` } : {}),
			...(isBinary || isForm ? {} : { "Content-Type": "application/json" }),
			...record.headers,
			...(options["billTo"] ? { "X-HF-Bill-To": String(options["billTo"]) } : {}),
		},
		body,
		...(credentials ? { credentials: String(credentials) } : {}),
	};
}

function dropLastSegment(address: string): string {
	const url = new URL(address);
	url.pathname = url.pathname.slice(0, url.pathname.lastIndexOf("/"));
	return url.href;
}

function chooseRecipe(pair: string, wire: TaskRecord, hasImage: boolean): string {
	if (!hasImage && wire.bodyNoImage) return wire.bodyNoImage;
	// Parameters beside raw bytes: the form other tasks of the service use.
	if (wire.bodyKind === "binary") return "args-{data} + inputs=B64";
	return IMPROVED[pair] ?? wire.body;
}

function buildForm(recipe: string, sent: Members, model: string): [string, unknown][] {
	const mapping = { providerId: model, task: "", hfModelId: "" };
	const { file: _file, ...fields } = cook(recipe, { args: sent, model, mapping });
	const file = members(sent["data"] ?? sent["inputs"]);
	const base64 = file["$blob"] ?? file["$bytes"] ?? file["$view"];
	const type = String(file["type"] ?? "");
	return [
		["file", { $blob: base64, type, name: `audio.${extensionOf(type)}` }],
		...Object.entries(fields).map(([name, value]): [string, unknown] => [
			name,
			typeof value === "object" ? JSON.stringify(value) : String(value),
		]),
	];
}

const EXTENSIONS: [RegExp, string][] = [
	[/^audio\/(mpeg|mp3)$/, "mp3"],
	[/^audio\/mp4$/, "mp4"],
	[/^audio\/(x-)?m4a$/, "m4a"],
	[/^audio\/(x-)?flac$/, "flac"],
	[/^audio\/ogg$/, "ogg"],
	[/^audio\/webm$/, "webm"],
];

function extensionOf(type: string): string {
	const essence = type.split(";")[0] ?? "";
	return EXTENSIONS.find(([pattern]) => pattern.test(essence))?.[1] ?? "wav";
}

/** Returns arguments with data URLs replaced by files. */
function decodeAddresses(args: Members): Members {
	const text = args["inputs"];
	const [, type, base64] = /^data:([^;]+);base64,(.*)$/.exec(typeof text === "string" ? text : "") ?? [];
	if (base64 !== undefined) return { ...args, inputs: { $blob: base64, type } };
	const file = members(args["inputs"]);
	return readFile(file) && "$view" in file ? { ...args, inputs: { $bytes: file["$view"] } } : args;
}

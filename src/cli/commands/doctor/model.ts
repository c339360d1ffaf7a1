import { readMember } from "../../../base/json.ts";
import { InferenceClientHubApiError } from "../../../errors.ts";
import { fetchMapping, fetchModel, HUB_URL, whoami } from "../../../hub/index.ts";
import { findProvider } from "../../../inference/registry.ts";
import { type Config, readConfig } from "../../config/settings.ts";
import { searchToken } from "../../config/token.ts";
import type { Context } from "../../context.ts";
import { describeError } from "../../errors/report.ts";
import type { HubConnection } from "../../network/hub.ts";
import { sanitize } from "../../terminal/sanitize.ts";
import { type Check, fail, ok, warn } from "./local.ts";

const TOKENS = "https://huggingface.co/settings/tokens";
/** Permission that a fine-grained token needs to call providers. */
const CALL_RIGHT = "inference.serverless.write";

/** Checks step by step whether a model can be called; the steps after a failed one are skipped. */
export async function* examineModel(
	id: string,
	{ hub, token }: HubConnection,
	context: Context,
	config: Config = readConfig(context),
): AsyncGenerator<Check, void, undefined> {
	const page = `${(hub.hubUrl ?? HUB_URL).replace(/\/+$/, "")}/${id}`;
	const found = await attempt(context, async () => {
		const record = await fetchModel(id, hub, ["gated", "private", "pipeline_tag", "inferenceProviderMapping"]);
		return {
			record,
			check: ok(
				"model",
				`${record.id} is on the hub${record.pipeline_tag ? `, for ${sanitize(record.pipeline_tag)}` : ""}`,
			),
		};
	});
	if (!("record" in found)) {
		yield describeMissing(id, page, found, token !== undefined);
		return;
	}
	const { record } = found;
	yield found.check;
	yield await checkAccess(record.gated, page, { hub, token }, context);
	const providers = await attempt(context, async () => ({ mapping: await fetchMapping(id, hub) }));
	const mapping = "mapping" in providers ? providers.mapping : [];
	yield "mapping" in providers ? checkProviders(id, mapping) : describeFailure("providers", providers.error, context);
	const key = token ? undefined : findOwnKey(mapping, context, config);
	if (key) {
		yield key;
		return;
	}
	const right = await attempt(context, async () => ({ check: await checkRight({ hub, token }) }));
	yield "check" in right ? right.check : describeFailure("token", right.error, context);
}

async function attempt<Result extends object>(
	{ signal }: Context,
	work: () => Promise<Result>,
): Promise<Result | { error: unknown }> {
	try {
		return await work();
	} catch (error) {
		if (signal.aborted) throw error;
		return { error };
	}
}

function statusOf(error: unknown): number | undefined {
	return error instanceof InferenceClientHubApiError ? error.httpResponse.status : undefined;
}

function describeFailure(name: string, error: unknown, context: Context): Check {
	const { message, hint } = describeError(error, context);
	return fail(name, message, hint);
}

function describeMissing(id: string, page: string, { error }: { error: unknown }, hasToken: boolean): Check {
	const status = statusOf(error);
	if (status === 403) return fail("access", `${id} is gated, and access is not granted`, `Ask for access at ${page}`);
	if (status === 404 || (status === 401 && hasToken)) {
		const word = id.split("/").at(-1) ?? id;
		return fail("model", `${id} is not on the hub, or is private`, `Check the id: hub models ${word}`);
	}
	if (status === 401) {
		return fail("model", `${id} is not on the hub, or needs a token`, `Check the id, or log in: hub login (${TOKENS})`);
	}
	const message = error instanceof Error ? error.message : String(error);
	return fail("model", `the hub could not be reached: ${message}`, "Run hub doctor to see what is wrong.");
}

async function checkAccess(
	gated: false | "auto" | "manual" | undefined,
	page: string,
	{ hub, token }: Pick<HubConnection, "hub" | "token">,
	{ signal }: Context,
): Promise<Check> {
	if (!gated) return ok("access", "open to everyone");
	const advice = `Ask for access at ${page}`;
	if (!token) return fail("access", "gated, and there is no token", `${advice}, then hub login`);
	const { fetch = globalThis.fetch } = hub;
	const url = `${page.replace(/\/([^/]+\/[^/]+)$/, "/api/models/$1")}/auth-check`;
	try {
		const response = await fetch(url, { headers: { Authorization: `Bearer ${token.value}` }, signal });
		await response.body?.cancel();
		if (response.ok) return ok("access", "gated; access is granted");
		if (response.status === 403 || response.status === 401)
			return fail("access", "gated, and access is not granted", advice);
	} catch (error) {
		if (signal.aborted) throw error;
	}
	return warn("access", "gated; whether access is granted could not be checked", advice);
}

function checkProviders(id: string, mapping: readonly { provider: string; status: string }[]): Check {
	const known = mapping.filter(({ provider }) => findProvider(provider));
	const live = known.filter(({ status }) => status === "live");
	const names = (entries: readonly { provider: string }[]): string =>
		[...new Set(entries.map(({ provider }) => provider))].join(", ");
	if (live.length > 0) return ok("provider", `served by ${names(live)}`);
	if (known.length > 0) {
		return fail(
			"provider",
			`no provider serves it now: ${names(known)} ${known.length === 1 ? "is" : "are"} not live`,
			"Try again later.",
		);
	}
	return fail(
		"provider",
		"no provider serves it",
		`Choose another model, or run it yourself: hub snippet ${id} shows how, and --endpoint calls it.`,
	);
}

/** Without a hub token, a provider that serves the model can be called with its own key. */
function findOwnKey(
	mapping: readonly { provider: string; status: string }[],
	context: Context,
	config: Config,
): Check | undefined {
	for (const { provider, status } of mapping) {
		if (status !== "live" || !findProvider(provider)) continue;
		const key = searchToken({ given: undefined, provider, ownKeyOnly: true }, context, config);
		if (key) return ok("token", `${provider}'s own key, from ${key.source}: call the model with -p ${provider}`);
	}
	return undefined;
}

/** Checks whether the token may call providers. */
async function checkRight({ hub, token }: Pick<HubConnection, "hub" | "token">): Promise<Check> {
	if (!token) return fail("token", "none: no model can be run", `Run hub login, or set HF_TOKEN (${TOKENS}).`);
	if (!token.value.startsWith("hf_")) return ok("token", `a provider's own key, from ${token.source}`);
	let account: unknown;
	try {
		account = await whoami(hub);
	} catch (error) {
		if (statusOf(error) !== 401) throw error;
		return fail(
			"token",
			`the hub does not recognize the token from ${token.source}`,
			"Run hub login to store another.",
		);
	}
	const access = readMember(readMember(account, "auth"), "accessToken");
	const rights = readMember(access, "fineGrained");
	if (readMember(access, "role") !== "fineGrained" || JSON.stringify(rights ?? "").includes(CALL_RIGHT)) {
		return ok("token", `may call providers (from ${token.source})`);
	}
	const advice = `Allow "Make calls to Inference Providers" for it at ${TOKENS}, or use another token.`;
	return fail("token", `the token from ${token.source} lacks the right to call providers`, advice);
}

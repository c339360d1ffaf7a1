import { closestWord } from "../catalogue/closest-word.ts";
import { isPolicy, POLICIES } from "../exchange/choose-offer.ts";
import { findProvider, INFERENCE_PROVIDERS } from "../inference/index.ts";
import { splitModelName } from "../inference/model-name.ts";
import { AUTO } from "../inference/providers/router.ts";
import { GatewayError, invalid } from "./errors.ts";
import type { GatewaySettings, NamedKey, Target } from "./types.ts";

/** No part is only dots: in a URL, `Qwen/../org/name` would be a different model than it seems. */
const MODEL_ID = /^(?=\.*[\w-])[\w.-]+(?:\/(?=\.*[\w-])[\w.-]+)+$/;

/** Name of whichever local server has the model. */
export const ANY_LOCAL = "local";

/** Whether the word after the colon of a model is known without settings. */
export const isHosted = (word: string): boolean => word === AUTO || isPolicy(word) || findProvider(word) !== undefined;

/** Returns a model without the suffix that names a provider or a policy. */
export function withoutSuffix(model: string): string {
	return splitModelName(model, isHosted).model;
}

/** Characters of the longest name that a request may give: expressions over untrusted text of megabytes exhaust the stack. */
const MAX_NAME = 500;

/** Local servers have their own names for models: `llama3.2:1b`, `qwen3-8b@q4_k_m`. */
const LOCAL_ID = /^[\x21-\x2b\x2d-\x7e]{1,200}$/;

/**
 * Parses a target of an alias or a request; a returned string is an error message.
 * @param locals names of local servers that it may name
 */
export function parseTarget(text: string, locals: readonly string[] = []): Target | string {
	const { model, suffix, unknown } = splitModelName(text, (word) => isHosted(word) || locals.includes(word));
	if (suffix !== undefined && locals.includes(suffix) && LOCAL_ID.test(model)) {
		return { model, provider: suffix, isLocal: true };
	}
	const id = unknown === undefined ? model : model.slice(0, -unknown.length - 1);
	const isId = MODEL_ID.test(id);
	if (isId && unknown === undefined) {
		if (suffix === undefined || suffix === AUTO) return { model, provider: undefined };
		if (isPolicy(suffix)) return { model: `${model}:${suffix}`, provider: undefined };
		return { model, provider: suffix };
	}
	const named = unknown ?? suffix ?? "";
	const guess = closestWord(named, isId ? [...INFERENCE_PROVIDERS, ...POLICIES, ...locals] : locals);
	if (!isId && !guess) return `"${text}" is not a model id: write ORG/NAME, ORG/NAME:PROVIDER or an alias.`;
	return `Unknown provider "${named}".${guess ? ` Did you mean ${id}:${guess}?` : ""}`;
}

/** Reads the list of targets of an alias. @throws GatewayError that names the alias and what is wrong */
export function parseAlias(name: string, targets: readonly string[], locals: readonly string[] = []): Target[] {
	if (!(name.includes("*") ? /^[\w.*:/@-]+$/ : /^[\w.-]+$/).test(name)) {
		const message = `"${name}" cannot be an alias: use letters, digits, dots, hyphens, underscores, and * for any text.`;
		throw invalid(message, "alias");
	}
	if (targets.length === 0) throw invalid(`The alias ${name} has no target.`, "alias");
	return targets.map((text) => {
		const target = parseTarget(text.trim(), locals);
		if (typeof target === "string") throw invalid(`Alias ${name}: ${target}`, "alias");
		return target;
	});
}

/** Whether a text fits a pattern, in which `*` is any text. Takes time proportional to the text. */
export function fitsPattern(text: string, pattern: string): boolean {
	const [head = "", ...parts] = pattern.split("*");
	const tail = parts.pop();
	if (tail === undefined) return text === pattern;
	if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false;
	let place = head.length;
	for (const part of parts) {
		const found = text.indexOf(part, place);
		if (found < 0) return false;
		place = found + part.length;
	}
	return place <= text.length - tail.length;
}

export type TargetBook = ReturnType<typeof createTargetBook>;

/**
 * Finds the targets of the model that a request names.
 * @param own names of the user's servers, and those of them that are endpoints
 */
export function createTargetBook(
	{ aliases = {}, providers = [] }: GatewaySettings,
	{ names, endpoints }: { names: readonly string[]; endpoints: readonly string[] },
) {
	const parsed = Object.entries(aliases).map(([name, alias]) => {
		const { targets: texts, ...limits } = "targets" in alias ? alias : { targets: alias };
		const targets = parseAlias(name, texts, names);
		const hasLimits = Object.keys(limits).length > 0;
		return [name, hasLimits ? targets.map((target) => ({ ...target, limits })) : targets] as const;
	});
	const whole: ReadonlyMap<string, readonly Target[]> = new Map(parsed.filter(([name]) => !name.includes("*")));
	const patterns = parsed.filter(([name]) => name.includes("*"));
	const aimed = parsed.flatMap(([, targets]) => targets.filter(({ isLocal }) => isLocal));
	const named = new Set([
		...providers.filter((id) => names.includes(id)),
		...aimed.map(({ provider = "" }) => provider),
	]);
	const locals = named.has(ANY_LOCAL) ? names : [...new Set([...named, ...endpoints])];
	const takesAll = patterns.some(([pattern]) => pattern === "*");
	const isOwn = takesAll && parsed.every(([, targets]) => targets.every(({ isLocal }) => isLocal === true));
	/** Returns the alias that matches a name: its own name, which may be a pattern, and its targets. */
	const findAlias = (name: string): readonly [name: string, targets: readonly Target[]] | undefined => {
		const exact = whole.get(name);
		return exact ? [name, exact] : patterns.find(([pattern]) => fitsPattern(name, pattern));
	};
	/** @throws GatewayError 404 for a model that cannot exist */
	const findModel = (model: string, provider: string | undefined): readonly Target[] => {
		const target = parseTarget(provider === undefined ? model : `${model}:${provider}`, locals);
		const isFree = typeof target === "string" || (target.provider === undefined && !target.model.includes(":"));
		if (isFree && provider === undefined) {
			// The names of models on local servers may have any form.
			const targets = providers.map((id) => parseTarget(`${model}:${id}`, locals));
			const suited = targets.filter((candidate) => typeof candidate !== "string");
			if (suited.length > 0) return suited;
		}
		if (typeof target !== "string") return [target];
		throw new GatewayError(404, target, { code: "model_not_found", param: "model", model });
	};
	/**
	 * Returns the targets of the model that a request names, as far as its key may call them. A key must be allowed the name,
	 * and each target, unless it is allowed the alias by the alias's own name.
	 * @throws GatewayError 400 without a model or for a name that is too long, 403 for one that the key may not call, 404 for
	 * one that cannot be
	 */
	const find = (model: unknown, provider: unknown, key: NamedKey | undefined): readonly Target[] => {
		const named = typeof provider === "string" && provider !== "" ? provider : undefined;
		const asked = typeof model === "string" ? model : "";
		const name = named === undefined ? asked : `${asked}:${named}`;
		if (name.length > MAX_NAME) {
			const message = `The name of the model has ${name.length} characters, and a name has at most ${MAX_NAME}.`;
			throw invalid(message, "model");
		}
		if (!fitsKey(name, key)) throw refuseModel(`may not use the model "${name}"`, key);
		if (asked === "") throw invalid("The model is missing.", "model", "missing_model");
		const alias = findAlias(asked);
		const targets = alias?.[1] ?? findModel(asked, named);
		const isGranted = alias !== undefined && key?.models?.includes(alias[0]);
		const allowed = isGranted
			? targets
			: targets.filter((target) => namesOf(target).some((text) => fitsKey(text, key)));
		if (allowed.length === 0) throw refuseModel(`may not use what "${name}" leads to`, key);
		if (alias && named !== undefined && named !== "auto") {
			const message = `"${asked}" is an alias, which has its own targets. Leave out provider, or name a model as ORG/NAME.`;
			throw invalid(message, "provider");
		}
		return allowed;
	};
	return {
		aliases: whole,
		/** Names of endpoints, and of the local servers that aliases or `providers` name; clients may call no others. */
		locals,
		/** Whether every name leads to the user's own servers: nothing is asked of others then, not even for a list. */
		isOwn,
		hasAlias: (name: string): boolean => findAlias(name) !== undefined,
		find,
		/** Whether a request with this key may name a model. */
		mayCall(model: string, key: NamedKey | undefined): boolean {
			if (!key?.models) return true;
			// Most names of a long list do not fit; an error for each would cost more.
			if (!fitsKey(model, key)) return false;
			try {
				return find(model, undefined, key).length > 0;
			} catch {
				return false;
			}
		},
	};
}

/** Whether a key may use a model or alias of this name. */
function fitsKey(text: string, key: NamedKey | undefined): boolean {
	return key?.models?.some((pattern) => fitsPattern(text, pattern)) ?? true;
}

/** How the models of a key may name a target: with its provider and without. */
function namesOf({ model, provider, isLocal }: Target): readonly string[] {
	const bare = isLocal ? model : withoutSuffix(model);
	return [bare, provider === undefined ? model : `${model}:${provider}`];
}

function refuseModel(what: string, key: NamedKey | undefined): GatewayError {
	const message = `The key of ${key?.name} ${what}. It may use ${key?.models?.join(", ")}.`;
	return new GatewayError(403, message, { code: "model_not_allowed", param: "model" });
}

import { closestWord } from "../catalogue/index.ts";
import { isPolicy, POLICIES } from "../exchange/choose-offer.ts";
import { findProvider, INFERENCE_PROVIDERS } from "../inference/index.ts";
import { splitModelName } from "../inference/model-name.ts";
import { AUTO } from "../inference/router.ts";
import { GatewayError, invalid } from "./errors.ts";
import type { GatewayOptions, Target } from "./types.ts";

const MODEL_ID = /^[\w.-]+(?:\/[\w.-]+)+$/;

/** Name of whichever local server has the model. */
const ANY_LOCAL = "local";

const isHosted = (word: string): boolean => word === AUTO || isPolicy(word) || findProvider(word) !== undefined;

/** Returns a model without the suffix that names a provider or a policy. */
export function withoutSuffix(model: string): string {
	return splitModelName(model, isHosted).model;
}

/** Local servers have names of their own for models: `llama3.2:1b`, `qwen3-8b@q4_k_m`. */
const LOCAL_ID = /^[\x21-\x2b\x2d-\x7e]{1,200}$/;

/**
 * Reads a target as aliases and requests name it; a returned string is an error message.
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

/** Finds the targets of the model that a request names. */
export function createTargetBook({ aliases = {}, providers = [], local }: GatewayOptions) {
	const names = local?.names ?? [];
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
	const locals = named.has(ANY_LOCAL) ? names : [...named];
	const findAlias = (name: string): readonly Target[] | undefined =>
		whole.get(name) ?? patterns.find(([pattern]) => fitsPattern(name, pattern))?.[1];
	return {
		aliases: whole,
		/** Names of the local servers that aliases or `providers` name; clients may call no others. */
		locals,
		findAlias,
		/** @throws GatewayError 400 without a model, 404 for one that cannot be */
		find(model: unknown, provider: unknown): readonly Target[] {
			if (typeof model !== "string" || model === "") throw invalid("The model is missing.", "model", "missing_model");
			const alias = findAlias(model);
			if (alias) return alias;
			const isNamed = typeof provider === "string" && provider !== "";
			const target = parseTarget(isNamed ? `${model}:${provider}` : model, locals);
			const isFree = typeof target === "string" || (target.provider === undefined && !target.model.includes(":"));
			if (isFree && !isNamed) {
				// The names of models on local servers may have any form.
				const targets = providers.map((id) => parseTarget(`${model}:${id}`, locals));
				const suited = targets.filter((candidate) => typeof candidate !== "string");
				if (suited.length > 0) return suited;
			}
			if (typeof target !== "string") return [target];
			throw new GatewayError(404, target, { code: "model_not_found", param: "model", model });
		},
	};
}

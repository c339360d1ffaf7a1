import { closestWord } from "../catalogue/index.ts";
import { findProvider, INFERENCE_PROVIDERS } from "../inference/index.ts";
import { GatewayError, invalid } from "./errors.ts";
import type { Target } from "./types.ts";

/** Suffixes by which the router chooses a provider. */
const POLICIES: readonly string[] = ["fastest", "cheapest", "preferred"];

const MODEL_ID = /^[\w.-]+(?:\/[\w.-]+)+$/;

/** Reads a target as aliases and requests name it; a returned string is an error message. */
export function parseTarget(text: string): Target | string {
	const colon = text.lastIndexOf(":");
	const suffix = colon < 0 ? undefined : text.slice(colon + 1);
	const model = colon < 0 ? text : text.slice(0, colon);
	if (!MODEL_ID.test(model)) return `"${text}" is not a model id: write ORG/NAME, ORG/NAME:PROVIDER or an alias.`;
	if (suffix === undefined || suffix === "auto") return { model, provider: undefined };
	if (POLICIES.includes(suffix)) return { model: `${model}:${suffix}`, provider: undefined };
	if (findProvider(suffix)) return { model, provider: suffix };
	const guess = closestWord(suffix, [...INFERENCE_PROVIDERS, ...POLICIES]);
	return `Unknown provider "${suffix}".${guess ? ` Did you mean ${model}:${guess}?` : ""}`;
}

/** Reads the list of targets of an alias. @throws GatewayError that names the alias and what is wrong */
export function parseAlias(name: string, targets: readonly string[]): Target[] {
	if (!(name.includes("*") ? /^[\w.*:/@-]+$/ : /^[\w.-]+$/).test(name)) {
		const message = `"${name}" cannot be an alias: use letters, digits, dots, hyphens, underscores, and * for any text.`;
		throw invalid(message, "alias");
	}
	if (targets.length === 0) throw invalid(`The alias ${name} has no target.`, "alias");
	return targets.map((text) => {
		const target = parseTarget(text.trim());
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
export class TargetBook {
	readonly aliases: ReadonlyMap<string, readonly Target[]>;
	/** Aliases with `*` in their names, in order. */
	private readonly patterns: readonly (readonly [pattern: string, targets: readonly Target[]])[];
	private readonly providers: readonly string[];

	constructor(aliases: Readonly<Record<string, readonly string[]>>, providers: readonly string[]) {
		const parsed = Object.entries(aliases).map(([name, targets]) => [name, parseAlias(name, targets)] as const);
		this.aliases = new Map(parsed.filter(([name]) => !name.includes("*")));
		this.patterns = parsed.filter(([name]) => name.includes("*"));
		this.providers = providers;
	}

	/** @throws GatewayError 400 without a model, 404 for one that cannot be */
	find(model: unknown, provider: unknown): readonly Target[] {
		if (typeof model !== "string" || model === "") throw invalid("The model is missing.", "model", "missing_model");
		const alias = this.aliases.get(model) ?? this.patterns.find(([pattern]) => fitsPattern(model, pattern))?.[1];
		if (alias) return alias;
		const target = parseTarget(typeof provider === "string" && provider !== "" ? `${model}:${provider}` : model);
		if (typeof target === "string") {
			throw new GatewayError(404, target, { code: "model_not_found", param: "model", model });
		}
		const isFree = target.provider === undefined && !target.model.includes(":");
		if (!isFree || this.providers.length === 0) return [target];
		return this.providers.map((id) => ({ model: target.model, provider: id === "auto" ? undefined : id }));
	}
}

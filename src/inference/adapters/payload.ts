import type { Args, Call } from "../types.ts";

/** Returns the object without some members, and without undefined ones: they would hide what precedes them in a body. */
export function omit(source: object | undefined, ...names: string[]): Record<string, unknown> {
	const members = Object.entries(source ?? {});
	return Object.fromEntries(members.filter(([name, value]) => value !== undefined && !names.includes(name)));
}

/** Returns the other arguments, without `inputs` and `parameters`. */
export function rest(args: Args): Record<string, unknown> {
	return omit(args, "inputs", "parameters");
}

/** Returns the other arguments, with the members of `parameters` among them. */
export function flat(args: Args): Record<string, unknown> {
	return { ...omit(args, "inputs", "parameters"), ...args.parameters };
}

/** Returns how many results the inputs of a call have: one each in a list of texts, or of lists of token ids; undefined if unknown. */
export function countInputs(inputs: unknown): number | undefined {
	if (inputs === undefined || inputs === null) return undefined;
	const isList = Array.isArray(inputs) && !(inputs.length > 0 && inputs.every((item) => typeof item === "number"));
	return isList ? inputs.length : 1;
}

/** `{...parameters, prompt}` */
export function promptPayload({ args }: Call): Record<string, unknown> {
	return { ...flat(args), prompt: args.inputs };
}

/** Returns the generation parameters under the names of completion APIs: `max_new_tokens` becomes `max_tokens`. */
export function completionParameters(args: Args): Record<string, unknown> {
	if (!args.parameters) return {};
	return { max_tokens: args.parameters["max_new_tokens"], ...omit(args.parameters, "max_new_tokens") };
}

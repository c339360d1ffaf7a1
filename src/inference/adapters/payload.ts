import type { Args, Call } from "../types.ts";

/**
 * Returns the object without some of its members, and without those that are absent: they must not hide what a body has
 * before them.
 */
export function omit(
	source: Readonly<Record<string, unknown>> | undefined,
	...names: string[]
): Record<string, unknown> {
	const members = Object.entries(source ?? {});
	return Object.fromEntries(members.filter(([name, value]) => value !== undefined && !names.includes(name)));
}

/** Returns the arguments without `inputs` and `parameters`: what else the caller passed. */
export function rest(args: Args, ...names: string[]): Record<string, unknown> {
	return omit(args, "inputs", "parameters", ...names);
}

/** `rest` with the members of `parameters` beside it. */
export function flat(args: Args): Record<string, unknown> {
	return { ...omit(args, "inputs", "parameters"), ...args.parameters };
}

/** `{...parameters, prompt}` */
export function promptPayload({ args }: Call): Record<string, unknown> {
	return { ...flat(args), prompt: args.inputs };
}

/** Returns the generation parameters in the words of completion APIs: `max_new_tokens` becomes `max_tokens`. */
export function completionParameters(args: Args): Record<string, unknown> {
	if (!args.parameters) return {};
	return { max_tokens: args.parameters["max_new_tokens"], ...omit(args.parameters, "max_new_tokens") };
}

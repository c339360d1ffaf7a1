import { InvalidArgumentError, Option } from "@commander-js/extra-typings";
import type { InferenceTask } from "../../catalogue/ids.ts";
import type { AnyOption, ValuesOf } from "./option-values.ts";
import { integer, number, repeated } from "./parsers.ts";

/** @param field its name in requests; of text generation, whose names may differ, too */
const row = <const One extends AnyOption>(option: One, field: string, fieldOfGeneration = field) => ({
	option,
	field,
	fieldOfGeneration,
});

/** How a model chooses words: what `hub snippet` can show. */
export const SAMPLING = [
	row(
		new Option("--temperature <t>", "randomness: 0 picks the likeliest words").argParser(number("the temperature", 0)),
		"temperature",
	),
	row(
		new Option("--max-tokens <n>", "maximum length of the answer, in tokens").argParser(integer("the tokens", 1)),
		"max_tokens",
		"max_new_tokens",
	),
	row(
		new Option("--top-p <p>", "choose among the likeliest words that make up this share").argParser(
			number("the share", 0),
		),
		"top_p",
	),
] as const;

/** Further parameters of the same kind. */
export const TUNING = [
	row(new Option("--stop <text>", "end the answer before this text (repeatable)").argParser(repeated), "stop"),
	row(
		new Option("--seed <n>", "same seed, same answer, if the provider supports it").argParser(integer("the seed")),
		"seed",
	),
] as const;

/** The generation parameters that have a flag: the flag, its fields in requests, and its parser. */
export const SAMPLING_PARAMETERS = [...SAMPLING, ...TUNING] as const;

type OptionsOf<Rows extends readonly { option: AnyOption }[]> = { [Index in keyof Rows]: Rows[Index]["option"] };

export function optionsOf<const Rows extends readonly { option: AnyOption }[]>(rows: Rows): OptionsOf<Rows> {
	return rows.map(({ option }) => option) as OptionsOf<Rows>;
}

/** Values of the flags. */
export type SamplingValues = Partial<ValuesOf<OptionsOf<typeof SAMPLING_PARAMETERS>>>;

/** Returns the parameters that are set, under the names that the task has for them. */
export function samplingParameters(task: InferenceTask | undefined, values: SamplingValues): Record<string, unknown> {
	const given: Readonly<Record<string, unknown>> = values;
	return Object.fromEntries(
		SAMPLING_PARAMETERS.flatMap(({ option, field, fieldOfGeneration }) => {
			const value = given[option.attributeName()];
			return value === undefined ? [] : [[task === "conversational" ? field : fieldOfGeneration, value]];
		}),
	);
}

/** Returns the flags with the values of some of them; undefined for one that is not given. */
export function samplingFlags(rows: readonly { option: AnyOption }[], values: SamplingValues): Record<string, unknown> {
	const given: Readonly<Record<string, unknown>> = values;
	return Object.fromEntries(rows.map(({ option }) => [option.long ?? option.flags, given[option.attributeName()]]));
}

/** Describes what is wrong with the value of a field, by the rule of its flag; undefined for a valid one, and for other fields. */
export function findSamplingFault(field: string, value: unknown): string | undefined {
	const found = SAMPLING_PARAMETERS.find((one) => one.field === field || one.fieldOfGeneration === field);
	const parse = found?.option.parseArg;
	// A list of texts takes any text.
	if (!parse || found.option.parseArg === repeated) return undefined;
	try {
		// In JSON form: `"0.5"` and `[0.5]` are not numbers, though their texts are.
		(parse as (text: string, previous: undefined) => unknown)(JSON.stringify(value), undefined);
		return undefined;
	} catch (error) {
		if (error instanceof InvalidArgumentError) return error.message;
		throw error;
	}
}

import type { Argument, InferOptions, Option } from "@commander-js/extra-typings";

// Members without the parameters of their types: with them, TypeScript would infer the parameters from here and not from
// the declaration of an option or argument.
export type AnyOption = Pick<
	Option,
	| "flags"
	| "description"
	| "short"
	| "long"
	| "required"
	| "optional"
	| "negate"
	| "parseArg"
	| "argChoices"
	| "attributeName"
>;
export type AnyArgument = Pick<Argument, "description" | "required" | "variadic" | "argChoices" | "name">;

/** Commander types a switch as `true`; code that creates options uses `boolean`. */
type Widen<Value> = Value extends true ? boolean : Value;

type AddOption<Values, One> =
	One extends Option<infer Flags, infer Preset, infer Default, infer Parsed, infer Mandatory, infer Choices>
		? InferOptions<Values, Flags, Default, Parsed, Mandatory, Preset, Choices>
		: never;

type Collect<Options extends readonly unknown[], Values = object> = Options extends readonly [
	infer First,
	...infer Rest,
]
	? Collect<Rest, AddOption<Values, First>>
	: { [Name in keyof Values]: Widen<Values[Name]> };

/** The values of a list of options, as commander passes them to the action. */
export type ValuesOf<Options extends readonly unknown[]> = Collect<Options>;

export type Intersection<Union> = (Union extends unknown ? (one: Union) => void : never) extends (
	all: infer All,
) => void
	? All
	: never;

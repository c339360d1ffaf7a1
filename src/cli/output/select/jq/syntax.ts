import type { Json } from "./values.ts";

/** An expression. */
export type Node =
	| { type: "identity" | "recurse" }
	| { type: "literal"; value: Json }
	| { type: "index"; target: Node; key: Node; isOptional?: true }
	| { type: "slice"; target: Node; from: Node | undefined; to: Node | undefined; isOptional?: true }
	| { type: "iterate"; target: Node; isOptional?: true }
	| { type: "text"; format: string | undefined; parts: readonly (string | Node)[] }
	| { type: "format"; format: string }
	| { type: "array"; items: Node | undefined }
	| { type: "object"; entries: readonly (readonly [key: Node, value: Node])[] }
	| { type: "negate"; operand: Node }
	| { type: "pipe" | "comma" | "and" | "or" | "alternative"; left: Node; right: Node }
	| { type: "operate"; operator: string; left: Node; right: Node }
	| { type: "assign" | "update"; left: Node; right: Node }
	/** `operator` is that of an arithmetic assignment, or `//`. */
	| { type: "operate-assign"; operator: string; left: Node; right: Node }
	| { type: "if"; condition: Node; yes: Node; no: Node }
	| { type: "try"; body: Node; handler: Node | undefined }
	| { type: "reduce"; source: Node; patterns: readonly Pattern[]; start: Node; update: Node }
	| { type: "foreach"; source: Node; patterns: readonly Pattern[]; start: Node; update: Node; extract: Node }
	| { type: "bind"; source: Node; patterns: readonly Pattern[]; body: Node }
	| { type: "label" | "break"; name: string; body: Node }
	| { type: "define"; definition: Definition; body: Node }
	| { type: "call"; key: string; args: readonly Node[] }
	| { type: "variable"; name: string };

/** The pattern after `as`. Several are tried in turn (`?//`). */
export type Pattern =
	| { type: "variable"; name: string }
	| { type: "array"; items: readonly Pattern[] }
	/** The same value twice: `{$name: [$first]}`. */
	| { type: "both"; patterns: readonly Pattern[] }
	| { type: "object"; entries: readonly { key: Node; pattern: Pattern }[] };

/** A function; `key` is its name with the number of its parameters, such as `map/1`. */
export interface Definition {
	key: string;
	params: readonly string[];
	body: Node;
}

/** The names of the variables that a pattern binds. */
export function patternNames(pattern: Pattern): string[] {
	if (pattern.type === "variable") return [pattern.name];
	if (pattern.type === "array") return pattern.items.flatMap(patternNames);
	if (pattern.type === "both") return pattern.patterns.flatMap(patternNames);
	return pattern.entries.flatMap((entry) => patternNames(entry.pattern));
}

/** How operators bind, from loose to tight; those of assignment and comparison do not chain. */
export const LEVELS: readonly { operators: readonly string[]; chain: "left" | "right" | "none" }[] = [
	{ operators: ["//"], chain: "right" },
	{ operators: ["=", "|=", "+=", "-=", "*=", "/=", "%=", "//="], chain: "none" },
	{ operators: ["or"], chain: "left" },
	{ operators: ["and"], chain: "left" },
	{ operators: ["==", "!=", "<", "<=", ">", ">="], chain: "none" },
	{ operators: ["+", "-"], chain: "left" },
	{ operators: ["*", "/", "%"], chain: "left" },
];

/** Result of an operator for both sides. */
export function combine(operator: string, left: Node, right: Node): Node {
	switch (operator) {
		case "//":
			return { type: "alternative", left, right };
		case "=":
			return { type: "assign", left, right };
		case "|=":
			return { type: "update", left, right };
		case "and":
		case "or":
			return { type: operator, left, right };
		default:
			if (/^(.|\/\/)=$/.test(operator) && !/^[<>=!]/.test(operator)) {
				return { type: "operate-assign", operator: operator.slice(0, -1), left, right };
			}
			return { type: "operate", operator, left, right };
	}
}

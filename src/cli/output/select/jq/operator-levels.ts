import type { Node } from "./syntax.ts";

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

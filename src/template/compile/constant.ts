import { CONSTANTS, type Expression } from "../syntax/ast.ts";

/** Whether an expression has the same value everywhere. */
export function isConstant(node: Expression): boolean {
	switch (node.type) {
		case "StringLiteral":
		case "IntegerLiteral":
		case "FloatLiteral":
			return true;
		case "Identifier":
			return CONSTANTS.has(node.value);
		case "ArrayLiteral":
		case "TupleLiteral":
			return node.value.every(isConstant);
		case "ObjectLiteral":
			return [...node.value].flat().every(isConstant);
		case "UnaryExpression":
			return isConstant(node.argument);
		case "BinaryExpression":
			return isConstant(node.left) && isConstant(node.right);
		case "FilterExpression":
			return node.filter.type === "Identifier" && isConstant(node.operand);
		default:
			return false;
	}
}

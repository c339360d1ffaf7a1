import type { Schema } from "./schema.ts";

const ADDRESS = /^(?:https?|data|blob):/i;
const BASE64 = /^[a-z0-9+/]+={0,2}$/i;
/** Enough to recognize base64; an image has megabytes of it. */
const BASE64_SAMPLE = 1024;

/** Whether a value has the type of a schema or is one of its values; its content is not checked. */
export function hasType(schema: Schema, value: unknown): boolean {
	if (schema["x-binary"]) return isBinary(value);
	if (schema.const !== undefined) return value === schema.const;
	if (schema.enum) return schema.enum.some((known) => isSame(known, value, schema["x-any-case"]));
	switch (schema.type) {
		case "string":
		case "boolean":
			return typeof value === schema.type;
		case "number":
			return typeof value === "number" && Number.isFinite(value);
		case "integer":
			return Number.isInteger(value);
		case "array":
			return Array.isArray(value);
		case "object":
			return isObject(value);
		default:
			return true;
	}
}

function isSame(known: unknown, value: unknown, anyCase = false): boolean {
	if (anyCase && typeof known === "string" && typeof value === "string")
		return known.toLowerCase() === value.toLowerCase();
	return known === value;
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
	return typeof value === "object" && value !== null && !Array.isArray(value) && !isBytes(value);
}

function isBytes(value: unknown): boolean {
	return value instanceof Blob || value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

function isBinary(value: unknown): boolean {
	if (typeof value !== "string") return isBytes(value) || value instanceof URL;
	return ADDRESS.test(value) || (value.length % 4 === 0 && BASE64.test(value.slice(0, BASE64_SAMPLE)));
}

/** Describes a value, briefly enough for a message. */
export function showValue(value: unknown): string {
	if (typeof value === "string") return value.length > 40 ? `"${value.slice(0, 40)}…"` : JSON.stringify(value);
	if (Array.isArray(value)) return "a list";
	if (isBytes(value)) return "binary data";
	return typeof value === "object" && value !== null ? "an object" : String(value);
}

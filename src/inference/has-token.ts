import { getPath } from "../base/json.ts";

/** Whether an event contains a part of the answer; the first ones of a chat may contain only the role. */
export function hasToken(event: unknown): boolean {
	if (getPath(event, "token") !== undefined) return true;
	const choice = getPath(event, "choices", 0);
	const { role: _role, ...delta } = (getPath(choice, "delta") ?? {}) as Record<string, unknown>;
	return [getPath(choice, "text"), ...Object.values(delta)].some((part) =>
		Array.isArray(part) ? part.length > 0 : Boolean(part),
	);
}

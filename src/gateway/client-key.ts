import type { GatewayRequest } from "./types.ts";

/** Whether the request brings the key: as bearer token, or as `x-api-key` or `api-key` like some clients. */
export function hasKey(request: GatewayRequest, key: string): boolean {
	const { headers } = request;
	const bearer = /^bearer\s+(.*)$/i.exec(headers.get("authorization") ?? "")?.[1]?.trim();
	const given = bearer ?? headers.get("x-api-key") ?? headers.get("api-key");
	return given !== null && isSame(given, key);
}

/** Compares in a time that depends on the given text alone. */
export function isSame(given: string, expected: string): boolean {
	let difference = given.length ^ expected.length;
	for (let index = 0; index < given.length; index++) {
		difference |= given.charCodeAt(index) ^ expected.charCodeAt(index % Math.max(1, expected.length));
	}
	return difference === 0;
}

import type { GatewayRequest } from "./types.ts";

/** Whether the request contains the key: as a bearer token, or in `x-api-key` or `api-key`, as some clients send it. */
export function hasKey(request: GatewayRequest, key: string): boolean {
	const { headers } = request;
	const bearer = /^bearer\s+(.*)$/i.exec(headers.get("authorization") ?? "")?.[1]?.trim();
	const given = bearer ?? headers.get("x-api-key") ?? headers.get("api-key");
	return given !== null && isSame(given, key);
}

/** Compares in constant time: the duration depends only on the given text. */
export function isSame(given: string, expected: string): boolean {
	let difference = given.length ^ expected.length;
	for (let index = 0; index < given.length; index++) {
		difference |= given.charCodeAt(index) ^ expected.charCodeAt(index % Math.max(1, expected.length));
	}
	return difference === 0;
}

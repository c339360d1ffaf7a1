import { findSecrets } from "../http/index.ts";

/** The credentials a request carries. */
export function findCredentials({ url, headers }: { url: string; headers: Headers }): string[] {
	const found = findSecrets(url, Object.fromEntries(headers));
	const basic = /^basic\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
	return basic === undefined ? found : [...found, ...decodeBasic(basic)];
}

/** User and password of basic authorization: the pair and the password are secrets. */
function decodeBasic(encoded: string): string[] {
	try {
		const pair = atob(encoded);
		return [pair, pair.slice(pair.indexOf(":") + 1)];
	} catch {
		return [];
	}
}

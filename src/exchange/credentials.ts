import { findSecrets } from "../http/index.ts";

/** Returns the credentials in a request. */
export function findCredentials({ url, headers }: { url: string; headers: Headers }): string[] {
	const found = findSecrets(url, Object.fromEntries(headers));
	const basic = /^basic\s+(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
	return basic === undefined ? found : [...found, ...decodeBasic(basic)];
}

/** Basic authorization: both `user:password` and the password are secrets. */
function decodeBasic(encoded: string): string[] {
	try {
		const pair = atob(encoded);
		return [pair, pair.slice(pair.indexOf(":") + 1)];
	} catch {
		return [];
	}
}

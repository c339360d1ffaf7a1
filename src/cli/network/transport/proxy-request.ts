/** The headers a proxy reads. */
export function proxyHeaders(proxy: URL, host: string): Record<string, string> {
	if (!proxy.username && !proxy.password) return { host };
	const credentials = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
	return { host, "proxy-authorization": `Basic ${Buffer.from(credentials).toString("base64")}` };
}

/** Returns the host without the brackets of IPv6. */
export function bareHost(url: URL): string {
	return url.hostname.replace(/^\[|\]$/g, "");
}

/** Returns the port of a URL, its scheme's own where it names none. */
export function portOf(url: URL): number {
	return Number(url.port) || (url.protocol === "https:" ? 443 : 80);
}

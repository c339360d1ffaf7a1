import dns from "node:dns";
import { BlockList, isIP, isIPv4, type LookupFunction } from "node:net";
import { isLoopback } from "../../http/callers.ts";
import { badFile, type UsageError } from "../errors/usage.ts";
import type { HostGuard } from "./transport/index.ts";

/** IPv4 networks that are not the public internet: private, shared, link-local (cloud metadata), reserved, multicast. */
const IPV4 =
	"0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3";
/** Parts of 2000::/3, the public IPv6 addresses, that are not: protocol assignments, examples, tunnels over IPv4. */
const IPV6 = "2001::/23 2001:db8::/32 2002::/16 3fff::/20";
/** Addresses whose last 32 bits are an IPv4 address: mapped ones, and those of NAT64. */
const EMBEDDED = /^(?:::ffff:|64:ff9b::)([\da-f]{1,4}):([\da-f]{1,4})$/;
/** Host names of local networks, which a proxy would resolve. */
const LOCAL_NAME = /(?:^|\.)(?:localhost|local|internal|intranet|lan|corp|home|home\.arpa)$/;

/** Private networks of a machine, a home or a company. */
const PRIVATE = { ipv4: "10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 172.16.0.0/12 192.168.0.0/16", ipv6: "::1/128 fc00::/7" };

const refused = networks(IPV4, "ipv4");
const near = [networks(PRIVATE.ipv4, "ipv4"), networks(PRIVATE.ipv6, "ipv6")] as const;
const privateNetworksV6 = networks(IPV6, "ipv6");
const global6 = networks("2000::/3", "ipv6");

function networks(list: string, type: "ipv4" | "ipv6"): BlockList {
	const found = new BlockList();
	for (const network of list.split(" ")) {
		const [address = "", bits] = network.split("/");
		found.addSubnet(address, Number(bits), type);
	}
	return found;
}

/** Whether an IP address, without brackets, is of this machine or a private network; link-local ones are not. */
export function isPrivateAddress(address: string): boolean {
	const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
	return isIPv4(plain) ? near[0].check(plain, "ipv4") : isIP(plain) === 6 && near[1].check(plain, "ipv6");
}

/** Whether all addresses of the host of a URL are those of this machine, or of private networks. */
export async function isNearHost({ hostname }: URL): Promise<boolean> {
	const host = hostname.replace(/^\[|\]$/g, "");
	if (isLoopback(host)) return true;
	if (isIP(host) !== 0) return isPrivateAddress(host);
	const found = await dns.promises.lookup(host, { all: true }).catch(() => []);
	return found.length > 0 && found.every(({ address }) => isPrivateAddress(address));
}

/** Whether an IP address, without brackets, is on the public internet. */
export function isPublicAddress(address: string): boolean {
	if (isIPv4(address)) return !refused.check(address, "ipv4");
	const host = `[${address.split("%")[0]}]`;
	if (!URL.canParse(`http://${host}`)) return false;
	// A URL writes every address in one way.
	const normal = new URL(`http://${host}`).hostname.slice(1, -1);
	const [, high, low] = EMBEDDED.exec(normal) ?? [];
	if (high !== undefined && low !== undefined) {
		const bits = [high, low].map((part) => Number.parseInt(part, 16));
		return isPublicAddress(bits.flatMap((part) => [part >> 8, part & 255]).join("."));
	}
	return global6.check(normal, "ipv6") && !privateNetworksV6.check(normal, "ipv6");
}

/** Whether the host of a URL is neither this machine nor one of private networks or cloud metadata, judged by its name. */
export function isPublicHost({ hostname }: URL): boolean {
	const host = plainHost(hostname);
	return isIP(host) ? isPublicAddress(host) : host.includes(".") && !LOCAL_NAME.test(host);
}

const plainHost = (hostname: string): string => hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");

/**
 * Checks the host of a URL in data. Names are only compared with those of local networks; {@link lookupPublic}
 * checks the addresses that a name resolves to.
 * @throws UsageError for this machine, private networks and cloud metadata
 */
export function checkPublicHost(url: URL): void {
	if (!isPublicHost(url)) throw notPublic(plainHost(url.hostname));
}

/**
 * Resolves a host for a connection. The connection uses the checked address, so a name that changes its
 * address between two look-ups (DNS rebinding) has no effect.
 */
const lookupPublic: LookupFunction = (hostname, options, done) => {
	dns.lookup(hostname, { ...options, all: true }, (error, addresses) => {
		if (error) return done(error, []);
		const [first] = addresses;
		if (!first || !addresses.every(({ address }) => isPublicAddress(address))) return done(notPublic(hostname), []);
		if (options.all) done(null, addresses);
		else done(null, first.address, first.family);
	});
};

/** The public internet, for URLs in data. */
export const PUBLIC_HOSTS: HostGuard = { check: checkPublicHost, lookup: lookupPublic };

function notPublic(host: string): UsageError {
	return badFile(`${host} is not on the public internet, so data may not name it.`);
}

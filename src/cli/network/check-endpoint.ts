import { isOpenUrl, OPEN_URL, showSetting } from "../config/settings.ts";
import { UsageError } from "../errors/usage.ts";

/**
 * Checks the URL of an endpoint and returns it.
 * @throws UsageError if it cannot be called, or a provider is named too: an endpoint is its own provider
 */
export function checkEndpoint(
	endpoint: string,
	{ provider, direct }: { provider?: string | undefined; direct?: boolean | undefined },
): string {
	if (provider !== undefined || direct) {
		throw new UsageError(
			`--endpoint and --${direct ? "direct" : "provider"} cannot be combined.`,
			"An endpoint is its own provider.",
			"option-conflict",
		);
	}
	if (!isOpenUrl(endpoint)) {
		throw new UsageError(
			`--endpoint must be ${OPEN_URL}, got "${showSetting(endpoint)}".`,
			endpoint.includes("@") ? "Send a password with --header 'Authorization: Basic …'." : undefined,
			"option-value",
		);
	}
	return endpoint;
}

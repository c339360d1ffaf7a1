import { isOpenUrl, OPEN_URL, showSetting } from "../config/settings.ts";
import { UsageError } from "../errors/usage.ts";

/** The endpoint, when there is one; it is its own provider. */
export function checkEndpoint({
	endpoint,
	provider,
	direct,
}: {
	endpoint?: string;
	provider?: string;
	direct?: boolean;
}): string | undefined {
	if (endpoint === undefined) return undefined;
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

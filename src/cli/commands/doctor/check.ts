/** Result of one check; its fields are those of `hub doctor --json`. */
export interface Check {
	name: string;
	/** `fail` prevents commands from working; `warn` may prevent it, or is unsafe. */
	status: "ok" | "warn" | "fail";
	detail: string;
	/** How to fix it. */
	advice?: string;
	/** Duration of the response, for checks of the network. */
	milliseconds?: number;
}

export function ok(name: string, detail: string): Check {
	return { name, status: "ok", detail };
}

export function warn(name: string, detail: string, advice: string): Check {
	return { name, status: "warn", detail, advice };
}

export function fail(name: string, detail: string, advice: string | undefined): Check {
	return { name, status: "fail", detail, ...(advice ? { advice } : {}) };
}

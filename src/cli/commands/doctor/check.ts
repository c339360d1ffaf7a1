/** Result of one check; its fields are those of `hub doctor --json`. */
export interface Check {
	name: string;
	/** `fail` keeps commands from working; `warn` may do so, or is unsafe. */
	status: "ok" | "warn" | "fail";
	detail: string;
	/** How to fix it. */
	advice?: string;
	/** How long it took to answer, for what is on the network. */
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

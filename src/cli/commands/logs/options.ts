import type { GlobalOptions } from "../../options/global-flags.ts";

/** Options of `hub logs`. */
export interface LogsOptions extends GlobalOptions {
	number?: number;
	search?: string;
	model?: string;
	provider?: string;
	task?: string;
	since?: string;
	failed?: boolean;
	content?: boolean;
	before?: string;
}

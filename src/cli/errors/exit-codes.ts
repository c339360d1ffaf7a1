export const EXIT = {
	success: 0,
	failure: 1,
	usage: 2,
	auth: 3,
	provider: 4,
	output: 5,
	unavailable: 6,
	network: 7,
	interrupted: 130,
	terminated: 143,
} as const;

const MEANINGS: Readonly<Record<keyof typeof EXIT, string>> = {
	success: "success",
	failure: "the check failed, or an unexpected failure (a bug in hub)",
	usage: "wrong usage or invalid input",
	auth: "not logged in, or not allowed",
	provider: "the provider refused or failed",
	output: "the provider's response is malformed",
	unavailable: "rate limited or unavailable, also after trying again",
	network: "network failure or timeout",
	interrupted: "interrupted (Ctrl-C)",
	terminated: "terminated (SIGTERM)",
};

/** The exit codes, as `hub help exit-codes` lists them. */
export const EXIT_CODES = Object.entries(EXIT).map(([name, code]) => ({
	code,
	name,
	meaning: MEANINGS[name as keyof typeof EXIT],
}));

/** A command ends with an exit code and without an error message: its result is negative, or was reported already. */
export class ExitWithoutError extends Error {
	readonly exitCode: number;

	constructor(exitCode = 1) {
		super("The result is negative");
		this.name = "ExitWithoutError";
		this.exitCode = exitCode;
	}
}

/** The command line cannot be understood or carried out as given. */
export class UsageError extends Error {
	readonly hint: string | undefined;

	/**
	 * @param message what is wrong
	 * @param hint what to do about it
	 */
	constructor(message: string, hint?: string) {
		super(message);
		this.name = "UsageError";
		this.hint = hint;
	}
}

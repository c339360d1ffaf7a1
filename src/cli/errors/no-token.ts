/** A command that needs the user's identity was run without a token. */
export class NoTokenError extends Error {
	constructor() {
		super("There is no token: you are not logged in.");
		this.name = "NoTokenError";
	}
}

/** A command succeeded with a negative result: exit code 1, without an error message. */
export class NegativeResult extends Error {
	constructor() {
		super("The result is negative");
		this.name = "NegativeResult";
	}
}

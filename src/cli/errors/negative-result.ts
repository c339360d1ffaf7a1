/** A command did its work, and the result is no: exit code 1, and nothing more to print. */
export class NegativeResult extends Error {
	constructor() {
		super("The result is negative");
		this.name = "NegativeResult";
	}
}

/** A lane is stopped for longer than a call wants to wait. */
export class LaneStopped extends Error {
	/** Milliseconds until calls may start. */
	readonly delay: number;

	constructor(delay: number) {
		super("The lane is stopped");
		this.name = "LaneStopped";
		this.delay = delay;
	}
}

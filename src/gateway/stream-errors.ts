/** No text, reasoning or tool call arrived in time. */
export class FirstTokenTimeout extends Error {
	constructor(seconds: number) {
		super(`No token came within ${seconds} s.`);
		this.name = "FirstTokenTimeout";
	}
}

/** The stream ended before the response was complete. */
export class StreamCut extends Error {
	constructor(options?: ErrorOptions) {
		super("The stream was cut off before the answer was complete.", options);
		this.name = "StreamCut";
	}
}

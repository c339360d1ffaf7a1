import type { IncomingMessage, ServerResponse } from "node:http";

/** A request with its response, and who wants to hear that the client has gone: with one listener for all of them. */
export class Connection {
	readonly message: IncomingMessage;
	readonly response: ServerResponse;
	private readonly listeners: (() => void)[] = [];
	private isGone = false;

	/** @param onClose is called when the response has gone out, or the connection broke */
	constructor(message: IncomingMessage, response: ServerResponse, onClose: () => void) {
		this.message = message;
		this.response = response;
		// Without listeners, a client that leaves in the middle would end the process.
		message.on("error", ignore);
		response.on("error", ignore);
		response.on("close", () => {
			this.isGone = !response.writableFinished;
			if (this.isGone) for (const listener of this.listeners.splice(0)) listener();
			onClose();
		});
	}

	/**
	 * Calls the listener once when the client leaves before it has the whole response; at once where it has left.
	 * @returns removes the listener
	 */
	onGone(listener: () => void): () => void {
		const { listeners } = this;
		if (this.isGone) listener();
		else listeners.push(listener);
		return () => {
			const place = listeners.indexOf(listener);
			if (place >= 0) listeners.splice(place, 1);
		};
	}
}

function ignore(): void {}

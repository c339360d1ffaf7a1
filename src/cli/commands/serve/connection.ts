import type { IncomingMessage, ServerResponse } from "node:http";

/** A request with its response. One listener notices that the client disconnected, and calls all others. */
export class Connection {
	readonly message: IncomingMessage;
	readonly response: ServerResponse;
	private readonly listeners: (() => void)[] = [];
	private isGone = false;

	/** @param onClose called when the response was sent, or the connection broke */
	constructor(message: IncomingMessage, response: ServerResponse, onClose: () => void) {
		this.message = message;
		this.response = response;
		// Without listeners, a client that disconnects midway would end the process.
		message.on("error", ignore);
		response.on("error", ignore);
		response.on("close", () => {
			this.isGone = !response.writableFinished;
			if (this.isGone) for (const listener of this.listeners.splice(0)) listener();
			onClose();
		});
	}

	/**
	 * Calls the listener once if the client disconnects before it has the whole response; at once if it already has.
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

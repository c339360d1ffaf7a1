import type { IncomingMessage } from "node:http";

/** Ends requests whose body stops arriving, with one timer for all of them. */
export class IdleWatch {
	private readonly limit: number;
	private readonly timer: ReturnType<typeof setInterval>;
	/** Message → when the last piece of its body arrived. */
	private readonly heard = new Map<IncomingMessage, number>();

	/** @param limit maximum wait for the next piece, in milliseconds; up to a quarter longer in practice */
	constructor(limit: number) {
		this.limit = limit;
		this.timer = setInterval(() => this.end(), Math.max(1, limit / 4));
		this.timer.unref();
	}

	/** Records that a piece arrived, or that the first is expected. */
	hear(message: IncomingMessage): void {
		this.heard.set(message, performance.now());
	}

	/** Stops watching: the body is complete. */
	forget(message: IncomingMessage): void {
		this.heard.delete(message);
	}

	stop(): void {
		clearInterval(this.timer);
	}

	private end(): void {
		const oldest = performance.now() - this.limit;
		for (const [message, time] of this.heard) {
			if (time > oldest) continue;
			this.heard.delete(message);
			message.destroy();
		}
	}
}

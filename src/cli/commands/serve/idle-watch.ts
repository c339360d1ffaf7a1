import type { IncomingMessage } from "node:http";

/** Ends requests whose body stops coming: one timer looks after all of them. */
export class IdleWatch {
	private readonly limit: number;
	private readonly timer: ReturnType<typeof setInterval>;
	/** Message → when the last piece of its body came. */
	private readonly heard = new Map<IncomingMessage, number>();

	/** @param limit longest wait for the next piece in milliseconds; some may wait a quarter longer */
	constructor(limit: number) {
		this.limit = limit;
		this.timer = setInterval(() => this.end(), Math.max(1, limit / 4));
		this.timer.unref();
	}

	/** A piece has come, or the first one is waited for. */
	hear(message: IncomingMessage): void {
		this.heard.set(message, performance.now());
	}

	/** The body is complete. */
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

import type { IncomingMessage } from "node:http";
import type { Connection } from "./connection.ts";
import type { IdleWatch } from "./idle-watch.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads a small body; undefined if the client disconnected or stopped sending. */
export function readWhole(connection: Connection, idle: IdleWatch): Promise<Bytes | undefined> {
	const { message } = connection;
	return new Promise((resolve) => {
		const parts: Buffer<ArrayBuffer>[] = [];
		idle.hear(message);
		const release = connection.onGone(() => {
			idle.forget(message);
			resolve(undefined);
		});
		message.on("data", (part: Buffer<ArrayBuffer>) => {
			parts.push(part);
			if (!message.complete) idle.hear(message);
		});
		message.on("end", () => {
			idle.forget(message);
			release();
			const [only] = parts;
			resolve(only && parts.length === 1 ? only : Buffer.concat(parts));
		});
	});
}

/** Returns a body as a stream. */
export function streamBody(message: IncomingMessage, idle: IdleWatch): ReadableStream<Bytes> {
	let isWanted = true;
	return new ReadableStream<Bytes>({
		start(controller) {
			idle.hear(message);
			message.on("data", (part: Buffer) => {
				idle.hear(message);
				if (!isWanted) return;
				controller.enqueue(new Uint8Array(part));
				if ((controller.desiredSize ?? 0) > 0) return;
				// A slow reader is not the client's fault.
				idle.forget(message);
				message.pause();
			});
			message.once("end", () => {
				idle.forget(message);
				if (isWanted) controller.close();
				isWanted = false;
			});
			message.once("close", () => {
				idle.forget(message);
				if (isWanted) controller.error(new TypeError("The client left"));
				isWanted = false;
			});
		},
		pull() {
			if (message.isPaused()) {
				idle.hear(message);
				message.resume();
			}
		},
		cancel() {
			isWanted = false;
			message.resume();
		},
	});
}

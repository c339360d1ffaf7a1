import type { Delta, Usage } from "./stream-events.ts";

/** Where the pieces of an answer go. */
export interface Sink {
	/** The first piece is there. */
	start(): Promise<void>;
	add(delta: Delta): Promise<void>;
	/** The answer ends before it is complete. */
	breakOff(): void | Promise<void>;
	end(usage: Usage | undefined, finishReason: string | undefined): Promise<void>;
}

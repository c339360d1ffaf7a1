/** Is notified while a body is read; the reader never waits for it. */
export interface BodyObserver {
	/** A chunk of the body, or all of it at once. */
	piece(content: string | Uint8Array, isWhole: boolean): void;
	/** The body ended or its reader stopped early (no error), or it failed. Only the first call counts. */
	end(error?: unknown): void;
}

/** A response whose transport reports on its body while it is read. */
export interface ObservableResponse extends Response {
	observe(observer: BodyObserver): void;
}

/** Keys of an observed response: its observer, and the method that returns its original body. */
export const OBSERVER = Symbol("observer");
export const OWN_BODY = Symbol("own body");

/** A response whose `body` notifies its observer; readers that notify it themselves read the original body. */
export interface ObservedResponse extends Response {
	[OBSERVER]: BodyObserver;
	[OWN_BODY](): ReadableStream<Uint8Array> | null;
}

/** A body with the observer that its reader must notify. */
export interface OpenBody {
	/** Undefined if the runtime has no streams. */
	body: ReadableStream<Uint8Array> | null | undefined;
	observer: BodyObserver | undefined;
}

/** Returns an observer that notifies both. */
export function joinObservers(first: BodyObserver | undefined, second: BodyObserver): BodyObserver {
	if (!first) return second;
	return {
		piece: (content, isWhole) => {
			first.piece(content, isWhole);
			second.piece(content, isWhole);
		},
		end: (error) => {
			first.end(error);
			second.end(error);
		},
	};
}

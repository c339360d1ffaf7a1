/** Told of a body beside its reader, who never waits for it. */
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

/** Where a response holds its observer, and how its own body is had. */
export const OBSERVER = Symbol("observer");
export const OWN_BODY = Symbol("own body");

/** A response whose `body` tells its observer; a reader that tells the observer itself reads the body of its own. */
export interface ObservedResponse extends Response {
	[OBSERVER]: BodyObserver;
	[OWN_BODY](): ReadableStream<Uint8Array> | null;
}

/** A body with the observer that its reader has to tell. */
export interface OpenBody {
	/** Undefined where the runtime has no streams. */
	body: ReadableStream<Uint8Array> | null | undefined;
	observer: BodyObserver | undefined;
}

/** The observer of a body that has two. */
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

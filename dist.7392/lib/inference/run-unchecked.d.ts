import type { CallStream } from "./call-stream.ts";
import type { Args, BaseArgs, CallOptions, CallPromise } from "./types.ts";
/** Sends any request for `options.task` (or none), the arguments as they are, and returns the response unchecked. */
export declare function runUnchecked(args: BaseArgs & Args, options: CallOptions): CallPromise<unknown>;
/** As `runUnchecked`, streaming. */
export declare function runStreamUnchecked<Chunk>(args: BaseArgs & Args, options: CallOptions, onStart: () => void): CallStream<Chunk>;

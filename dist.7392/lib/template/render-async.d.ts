/** One attempt to render: `written` is the length of the final output when it is suspended. */
export interface Attempt {
    run(): string;
    written(): string;
}
/**
 * Renders until nothing is pending. At a promise the attempt is dropped and, once the promise has settled, started
 * over; host functions are not called a second time. From time to time it yields to other work.
 */
export declare function renderInPieces(begin: () => Attempt, budget: {
    readonly max_steps?: number | undefined;
    readonly max_time?: number | undefined;
}, signal: AbortSignal | undefined): AsyncGenerator<string, void, undefined>;

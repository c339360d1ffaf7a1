import { type Replay, replaying } from "./values/adopt.ts";
import { Meter, metered } from "./values/meter.ts";

/** Thrown when a render has to wait. */
class Suspension {
	readonly until: PromiseLike<unknown>;

	constructor(until: PromiseLike<unknown>) {
		this.until = until;
	}
}

type Outcome = { readonly value: unknown } | { readonly error: unknown };

/** Milliseconds of the first slice of time; each one is twice as long as the one before. */
const FIRST_SLICE = 10;

/** Results of host functions and promises, so that a new render does not call them twice. */
class Session implements Replay {
	readonly #calls: Outcome[] = [];
	readonly #settled = new Map<PromiseLike<unknown>, Outcome>();
	#position = 0;
	#isInCall = false;

	begin(): void {
		this.#position = 0;
	}

	settle(promise: PromiseLike<unknown>): unknown {
		const outcome = this.#settled.get(promise);
		if (outcome) return read(outcome);
		throw new Suspension(
			promise.then(
				(value) => this.#settled.set(promise, { value }),
				(error) => this.#settled.set(promise, { error }),
			),
		);
	}

	call(run: () => unknown): unknown {
		// Callbacks from a host function are part of that call.
		if (this.#isInCall) return run();
		const position = this.#position++;
		const known = this.#calls[position];
		if (known) return read(known);
		this.#isInCall = true;
		let outcome: Outcome;
		try {
			outcome = { value: run() };
		} catch (error) {
			if (error instanceof Suspension) throw error;
			outcome = { error };
		} finally {
			this.#isInCall = false;
		}
		this.#calls[position] = outcome;
		return read(outcome);
	}
}

function read(outcome: Outcome): unknown {
	if ("error" in outcome) throw outcome.error;
	return outcome.value;
}

/** One attempt to render: `written` is the length of the final output when it is suspended. */
export interface Attempt {
	run(): string;
	written(): string;
}

/**
 * Renders until nothing is pending. At a promise the attempt is dropped and, once the promise has settled, repeated;
 * host functions are not called again. From time to time it yields to other work.
 */
export async function* renderInPieces(
	begin: () => Attempt,
	budget: { readonly max_steps?: number | undefined; readonly max_time?: number | undefined },
	signal: AbortSignal | undefined,
): AsyncGenerator<string, void, undefined> {
	const session = new Session();
	let spent = 0;
	let sent = 0;
	for (let slice = FIRST_SLICE; ; ) {
		signal?.throwIfAborted();
		session.begin();
		const start = performance.now();
		const attempt = begin();
		const pause = (): void => {
			if (performance.now() - start > slice) throw new Suspension(new Promise((resolve) => setTimeout(resolve)));
		};
		let until: PromiseLike<unknown>;
		try {
			const meter = new Meter(budget, pause, start - spent);
			const text = metered(meter, () => replaying(session, attempt.run));
			if (text.length > sent) yield text.slice(sent);
			return;
		} catch (error) {
			if (!(error instanceof Suspension)) throw error;
			({ until } = error);
		}
		const elapsed = performance.now() - start;
		spent += elapsed;
		if (elapsed > slice) slice *= 2;
		const written = attempt.written();
		if (written.length > sent) yield written.slice(sent);
		sent = Math.max(sent, written.length);
		await untilAborted(until, signal);
	}
}

async function untilAborted(work: PromiseLike<unknown>, signal: AbortSignal | undefined): Promise<void> {
	if (!signal) return void (await work);
	let stop = (): void => undefined;
	const aborted = new Promise<never>((_, reject) => {
		stop = () => reject(signal.reason);
		signal.addEventListener("abort", stop, { once: true });
	});
	try {
		await Promise.race([work, aborted]);
	} finally {
		signal.removeEventListener("abort", stop);
	}
}

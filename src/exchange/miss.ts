import { InferenceClientInputError } from "../errors.ts";
import type { CanonicalRequest } from "./canonical.ts";
import type { Difference } from "./difference.ts";
import type { Json } from "./exchange.ts";

const SHOWN = 120;

/** No recording matches the request; nothing was sent. */
export class ReplayMissError extends InferenceClientInputError {
	/** The most similar recording, and the first field in which it differs. */
	readonly nearest: ({ recording: string } & Difference) | undefined;

	/** @param place name of the store */
	constructor(requested: CanonicalRequest, place: string, nearest: ({ recording: string } & Difference) | undefined) {
		const { method, host, path } = requested;
		const request = `${method} ${host}${path}`;
		super(
			nearest
				? `No recording of ${request} in ${place}. The nearest, ${nearest.recording}, differs in ${nearest.field}: ${describe(nearest)}.`
				: `No recording of ${request} in ${place}: it contains no recordings.`,
			"not-recorded",
		);
		this.name = "ReplayMissError";
		this.nearest = nearest;
	}
}

function describe({ recorded, requested }: Difference): string {
	const [a, b] = [stringify(recorded), stringify(requested)];
	let same = 0;
	while (same < Math.min(a.length, b.length) && a[same] === b[same]) same++;
	// Long values are shown from shortly before the first difference.
	const from = Math.max(a.length, b.length) > SHOWN ? Math.max(0, same - SHOWN / 3) : 0;
	return `recorded ${shorten(a, from)}, requested ${shorten(b, from)}`;
}

function stringify(value: Json | undefined): string {
	return value === undefined ? "nothing" : JSON.stringify(value);
}

function shorten(text: string, from: number): string {
	const end = from + SHOWN;
	return `${from > 0 ? "…" : ""}${text.slice(from, end)}${text.length > end ? "…" : ""}`;
}

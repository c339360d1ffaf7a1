import { InferenceClientInputError } from "../errors.ts";
import type { CanonicalRequest } from "./canonical.ts";
import type { Json } from "./exchange.ts";

/** The first field in which two requests differ; a missing value is undefined. */
export interface Difference {
	/** Dotted, such as `body.messages.0.content`. */
	field: string;
	recorded: Json | undefined;
	requested: Json | undefined;
}

const WEIGHTS = { method: 200, path: 100, host: 20 } as const;

/** Measures how much two requests differ, and finds the first different field; undefined if there is none. */
export function compareRequests(
	recorded: CanonicalRequest,
	requested: CanonicalRequest,
): { distance: number; first: Difference } | undefined {
	const found: { difference: Difference; weight: number }[] = [];
	for (const field of ["method", "host", "path", "query", "body"] as const) {
		for (const difference of compareValues(field, recorded[field], requested[field])) {
			const weight = field === "query" || field === "body" ? dissimilarity(difference) : WEIGHTS[field];
			found.push({ difference, weight });
		}
	}
	const first = found[0]?.difference;
	return first && { distance: found.reduce((sum, { weight }) => sum + weight, 0), first };
}

function* compareValues(
	field: string,
	recorded: Json | undefined,
	requested: Json | undefined,
): Generator<Difference, void, undefined> {
	if (isContainer(recorded) && isContainer(requested) && Array.isArray(recorded) === Array.isArray(requested)) {
		const [before, after] = [new Map(Object.entries(recorded)), new Map(Object.entries(requested))];
		for (const key of new Set([...before.keys(), ...after.keys()])) {
			yield* compareValues(`${field}.${key}`, before.get(key), after.get(key));
		}
	} else if (recorded !== requested) yield { field, recorded, requested };
}

function isContainer(value: Json | undefined): value is Json[] | { [name: string]: Json } {
	return value !== null && typeof value === "object";
}

/** From 0 to 1: lower if the texts begin and end alike. */
function dissimilarity({ recorded, requested }: Difference): number {
	if (typeof recorded !== "string" || typeof requested !== "string") return 1;
	const length = Math.min(recorded.length, requested.length);
	let same = 0;
	while (same < length && recorded[same] === requested[same]) same++;
	let tail = 0;
	while (tail < length - same && recorded.at(-1 - tail) === requested.at(-1 - tail)) tail++;
	return 1 - (same + tail) / (Math.max(recorded.length, requested.length) + 1);
}

const SHOWN = 120;

/** No recording matches the request; nothing was sent. */
export class ReplayMissError extends InferenceClientInputError {
	static override readonly brand: symbol = /* @__PURE__ */ Symbol.for("modelhub.ReplayMissError");

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
	const stringify = (value: Json | undefined): string => (value === undefined ? "nothing" : JSON.stringify(value));
	const [a, b] = [stringify(recorded), stringify(requested)];
	let same = 0;
	while (same < Math.min(a.length, b.length) && a[same] === b[same]) same++;
	// Long values are shown from shortly before the first difference.
	const from = Math.max(a.length, b.length) > SHOWN ? Math.max(0, same - SHOWN / 3) : 0;
	return `recorded ${shorten(a, from)}, requested ${shorten(b, from)}`;
}

function shorten(text: string, from: number): string {
	const end = from + SHOWN;
	return `${from > 0 ? "…" : ""}${text.slice(from, end)}${text.length > end ? "…" : ""}`;
}

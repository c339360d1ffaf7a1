/** What `npm run upstream` compares by replaying the wire fixtures: all requests of a call, and its result. */

import { type Clock, fixtures, replay } from "../../test/inference/replay.ts";
import type { WireFixture } from "../wire-fixtures/format.ts";
import type { Difference } from "./facts.ts";

type Library = Readonly<Record<string, unknown>>;

const { setTimeout } = globalThis;

/** Timers fire at once. */
const NO_WAITING: Clock = {
	start: () => {
		// The reference lets its timers go, which would end this program while it waits for one.
		globalThis.setTimeout = ((run: () => void) =>
			Object.assign(setTimeout(run, 0), { unref: () => undefined })) as unknown as typeof setTimeout;
	},
	settle: (promise) =>
		promise.then(
			(result) => ({ result }),
			({ name, message }: Error) => ({ error: { name, message } }),
		),
	countTimers: () => 0,
	stop: () => {
		globalThis.setTimeout = setTimeout;
	},
};

/** Fixtures that the two answer differently, but for those that deviate on purpose and say so. */
export async function differingResults(theirs: Library, ours: Library): Promise<Difference[]> {
	const providers = theirs["INFERENCE_PROVIDERS"] as readonly string[];
	const differences: Difference[] = [];
	const { warn, log, debug } = console;
	// The clients print notices.
	console.warn = console.log = console.debug = () => undefined;
	try {
		for (const [path, fixture] of fixtures) {
			if (fixture.reference === "none" || fixture.deviation || !providers.includes(fixture.provider)) continue;
			const name = path.replace(/\.json$/, "");
			const [left, right] = [await describe(theirs, fixture, name), await describe(ours, fixture, name)];
			if (left !== right) differences.push({ area: "results", name, ...shorten(left, right) });
		}
	} finally {
		Object.assign(console, { warn, log, debug });
	}
	return differences;
}

/** Each call has a model of its own: the reference remembers what it asked Hugging Face about a model. */
async function describe(library: Library, fixture: WireFixture, name: string): Promise<string> {
	const own = JSON.stringify(fixture).replaceAll("org/model", `org/${name.replaceAll("/", "-")}`);
	const call = replay(library, JSON.parse(own) as WireFixture, { global: true, clock: NO_WAITING });
	const { requests, result, error } = await call.catch((reason: Error) => ({
		requests: [],
		result: undefined,
		error: reason.message,
	}));
	return JSON.stringify([requests, error ?? result], sortMembers);
}

/** The order of members has no meaning. */
function sortMembers(_name: string, value: unknown): unknown {
	const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
	return isObject ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;
}

/** The two from shortly before where they begin to differ. */
function shorten(theirs: string, ours: string): { theirs: string; ours: string } {
	let start = 0;
	while (theirs[start] === ours[start]) start++;
	const cut = (text: string): string => text.slice(Math.max(0, start - 60), start + 80);
	return { theirs: cut(theirs), ours: cut(ours) };
}

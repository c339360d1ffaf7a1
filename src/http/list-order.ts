import { readMember } from "../base/json.ts";
import { InferenceClientProviderOutputError } from "../errors.ts";

/** How the items of a list name their positions. */
export interface ListRules {
	/** Its name, for errors. */
	name: string;
	/** How many items it must have. Default: any number. */
	count?: number | undefined;
	/** The member with an item's position. Default `index`. */
	key?: string;
	/** The position of the first item. Default 0. */
	from?: number;
}

/**
 * Returns the items of an external list in the order of their positions; the list itself if it is in order. If no
 * item names its position, the place in the list counts. Nothing is guessed: a wrong order would assign results to the
 * wrong inputs.
 * @throws ProviderOutputError if a position is missing, comes twice, is not one of the list or none at all, if only some
 * items have one, or if the number of items is not the expected one
 */
export function inOrder<Item>(list: readonly Item[], rules: ListRules): readonly Item[] {
	const { name, count, key = "index", from = 0 } = rules;
	const size = count ?? list.length;
	// The fast path for nearly every list.
	if (list.length === size && list.every((item, place) => readMember(item, key) === from + place)) return list;
	const positions = list.map((item) => readMember(item, key) ?? undefined);
	const numbered = positions.filter((position) => position !== undefined).length;
	if (numbered === 0) {
		if (list.length !== size) throw incomplete(`${name} has ${list.length} items, not ${size}`);
		return list;
	}
	if (numbered < list.length) throw incomplete(`only ${numbered} of ${list.length} items of ${name} have an ${key}`);
	const places = new Map<number, Item>();
	for (const [place, position] of positions.entries()) {
		const index = readPosition(position, `${key} in ${name}`);
		if (index < from || index >= from + size) throw incomplete(`${name} of ${size} items has the ${key} ${index}`);
		if (places.has(index)) throw incomplete(`the ${key} ${index} comes twice in ${name}`);
		places.set(index, list[place] as Item);
	}
	return Array.from({ length: size }, (_, place) => {
		const index = from + place;
		if (!places.has(index)) throw incomplete(`the ${key} ${index} is missing in ${name}`);
		return places.get(index) as Item;
	});
}

/** Maximum items of a list of unknown length: more are a fault of the service. */
const MAX_ITEMS = 1024;

/**
 * Checks an external position.
 * @param what names it, for the error
 * @throws ProviderOutputError for what is not a whole number from 0, and for a number beyond any list
 */
function readPosition(value: unknown, what: string, most = Number.MAX_SAFE_INTEGER): number {
	if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0 && value < most) return value;
	throw incomplete(`${JSON.stringify(value)?.slice(0, 40)} is not a possible ${what}`);
}

/**
 * The positions of items that arrive over time, such as the answers in the chunks of a stream. They may come in any
 * order, and each as often as it has pieces.
 */
export class Positions {
	private readonly seen = new Set<number>();
	private hasNumbers = false;
	private hasNone = false;
	/** The number read last. */
	private last: unknown;
	private readonly name: string;

	constructor(name: string) {
		this.name = name;
	}

	/**
	 * Returns the position of an item; the place in its chunk where it names none.
	 * @throws ProviderOutputError if it is none, or if it can be told of only some of several items
	 */
	read(value: unknown, place: number): number {
		// Nearly each chunk of a stream is a piece of the item before.
		if (typeof value === "number" && value === this.last && !this.hasNone) return value;
		const isNumbered = value !== undefined && value !== null;
		const position = isNumbered ? readPosition(value, `index in ${this.name}`, MAX_ITEMS) : place;
		if (position >= MAX_ITEMS) throw incomplete(`there are more than ${MAX_ITEMS} items in ${this.name}`);
		this.seen.add(position);
		this.last = value;
		if (isNumbered) this.hasNumbers = true;
		else this.hasNone = true;
		if (this.hasNumbers && this.hasNone && this.seen.size > 1)
			throw incomplete(`only some pieces of ${this.name} have an index`);
		return position;
	}

	/**
	 * Checks at the end that no item is missing.
	 * @param count how many there must be, if that is known and there are any
	 */
	end(count = Math.max(-1, ...this.seen) + 1): void {
		if (this.seen.size === 0) return;
		for (const position of this.seen)
			if (position >= count) throw incomplete(`${this.name} of ${count} items has the index ${position}`);
		for (let position = 0; position < count; position++)
			if (!this.seen.has(position)) throw incomplete(`the index ${position} is missing in ${this.name}`);
	}
}

/** Returns the first item of a list by its positions, for views and logs: undefined if there is none, and no error. */
export function findFirst(list: unknown): unknown {
	if (!Array.isArray(list)) return undefined;
	const items: readonly unknown[] = list;
	const first = items.find((item) => readMember(item, "index") === 0);
	return first ?? items.find((item) => (readMember(item, "index") ?? undefined) === undefined);
}

/**
 * The value at a path of member names and list positions, as `getPath`, but the items of a list are taken in their order.
 * @throws ProviderOutputError as `inOrder`
 */
export function getInOrder(value: unknown, ...path: (string | number)[]): unknown {
	let [found, name] = [value, "the list"];
	for (const step of path) {
		const isPlace = typeof step === "number" && Array.isArray(found);
		found = readMember(isPlace ? inOrder(found as unknown[], { name }) : found, step);
		if (typeof step === "string") name = step;
	}
	return found;
}

/** @throws ProviderOutputError if one of the ids comes twice */
export function refuseDoubles(ids: Iterable<string>, name: string): void {
	const seen = new Set<string>();
	for (const id of ids) {
		if (seen.has(id)) throw incomplete(`the id ${JSON.stringify(id.slice(0, 40))} comes twice in ${name}`);
		seen.add(id);
	}
}

function incomplete(problem: string): InferenceClientProviderOutputError {
	return new InferenceClientProviderOutputError(`Received a malformed response: ${problem}.`);
}

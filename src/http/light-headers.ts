const UPPER = /[A-Z]/;

type Init = readonly (readonly [string, string])[];

/**
 * Headers of a response, as the platform's `Headers`: in Node the mere name of that class, like `Response`, loads all of
 * `fetch`, which takes longer than a short request (20 to 50 ms of CPU time in Node 20 to 24).
 */
export class LightHeaders implements Headers {
	private readonly values_ = new Map<string, string>();
	private cookies: string[] = [];

	constructor(entries: Init = []) {
		for (const [name, value] of entries) this.append(name, value);
	}

	append(name: string, value: string): void {
		const key = name.toLowerCase();
		if (key === "set-cookie") this.cookies.push(value);
		else this.values_.set(key, this.values_.has(key) ? `${this.values_.get(key)}, ${value}` : value);
	}

	delete(name: string): void {
		if (name.toLowerCase() === "set-cookie") this.cookies = [];
		else this.values_.delete(name.toLowerCase());
	}

	get(name: string): string | null {
		// Most names are lowercase already: `toLowerCase` would create a string each time.
		const known = this.values_.get(name);
		if (known !== undefined) return known;
		const key = UPPER.test(name) ? name.toLowerCase() : name;
		if (key === "set-cookie") return this.cookies.length > 0 ? this.cookies.join(", ") : null;
		return this.values_.get(key) ?? null;
	}

	getSetCookie(): string[] {
		return [...this.cookies];
	}

	has(name: string): boolean {
		return this.get(name) !== null;
	}

	set(name: string, value: string): void {
		this.delete(name);
		this.append(name, value);
	}

	forEach(callback: (value: string, name: string, parent: Headers) => void, receiver?: unknown): void {
		for (const [name, value] of this) callback.call(receiver, value, name, this);
	}

	/** Sorted by name; each cookie is an entry of its own. */
	*entries(): Generator<[string, string], undefined> {
		const cookies = this.cookies.map((value): [string, string] => ["set-cookie", value]);
		yield* [...this.values_, ...cookies].sort(([a], [b]) => (a < b ? -1 : Number(a > b)));
	}

	*keys(): Generator<string, undefined> {
		for (const [name] of this) yield name;
	}

	*values(): Generator<string, undefined> {
		for (const [, value] of this) yield value;
	}

	[Symbol.iterator](): Generator<[string, string], undefined> {
		return this.entries();
	}
}

import type { Unit } from "./compile/frame.ts";
import type { TemplateContext } from "./engine.ts";
import { TemplateNotFound } from "./errors.ts";
import { createLoad, readSettings, type TemplateOptions } from "./options.ts";
import { type SharedParts, Template } from "./template.ts";

export interface TemplateEnvironmentOptions extends TemplateOptions {
	/** Compiled templates that are kept, the ones used last. 0 keeps none, -1 all. Default 400. */
	cache_size?: number;
}

/**
 * Options shared by many templates, with a cache: each source is compiled once, even if templates include, import or
 * extend each other.
 */
export class TemplateEnvironment {
	readonly #options: TemplateOptions;
	readonly #shared: SharedParts;
	readonly #units: RecentMap<Unit>;
	readonly #named: RecentMap<Template>;
	readonly #unnamed: RecentMap<Template>;
	readonly #load: (name: string) => string | undefined;

	constructor({ cache_size = 400, ...options }: TemplateEnvironmentOptions = {}) {
		this.#options = options;
		this.#units = new RecentMap(cache_size);
		this.#named = new RecentMap(cache_size);
		this.#unnamed = new RecentMap(cache_size);
		this.#shared = { settings: readSettings(options), units: this.#units };
		this.#load = createLoad(options.loader);
	}

	/**
	 * Returns the template of a source.
	 *
	 * @throws TemplateSyntaxError if the source cannot be parsed
	 */
	fromString(source: string): Template {
		return this.#unnamed.getOrMake(source, () => new Template(source, this.#options, this.#shared));
	}

	/**
	 * Returns the template of a name, from the loader.
	 *
	 * @throws TemplateNotFound if the loader has none of that name; TemplateSyntaxError if its source cannot be read
	 */
	getTemplate(name: string): Template {
		return this.#named.getOrMake(name, () => {
			const source = this.#load(name);
			if (source === undefined) throw new TemplateNotFound(name);
			return new Template(source, { ...this.#options, name }, this.#shared);
		});
	}

	/** Renders the template of a name. */
	render(name: string, context: TemplateContext = {}): string {
		return this.getTemplate(name).render(context);
	}

	/** Drops compiled templates, so that changed sources are read again: one name, or all. */
	clear(name?: string): void {
		if (name === undefined) for (const cache of [this.#units, this.#named, this.#unnamed]) cache.clear();
		else for (const cache of [this.#units, this.#named]) cache.delete(name);
	}
}

/** A Map that drops the least recently used entry. */
class RecentMap<Value> {
	readonly #entries = new Map<string, Value>();
	readonly #size: number;

	constructor(size: number) {
		this.#size = size < 0 ? Number.POSITIVE_INFINITY : size;
	}

	get(key: string): Value | undefined {
		const value = this.#entries.get(key);
		if (value === undefined) return undefined;
		this.#entries.delete(key);
		this.#entries.set(key, value);
		return value;
	}

	set(key: string, value: Value): void {
		this.#entries.delete(key);
		this.#entries.set(key, value);
		if (this.#entries.size <= this.#size) return;
		const [oldest] = this.#entries.keys();
		if (oldest !== undefined) this.#entries.delete(oldest);
	}

	getOrMake(key: string, make: () => Value): Value {
		const known = this.get(key);
		if (known !== undefined) return known;
		const made = make();
		this.set(key, made);
		return made;
	}

	delete(key: string): void {
		this.#entries.delete(key);
	}

	clear(): void {
		this.#entries.clear();
	}
}

/** Defaults of filters, by Jinja2's names. */
export interface Policies {
	/** Characters beyond its length that `truncate` leaves alone. Default 5. */
	readonly "truncate.leeway"?: number;
	/** Attribute `rel` of the links of `urlize`, null for none. Default `noopener`. */
	readonly "urlize.rel"?: string | null;
	/** Attribute `target` of the links of `urlize`. Default none. */
	readonly "urlize.target"?: string | null;
	/** Further URL schemes for `urlize`, such as `tel:`. Default none. */
	readonly "urlize.extra_schemes"?: readonly string[] | null;
	/** Default arguments of `tojson`. */
	readonly "json.dumps_kwargs"?: {
		readonly ensure_ascii?: boolean;
		readonly indent?: number | string | null;
		readonly separators?: readonly [item: string, key: string] | null;
		readonly sort_keys?: boolean;
	};
	/** Writes JSON in place of the engine; gets the value as the host knows it, and the arguments of `tojson`. */
	readonly "json.dumps_function"?: ((value: never, options: Readonly<Record<string, unknown>>) => string) | null;
}

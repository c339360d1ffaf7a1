/**
 * A class that is recognized in all copies of the package that a program has loaded, whatever their format or version.
 * The symbol is registered: it is the same one in each copy.
 */
interface Branded {
	readonly brand: symbol;
	readonly prototype: object;
}

/**
 * `Symbol.hasInstance` of a branded class: `instanceof` finds its instances and those of its subclasses, also the ones of
 * another copy of the package, such as of `import` and `require`. A subclass without its own brand has the usual
 * `instanceof`.
 */
export function hasBrand(this: Branded, value: unknown): boolean {
	const brand = Object.hasOwn(this, "brand") ? this.brand : undefined;
	for (let prototype = prototypeOf(value); prototype; prototype = prototypeOf(prototype))
		if (prototype === this.prototype || (brand && prototype.constructor?.brand === brand)) return true;
	return false;
}

function prototypeOf(value: unknown): { readonly constructor?: Partial<Branded> } | null {
	return Object.getPrototypeOf(Object(value)) as ReturnType<typeof prototypeOf>;
}

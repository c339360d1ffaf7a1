import { Special, type Value } from "../values/value.ts";
import type { Frame, Unit } from "./frame.ts";

/** The value of an imported template: its attributes are the names of its top level, its text the output. */
export class Module extends Special {
	readonly #unit: Unit;
	readonly #frame: Frame;

	constructor(unit: Unit, frame: Frame) {
		super();
		this.#unit = unit;
		this.#frame = frame;
	}

	get typeName(): string {
		return "TemplateModule";
	}

	override get qualifiedName(): string {
		return "jinja2.environment.TemplateModule";
	}

	override toString(): string {
		return this.#frame.out;
	}

	override attribute(name: string): Value | undefined {
		if (name.startsWith("_")) return undefined;
		const slot = this.#unit.names.get(name);
		return slot === undefined ? undefined : this.#frame.slots[slot];
	}
}

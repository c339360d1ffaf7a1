import { Special, type Value } from "../values/value.ts";
import type { Frame, Unit } from "./frame.ts";
/** The value of an imported template: its attributes are the names of its top level, its text the output. */
export declare class Module extends Special {
    #private;
    constructor(unit: Unit, frame: Frame);
    get typeName(): string;
    get qualifiedName(): string;
    toString(): string;
    attribute(name: string): Value | undefined;
}

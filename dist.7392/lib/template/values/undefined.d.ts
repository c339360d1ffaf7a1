import { Special, type Value } from "./value.ts";
/** Behavior of undefined values: see the option `undefined`. */
export type UndefinedMode = "default" | "strict" | "chainable" | "debug";
/** Where an undefined value came from. */
export type UndefinedOrigin = {
    readonly name: string;
} | {
    readonly object: Value;
    readonly key: Value;
    readonly reprKey?: (key: Value) => string;
} | {
    readonly message: string;
    readonly isUnsafe?: boolean;
};
/** The absence of a value; knows what was missing, for the error when it is used after all. */
export declare class Undefined extends Special {
    #private;
    readonly mode: UndefinedMode;
    constructor(mode: UndefinedMode, origin: UndefinedOrigin);
    get typeName(): string;
    get qualifiedName(): string;
    get message(): string;
    /** Raises the error that using the value deserves. */
    fail(): never;
    /** Raises the error if undefined values must not even be looked at. */
    refuseIfStrict(): void;
    /** The printed form. */
    get text(): string;
}
/** Returns an undefined value for an attribute the sandbox keeps from templates. */
export declare function unsafeAttribute(mode: UndefinedMode, object: Value, name: string): Undefined;

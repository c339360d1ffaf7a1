/**
 * Whether the sandbox has a model: its owner is `sandbox` or one it knows, or its name is one of a known family that
 * providers call without an owner. Nothing with `no-such` in it exists.
 */
export declare function modelExists(model: string): boolean;

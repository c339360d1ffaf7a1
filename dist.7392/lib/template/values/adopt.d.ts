import { type Value } from "./value.ts";
/** Hooks of asynchronous rendering for promises, and for functions that must not be called twice. */
export interface Replay {
    /** The value of a promise; throws to suspend the render until there is one. */
    settle(promise: PromiseLike<Value>): Value;
    /** Runs a function of the host, or gives what it returned before. */
    call(run: () => Value): Value;
}
/** Runs the work with promises of the host standing for what they resolve to. */
export declare function replaying<Result>(session: Replay, work: () => Result): Result;
/** Whether promises stand for what they resolve to. */
export declare function settlesPromises(): boolean;
/** Runs a function of the host. Its result may be a promise where that is allowed. */
export declare function callOnce(run: () => Value): Value;
/**
 * Returns a value of the host as templates see it: sets, generators and iterators are lists. All else stays as it is.
 */
export declare function adopt(value: Value): Value;
/**
 * Whether an object of the host is a dict.
 *
 * @throws TemplateRuntimeError for dates and promises, which templates cannot use
 */
export declare function isHostMapping(value: object): boolean;
/** Whether the class of an object has a getter of the name. */
export declare function hasGetter(object: object, name: string): boolean;
/** The names of the getters of an object's class. */
export declare function getterNames(object: object): string[];

import type { Args, BaseArgs, CallOptions, ResponseInfo } from "../types.ts";
import { type ObjectRules } from "./conversation.ts";
import { type ObjectPlan } from "./plan.ts";
import type { ObjectEvent, ObjectResult } from "./types.ts";
type ChatArgs = BaseArgs & Args;
/**
 * Asks for a value, and asks again as often as allowed.
 * @param onResponse called with the head of each response
 */
export declare function askForObject(plan: ObjectPlan, args: ChatArgs, rules: ObjectRules, options?: CallOptions, onResponse?: (response: ResponseInfo) => void): Promise<ObjectResult<unknown>>;
/**
 * Asks for a value in a stream, and yields it as it grows. When the model must be asked again, the value starts over.
 */
export declare function streamObject(plan: ObjectPlan, args: ChatArgs, rules: ObjectRules, options?: CallOptions): AsyncGenerator<ObjectEvent<unknown>, void, undefined>;
/** Returns the rules and the call in the arguments of the public functions. */
export declare function splitArgs(given: ChatArgs): {
    plan: ObjectPlan;
    rules: ObjectRules;
    args: ChatArgs;
};
export {};

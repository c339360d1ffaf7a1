import { type Keywords } from "./callable.ts";
import { type Value } from "./value.ts";
/** Calls a callable of the template on behalf of the host. */
export type CallBack = (callee: Value, args: Value[]) => Value;
/**
 * Calls a function of the host with plain JavaScript values; keywords arrive as one object at the end.
 *
 * @param first passed before the arguments, as it is
 */
export declare function callHost(callee: object, args: readonly Value[], keywords: Keywords | undefined, callBack: CallBack, first?: readonly object[]): Value;
/** Returns a value as the host knows it: without the engine's own classes. */
export declare function toHost(value: Value, callBack: CallBack): Value;

import type { Runtime } from "../runtime.ts";
import { type Builtin } from "../values/callable.ts";
type Test = Builtin<Runtime>;
/** All built-in tests by name. */
export declare const TESTS: ReadonlyMap<string, Test>;
export {};

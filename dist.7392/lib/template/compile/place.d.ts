import type { HostContext } from "../host-context.ts";
import type { Compiler } from "./compiler.ts";
import type { Frame } from "./frame.ts";
import type { Scope } from "./scope.ts";
/** Tells functions of the host what a template sees at a place in it. */
export declare function compilePlace(scope: Scope, compiler: Compiler): (frame: Frame) => () => HostContext;

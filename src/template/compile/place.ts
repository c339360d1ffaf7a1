import { callValue } from "../call.ts";
import type { HostContext } from "../host-context.ts";
import { toHost } from "../values/host.ts";
import { Undefined } from "../values/undefined.ts";
import type { Compiler } from "./compiler.ts";
import type { Evaluate, Frame } from "./frame.ts";
import { compileVariable } from "./names.ts";
import type { Scope } from "./scope.ts";

/** Provides host functions with the template's context at a position. */
export function compilePlace(scope: Scope, compiler: Compiler): (frame: Frame) => () => HostContext {
	// Created on first use: few templates have such functions.
	const readers = new Map<string, Evaluate>();
	const read = (name: string): Evaluate => {
		const known = readers.get(name) ?? compileVariable(name, scope);
		readers.set(name, known);
		return known;
	};
	return (frame) => () => ({
		get: (name) => {
			const local = read(name)(frame);
			// A variable that is set only later does not hide the name of the context.
			const value = local instanceof Undefined ? frame.context.lookup(name) : local;
			return toHost(value, (callee, values) => callValue(frame.runtime, callee, values, undefined));
		},
		autoescape: frame.runtime.autoescape,
		templateName: compiler.source.name,
	});
}

import type { CallOptions } from "../inference/index.ts";
import type { Lane } from "./lane.ts";
import type { BatchOptions, BatchTarget } from "./types.ts";
/** Whom a batch calls. */
export declare function makeTargets(options: BatchOptions): readonly BatchTarget[];
/** The arguments of a call that its target brings. */
export declare function targetArgs({ accessToken, model, provider, endpointUrl }: BatchTarget): BatchTarget;
/**
 * Before the first row: the lanes that can be called. `onSkip` is told of the others.
 * @throws what is wrong with the first where none can be called
 */
export declare function keepUsable(lanes: readonly Lane[], { task, onSkip }: BatchOptions, optionsOf: (target: BatchTarget) => CallOptions): Promise<readonly Lane[]>;

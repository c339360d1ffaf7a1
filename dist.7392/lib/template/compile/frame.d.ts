import type { TemplateSyntaxError } from "../errors.ts";
import type { Runtime } from "../runtime.ts";
import { type Mapping } from "../values/dict.ts";
import { Special, type Value } from "../values/value.ts";
/** Variables and output of one activation of a template or macro. */
export declare class Frame {
    /** Variables by number; undefined where nothing has been assigned. */
    readonly slots: Value[];
    /** The frame of the code around this one, for macros and the like. */
    readonly parent: Frame | undefined;
    readonly context: Context;
    readonly runtime: Runtime;
    /** Text written so far. */
    out: string;
    /** The text becomes a value rather than output. */
    isCaptured: boolean;
    /** The template that `extends` named, once it has run, and the text written before. */
    extended: {
        readonly unit: Unit;
        readonly before: string;
    } | undefined;
    constructor(size: number, parent: Frame | undefined, context: Context, runtime: Runtime);
}
/** How a statement ended. */
export type Signal = 0 | 1 | 2;
export declare const DONE = 0;
export declare const BREAK = 1;
export declare const CONTINUE = 2;
/** A compiled expression. */
export type Evaluate = (frame: Frame) => Value;
/** A compiled statement. */
export type Execute = (frame: Frame) => Signal;
/** A compiled block: renders itself given its place in the chain of overriding blocks. */
export type RenderBlock = (context: Context, runtime: Runtime, level: number) => string;
/** A compiled template. */
export interface Unit {
    readonly name: string | undefined;
    readonly run: Execute;
    /** How many variables its top level has. */
    readonly size: () => number;
    /** The names its top level assigns, with the number of their variable. */
    readonly names: ReadonlyMap<string, number>;
    readonly blocks: ReadonlyMap<string, RenderBlock>;
    /** Other templates, or blocks, may ask for the names of its top level. */
    readonly sharesNames: boolean;
    /** Whether output is escaped at first. */
    readonly autoescape: boolean;
    /** The template uses a filter or test that does not exist, and would reach it. */
    readonly unknown: TemplateSyntaxError | undefined;
}
/** The names a template can see beyond its own variables, and the blocks of the templates that extend each other. */
export declare class Context {
    #private;
    /** By name the blocks of all templates of the chain, the most derived first. */
    readonly blocks: Map<string, RenderBlock[]>;
    constructor(data: Mapping, globals: ReadonlyMap<string, Value>, outer?: Context, blocks?: Map<string, RenderBlock[]>);
    /** Returns the value of a name; undefined if there is none. */
    lookup(name: string): Value | undefined;
    share(names: ReadonlyMap<string, number>, frame: Frame): void;
    /** Returns a context that sees more names; `sharesBlocks` for code of the same template. */
    extend(names: Mapping, sharesBlocks: boolean): Context;
    /** Returns a context that sees nothing but the globals. */
    bare(): Context;
}
/** Renders a template in a context; returns the frame of its top level, with the output. */
export declare function runUnit(unit: Unit, context: Context, runtime: Runtime, isTop?: boolean): Frame;
/** Renders the block of a name, `level` steps up the chain; undefined if there is none. */
export declare function renderBlock(name: string, context: Context, runtime: Runtime, level?: number): Value | undefined;
/** The value of `self`: its attributes are the blocks. */
export declare class BlockTable extends Special {
    #private;
    constructor(context: Context);
    get typeName(): string;
    get qualifiedName(): string;
    attribute(name: string): Value | undefined;
}

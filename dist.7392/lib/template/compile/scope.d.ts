/** The variables of one function: the top level, a macro, a block, the body of a recursive loop. */
declare class Layout {
    size: number;
    allocate(): number;
}
/** Where a name may be found: that many functions out, under that number. */
export interface Place {
    readonly hops: number;
    readonly slot: number;
    readonly isAlwaysSet: boolean;
}
/** State of a scope besides its names. */
export interface Flags {
    /** Unknown filters and tests are reported when they are reached. */
    readonly isSoft: boolean;
    readonly isInLoop: boolean;
    /** Whether values are escaped: known, or found out at run time. */
    readonly escapes: boolean | "runtime";
    /** Output disappears once the template has been extended. */
    readonly isExtensible: boolean;
}
/** The names visible to a stretch of code, known before it runs. */
export declare class Scope {
    #private;
    readonly layout: Layout;
    readonly flags: Flags;
    private constructor();
    static root(flags: Flags): Scope;
    /** Returns a scope inside this one, in the same function. */
    inner(flags?: Partial<Flags>): Scope;
    /** Returns a scope inside this one that is a function of its own. */
    function(flags?: Partial<Flags>): Scope;
    /** Returns a function that sees nothing of this scope. */
    detached(flags?: Partial<Flags>): Scope;
    /** Returns the same scope under different rules. */
    with(flags: Partial<Flags>): Scope;
    /** Whether no other scope is around this one: that of a template or block. */
    get isOutermost(): boolean;
    /** Makes room for a name; returns the number of its variable. */
    declare(name: string, isAlwaysSet?: boolean): number;
    /** Notes that a name is read. */
    read(name: string): void;
    /** Notes that a name is set; returns the number of its variable. */
    set(name: string): number;
    /**
     * Whether a variable without a value hides the name of the context. That is so once the scope of the variable sets it
     * without having read it, even where that comes later; code around the scope that reads the name makes it known.
     */
    hidesContext(name: string): boolean;
    /** Whether the scope itself has the name. */
    has(name: string): boolean;
    /** Whether something asked for a name of this scope. */
    isUsed(name: string): boolean;
    /** Returns the places where a name may be found, innermost first. */
    resolve(name: string): Place[];
    /** All names that may have a value here. */
    visibleNames(): Set<string>;
    /** Numbers of the scope's own variables by name. */
    ownNames(): ReadonlyMap<string, number>;
}
export {};

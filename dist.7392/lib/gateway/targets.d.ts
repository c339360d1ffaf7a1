import type { Target } from "./types.ts";
/** Reads a target as aliases and requests name it; a string says what is wrong with it. */
export declare function parseTarget(text: string): Target | string;
/** Reads the list of targets of an alias. @throws GatewayError that names the alias and what is wrong */
export declare function parseAlias(name: string, targets: readonly string[]): Target[];
/** Finds the targets of the model that a request names. */
export declare class TargetBook {
    readonly aliases: ReadonlyMap<string, readonly Target[]>;
    private readonly providers;
    constructor(aliases: Readonly<Record<string, readonly string[]>>, providers: readonly string[]);
    /**
     * @param known ids of models, for a suggestion
     * @throws GatewayError 400 without a model, 404 for one that cannot be
     */
    find(model: unknown, provider: unknown, known: Iterable<string>): readonly Target[];
}

/** What a copy of a model in another format has on the hub. */
export interface ModelFormat {
    library: string;
    tags: readonly string[];
    /** Its weights, by the name of the model without owner. */
    files(name: string): string[];
    isGguf?: true;
}
/** The format of a model that is a copy of another; undefined for models as their makers publish them. */
export declare function formatOf(model: string): ModelFormat | undefined;

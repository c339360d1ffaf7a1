/** A name in a text. */
export interface Entity {
    group: "PER" | "ORG" | "LOC" | "MISC";
    word: string;
    start: number;
    end: number;
    score: number;
}
/**
 * Names in a text: capitalized words, sorted into persons, organizations, places and others by the words around them.
 */
export declare function findEntities(text: string): Entity[];

/**
 * Where recordings are kept: named files. `memoryStore` keeps them in memory, `folderStore` of `modelhub/node` in a
 * folder.
 */
export interface ExchangeStore {
    /** Named in messages, such as the path of a folder. */
    readonly name: string;
    /** Names of all files. */
    list(): Promise<string[]>;
    /** @throws when there is no such file */
    read(name: string): Promise<Uint8Array<ArrayBuffer>>;
    /** Writes a file so that it is whole or not there; replaces one of the same name. */
    write(name: string, bytes: Uint8Array<ArrayBuffer>): Promise<void>;
    /** Removes a file; does nothing where there is none. */
    remove(name: string): Promise<void>;
}
/**
 * A store that lasts as long as the program.
 * @param files name → bytes, to begin with; changed in place
 */
export declare function memoryStore(files?: Map<string, Uint8Array<ArrayBuffer>>): ExchangeStore;

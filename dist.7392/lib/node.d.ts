import type { ExchangeStore } from "./exchange/index.ts";
/**
 * Returns a store of recordings in a folder, a file each. The folder is made when something is written.
 *
 * Files are written under a temporary name and then renamed, so that a program that is killed leaves no half of one.
 */
export declare function folderStore(folder: string): ExchangeStore;

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
	/** Removes a file; does nothing if there is none. */
	remove(name: string): Promise<void>;
}

/**
 * Creates a store in memory.
 * @param files initial files, name → bytes; changed in place
 */
export function memoryStore(files: Map<string, Uint8Array<ArrayBuffer>> = new Map()): ExchangeStore {
	return {
		name: "memory",
		list: async () => [...files.keys()],
		read: async (name) => {
			const bytes = files.get(name);
			if (!bytes) throw new Error(`No file ${name} in memory.`);
			return bytes;
		},
		write: async (name, bytes) => {
			files.set(name, bytes);
		},
		remove: async (name) => {
			files.delete(name);
		},
	};
}

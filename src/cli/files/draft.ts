import {
	chmodSync,
	chownSync,
	closeSync,
	fsyncSync,
	linkSync,
	openSync,
	renameSync,
	rmSync,
	type Stats,
	statSync,
	writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { endOfLinks } from "./links.ts";

/**
 * A file that is written under a random name and then moved to its place, so that nobody ever meets half of it. The
 * file is made exclusively: a link that waits under the name is not followed.
 */
export class Draft {
	readonly path: string;
	#descriptor: number | undefined;
	#exists = true;
	#mode: number | undefined;

	/**
	 * @param folder on the disk of the place it will have
	 * @param mode bits of a new file, as far as the umask allows
	 */
	constructor(folder: string, mode = 0o666) {
		this.path = join(folder, `.hub-${crypto.randomUUID()}.part`);
		this.#descriptor = openSync(this.path, "wx", mode);
	}

	/** Appends bytes. */
	write(bytes: Uint8Array): void {
		if (this.#descriptor === undefined) throw new Error("The draft is closed.");
		try {
			for (let at = 0; at < bytes.length; ) at += writeSync(this.#descriptor, bytes, at);
		} catch (error) {
			// Node tells the path only where a file is opened.
			throw Object.assign(error as Error, { path: this.path });
		}
	}

	/** Gives the file a mode of its own, also where it replaces another. */
	fixMode(mode: number): void {
		this.#mode = mode;
	}

	/**
	 * Moves the file to its place.
	 * @param force replaces what is there: a link keeps leading to its file, and the file its mode
	 * @throws EEXIST when the name is taken, without `force`
	 */
	publish(target: string, force: boolean): void {
		this.close();
		if (force) this.#replace(endOfLinks(target));
		else this.#claim(target);
	}

	/** Waits until the disk holds what was written. */
	sync(): void {
		if (this.#descriptor !== undefined) fsyncSync(this.#descriptor);
	}

	/** Ends the writing; the file stays. */
	close(): void {
		if (this.#descriptor !== undefined) closeSync(this.#descriptor);
		this.#descriptor = undefined;
	}

	/** Removes the file, unless it has got its place. */
	discard(): void {
		if (!this.#exists) return;
		this.#exists = false;
		try {
			this.close();
		} finally {
			rmSync(this.path, { force: true });
		}
	}

	#replace(target: string): void {
		const old = statSync(target, { throwIfNoEntry: false });
		if (old) keepOwner(this.path, old);
		if (this.#mode !== undefined) chmodSync(this.path, this.#mode);
		renameSync(this.path, target);
		this.#exists = false;
	}

	#claim(target: string): void {
		try {
			// Unlike a rename, a link fails where the name is taken, also when it was taken a moment ago.
			linkSync(this.path, target);
		} catch (error) {
			const { code = "" } = error as NodeJS.ErrnoException;
			// Some file systems know no links.
			if (!["EPERM", "ENOTSUP", "ENOSYS"].includes(code) || statSync(target, { throwIfNoEntry: false })) throw error;
			renameSync(this.path, target);
			this.#exists = false;
		}
		this.discard();
	}
}

/** The mode of a file that is replaced. */
export interface FileMode {
	/** Bits of a new file, as far as the umask allows. Default: what the umask allows. */
	mode?: number;
	/** Whether a file that is there gets this mode too. Default: it keeps its own. */
	always?: boolean;
}

/** Replaces a file, or makes it, as a whole. */
export function replaceFile(target: string, content: string | Uint8Array, { mode, always }: FileMode = {}): void {
	const draft = new Draft(dirname(endOfLinks(target)), mode);
	try {
		draft.write(typeof content === "string" ? Buffer.from(content) : content);
		if (mode !== undefined && always) draft.fixMode(mode);
		draft.publish(target, true);
	} finally {
		draft.discard();
	}
}

function keepOwner(path: string, { mode, uid, gid }: Stats): void {
	try {
		chownSync(path, uid, gid);
	} catch {
		// Only root may give files away.
	}
	chmodSync(path, mode & 0o7777);
}

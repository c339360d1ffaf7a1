import {
	chmodSync,
	chownSync,
	closeSync,
	fsyncSync,
	linkSync,
	openSync,
	readlinkSync,
	realpathSync,
	renameSync,
	rmSync,
	type Stats,
	statSync,
	writeSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";

/**
 * A file that is written under a random name and then moved to its place, so that other programs never see half of it.
 * The file is made exclusively: a link that waits under the name is not followed.
 */
export class Draft {
	readonly path: string;
	#descriptor: number | undefined;
	#exists = true;
	readonly #mode: number | undefined;

	/**
	 * @param folder on the disk of the place it will have
	 * @param mode bits of the file, also where it replaces another. Default: what the umask allows, or those of the file
	 * that is replaced
	 */
	constructor(folder: string, mode?: number) {
		this.path = join(folder, `.hub-${crypto.randomUUID()}.part`);
		this.#mode = mode;
		this.#descriptor = openSync(this.path, "wx", mode ?? 0o666);
	}

	/** Opens a draft beside the file that it will replace or create. */
	static replacing(target: string, mode?: number): Draft {
		return new Draft(dirname(endOfLinks(target)), mode);
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

	/**
	 * Moves the file to its place.
	 * @param force replaces what is there: a link keeps leading to its file, and the file its mode
	 * @throws EEXIST when the name is taken, without `force`
	 */
	publish(target: string, force: boolean): void {
		this.close();
		if (!force) {
			this.#claim(target);
			return;
		}
		const end = endOfLinks(target);
		const old = statSync(end, { throwIfNoEntry: false });
		if (old) takeOver(old, this.path, this.#mode);
		renameSync(this.path, end);
		this.#exists = false;
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

/**
 * Replaces a file, or makes it, as a whole.
 * @param mode bits of the file. Default: what the umask allows, or those of the file that is replaced
 */
export function replaceFile(target: string, content: string | Uint8Array, mode?: number): void {
	const draft = Draft.replacing(target, mode);
	try {
		draft.write(typeof content === "string" ? Buffer.from(content) : content);
		draft.publish(target, true);
	} finally {
		draft.discard();
	}
}

/** Gives a file the owner and the mode of the one it replaces. */
function takeOver({ mode, uid, gid }: Stats, path: string, fixed: number | undefined): void {
	try {
		chownSync(path, uid, gid);
	} catch {
		// Only root may give files away.
	}
	chmodSync(path, fixed ?? mode & 0o7777);
}

/** As many links in a row as Linux follows. */
const MAX_LINKS = 40;

/** The file a path leads to, whether it is there or not: a link to a file that is missing leads to its place. */
function endOfLinks(path: string): string {
	let current = path;
	for (let count = 0; count < MAX_LINKS; count++) {
		let next: string;
		try {
			next = readlinkSync(current);
		} catch {
			return current;
		}
		current = resolve(realpathSync(dirname(current)), next);
	}
	throw Object.assign(new Error("Too many links"), { code: "ELOOP", syscall: "readlink", path });
}

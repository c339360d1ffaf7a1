import { closeSync, fsyncSync, linkSync, openSync, readSync, rmSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { draftName, endOfLinks, moveOver, renameOver } from "./replace-file.ts";
import { writeAll } from "./write-all.ts";

/** Bytes. */
const COPIED_AT_ONCE = 2 ** 20;

/**
 * A file that is written under a random name and then renamed, so that other programs never see half of it.
 * The file is created exclusively: a planted link is not followed.
 */
export class Draft {
	readonly path: string;
	#descriptor: number | undefined;
	#exists = true;
	#followsLinks = true;
	readonly #mode: number | undefined;

	/**
	 * @param folder on the disk of its final path
	 * @param mode bits of the file, even if it replaces another. Default: what the umask allows, or those of the file
	 * that is replaced
	 */
	constructor(folder: string, mode?: number) {
		this.path = draftName(folder);
		this.#mode = mode;
		this.#descriptor = openSync(this.path, "wx", mode ?? 0o666);
	}

	/** Opens a draft next to the file that it will replace or create. */
	static replacing(target: string, mode?: number): Draft {
		return new Draft(dirname(endOfLinks(target)), mode);
	}

	/**
	 * Opens a draft of a private file of the program, which only its owner may read. It replaces a link that
	 * has the file's name instead of following it.
	 */
	static ofOwn(target: string): Draft {
		const draft = new Draft(dirname(target), 0o600);
		draft.#followsLinks = false;
		return draft;
	}

	write(bytes: Uint8Array): void {
		if (this.#descriptor === undefined) throw new Error("The draft is closed.");
		try {
			writeAll(this.#descriptor, bytes);
		} catch (error) {
			// Node reports the path only if a file is opened.
			throw Object.assign(error as Error, { path: this.path });
		}
	}

	/** Adds the first bytes of another draft. */
	copyFrom(other: Draft, length: number): void {
		const source = openSync(other.path, "r");
		try {
			const piece = new Uint8Array(COPIED_AT_ONCE);
			for (let left = length; left > 0; ) {
				const count = readSync(source, piece, 0, Math.min(left, piece.length), null);
				if (count === 0) throw new Error("The draft is shorter than was written to it.");
				this.write(piece.subarray(0, count));
				left -= count;
			}
		} finally {
			closeSync(source);
		}
	}

	/**
	 * Moves the file to its place.
	 * @param force replaces an existing file: a link keeps its target, and the file its mode
	 * @throws EEXIST if the name is taken, without `force`
	 */
	publish(target: string, force: boolean): void {
		this.close();
		if (!force) {
			this.#claim(target);
			return;
		}
		if (this.#followsLinks) moveOver(this.path, endOfLinks(target), this.#mode);
		else renameOver(this.path, target);
		this.#exists = false;
	}

	sync(): void {
		if (this.#descriptor !== undefined) fsyncSync(this.#descriptor);
	}

	/** Closes the file, which stays. */
	close(): void {
		if (this.#descriptor !== undefined) closeSync(this.#descriptor);
		this.#descriptor = undefined;
	}

	/** Removes the file, unless it was moved to its place. */
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
			// Unlike a rename, a link fails if the name is taken, even since a moment ago.
			linkSync(this.path, target);
		} catch (error) {
			const { code = "" } = error as NodeJS.ErrnoException;
			// Some file systems do not support links.
			if (!["EPERM", "ENOTSUP", "ENOSYS"].includes(code) || statSync(target, { throwIfNoEntry: false })) throw error;
			renameOver(this.path, target);
			this.#exists = false;
		}
		this.discard();
	}
}

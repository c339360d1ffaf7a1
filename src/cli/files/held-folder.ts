import { closeSync, constants, fstatSync, lstatSync, openSync, realpathSync, type Stats, statSync } from "node:fs";
import { join, parse, relative, sep } from "node:path";
import { Draft } from "./draft.ts";
import { makeFolder } from "./replace-file.ts";

/** Where Linux has a path to each open file that stays with it, whatever becomes of its name. */
const OPEN_FILES = "/proc/self/fd";

/** A folder is a link, or something else has taken its place. */
export class FolderReplaced extends Error {
	override readonly name = "FolderReplaced";
	/** Of the folder or link. */
	readonly path: string;
	readonly isLink: boolean;

	constructor(path: string, isLink: boolean) {
		super(`${path} ${isLink ? "is a link" : "was replaced"}`);
		this.path = path;
		this.isLink = isLink;
	}
}

/**
 * A folder for files that are written later. No link below its root leads them elsewhere, not even one that is made
 * after the folder was opened.
 *
 * On Linux its files are named by the open folder, so a new link has no effect on them. Elsewhere a draft is created
 * empty, and removed if it is not where it should be.
 */
export class HeldFolder {
	/** Without links. */
	readonly #place: string;
	readonly #descriptor: number | undefined;
	/** Its files are created below this path. */
	readonly #path: string;
	readonly #drafts: Draft[] = [];

	/**
	 * Opens a folder, which is created if it is missing.
	 * @param root without links. Links on the way to it, and links outside, are the user's own choice
	 * @param name absolute
	 * @throws FolderReplaced for a link, or the error of the system
	 */
	constructor(root: string, name: string, openFiles: string = OPEN_FILES) {
		const { start, names } = split(root, name);
		if (names.length === 0) makeFolder(start);
		this.#place = realpathSync(start);
		let descriptor = openFolder(this.#place, openFiles);
		this.#path = pathOf(descriptor, openFiles) ?? this.#place;
		try {
			for (const part of names) {
				this.#place = join(this.#place, part);
				const next = join(this.#path, part);
				if (isLink(next)) throw new FolderReplaced(this.#place, true);
				makeFolder(next);
				const above = descriptor;
				descriptor = openFolder(next, openFiles);
				this.#path = pathOf(descriptor, openFiles) ?? this.#place;
				if (above !== undefined) closeSync(above);
			}
		} catch (error) {
			if (descriptor !== undefined) closeSync(descriptor);
			throw this.explain(error);
		}
		this.#descriptor = descriptor;
	}

	/** Opens a file that `publish` gives its name; without that, `close` removes it. */
	draft(): Draft {
		const draft = new Draft(this.#path);
		this.#drafts.push(draft);
		try {
			if (this.#descriptor === undefined) this.#check();
			return draft;
		} catch (error) {
			draft.discard();
			throw error;
		}
	}

	/**
	 * Gives a file its name, which must be new.
	 * @throws FolderReplaced if the folder is no longer at its path
	 */
	publish(draft: Draft, name: string): void {
		this.#check();
		draft.publish(join(this.#path, name), false);
	}

	/** Returns the path of a file in the folder, for people and programs. */
	pathOf(name: string): string {
		return join(this.#place, name);
	}

	/** Removes the drafts without a name. */
	close(): void {
		for (const draft of this.#drafts) draft.discard();
		if (this.#descriptor !== undefined) closeSync(this.#descriptor);
	}

	/** Names the folder in an error of the system by its own path. */
	explain(error: unknown): unknown {
		const { path } = error as NodeJS.ErrnoException;
		if (error instanceof Error && "syscall" in error && path?.startsWith(this.#path + sep)) {
			Object.assign(error, { path: this.#place + path.slice(this.#path.length) });
		}
		return error;
	}

	#check(): void {
		const there = lstatSync(this.#place, { throwIfNoEntry: false });
		const isSame =
			there?.isDirectory() &&
			realpathSync(this.#place) === this.#place &&
			(this.#descriptor === undefined || isSameFile(there, fstatSync(this.#descriptor)));
		if (!isSame) throw new FolderReplaced(this.#place, there?.isSymbolicLink() ?? false);
	}
}

/** Returns the part of a path without links to respect, and the names below the root that must not be links. */
function split(root: string, name: string): { start: string; names: readonly string[] } {
	const isInside = (path: string): boolean => path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
	let path = parse(name).root;
	let real = path;
	const parts = relative(path, name).split(sep).filter(Boolean);
	for (const [index, part] of parts.entries()) {
		if (isInside(real)) return { start: root, names: [...namesBelow(root, real), ...parts.slice(index)] };
		path = join(path, part);
		if (!lstatSync(path, { throwIfNoEntry: false })) return { start: name, names: [] };
		real = isLink(path) ? realpathSync(path) : join(real, part);
	}
	return isInside(real) ? { start: root, names: namesBelow(root, real) } : { start: name, names: [] };
}

function namesBelow(root: string, path: string): string[] {
	return relative(root, path).split(sep).filter(Boolean);
}

/** Opens a folder that is no link; undefined where the system has no paths to open files. */
function openFolder(path: string, openFiles: string): number | undefined {
	const { O_DIRECTORY = 0, O_NOFOLLOW = 0, O_RDONLY } = constants;
	if (!statSync(openFiles, { throwIfNoEntry: false })) return undefined;
	let descriptor: number;
	try {
		descriptor = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
	} catch (error) {
		throw isLink(path) ? new FolderReplaced(path, true) : error;
	}
	const found = statSync(join(openFiles, String(descriptor)), { throwIfNoEntry: false });
	if (found && isSameFile(found, fstatSync(descriptor))) return descriptor;
	closeSync(descriptor);
	return undefined;
}

function pathOf(descriptor: number | undefined, openFiles: string): string | undefined {
	return descriptor === undefined ? undefined : join(openFiles, String(descriptor));
}

function isLink(path: string): boolean {
	return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false;
}

function isSameFile(one: Stats, other: Stats): boolean {
	return one.dev === other.dev && one.ino === other.ino;
}

import {
	closeSync,
	constants,
	existsSync,
	fstatSync,
	lstatSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	type Stats,
	statSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join, sep } from "node:path";
import { Script } from "node:vm";
import { version } from "../../base/version.ts";
import { hubFolder } from "../config/folders.ts";
import { hasBuiltFile, readBuiltFile } from "../files/read-bounded.ts";

/**
 * Files of parts of the command in one scope: what every start loads; what every `hub infer` loads besides; colors;
 * what sends its request; what reports an error; facts about tasks; the sandbox; what snippets need; the help; what
 * questions share with other commands; and what is drawn with Ink. A pack is opened when one of its parts is needed.
 */
export const PACKS = [
	"start",
	"infer",
	"color",
	"send",
	"report",
	"facts",
	"sandbox",
	"snippet",
	"help",
	"common",
	"ui",
] as const;
export type PackName = (typeof PACKS)[number];

/** Form of the code compiled by a build for every command line. */
export const ANY_FORM = "any";

export function packFile(name: PackName): string {
	return `${name}.pack.cjs`;
}

/** Value of a pack's script: calls `provide` with the pack's modules. */
type Define = (provide: (exports: object) => void, require: Load) => void;

export interface Pack {
	define: Define;
	/** Returns a file with the code that V8 has compiled for the pack so far; see `decodeCompiled`. */
	compile(): Buffer;
}

/** Loads a file of the command, or a module of Node. */
type Load = (id: string) => unknown;

/**
 * Returns the form of a command line: the command and its flags, without values. Lines of one form run nearly the same
 * code.
 */
export function findForm(argv: readonly string[]): string {
	const flags = argv.flatMap((word) => /^-{1,2}[a-z][a-z-]*/i.exec(word)?.[0] ?? []);
	const command = /^[a-z]+$/.test(argv[0] ?? "") ? [argv[0]] : [];
	return [...command, ...new Set(flags.sort())].join("").slice(0, 100) || "hub";
}

/**
 * Returns the function that loads the files of the command in a folder, packs from compiled code. The build of a checkout writes it next to them; else it is cached in the user's cache folder, for each form of command line.
 * `HUB_NO_COMPILE_CACHE` turns the cache off.
 * @returns undefined if the command runs from its sources, without packs
 */
export function openPacks(folder: string, argv: readonly string[]): Load | undefined {
	if (!hasBuiltFile(folder, packFile("start"))) return undefined;
	const form = findForm(argv);
	let cache: string | undefined;
	/** Packs whose compiled code is written when the process ends. */
	const uncached: { path: string; pack: Pack }[] = [];
	// One listener for all packs: of more than ten Node warns.
	process.on("exit", () => {
		for (const { path, pack } of uncached) writePrivateFile(dirname(path), basename(path), pack.compile());
	});
	const open = (name: PackName): Pack => {
		const source = readBuiltFile(folder, packFile(name));
		const place = join(folder, compiledName(ANY_FORM, name));
		const built = existsSync(place) ? decodeCompiled(source, readFileSync(place)) : undefined;
		if (!built && !process.env["HUB_NO_COMPILE_CACHE"]) cache ??= openCache();
		if (built || cache === undefined) return openPack(folder, name, source, built);
		const path = join(cache, compiledName(form, name));
		const file = readPrivateFile(path);
		const code = file && decodeCompiled(source, file);
		const pack = openPack(folder, name, source, code);
		// Code that V8 rejects comes from a run with other flags, which may be used again.
		if (!code) uncached.push({ path, pack });
		return pack;
	};
	return createLoad(folder, open, () => {
		if (cache === undefined) return;
		// Compiled code of the files outside the packs is left to Node, which can keep it since Node 22.
		const module = process.getBuiltinModule("node:module") as { enableCompileCache?(folder: string): unknown };
		module.enableCompileCache?.(cache);
	});
}

/** Returns the folder for compiled code of this version of `hub`; undefined if it cannot be used safely. */
function openCache(): string | undefined {
	const folder = join(hubFolder("cache", process.env), "compiled", version);
	const isNew = !existsSync(folder);
	try {
		mkdirSync(folder, { recursive: true, mode: 0o700 });
		const stats = lstatSync(folder);
		if (!stats.isDirectory() || !isPrivate(stats)) return undefined;
	} catch {
		return undefined;
	}
	if (isNew) removeOld(dirname(folder), version);
	return folder;
}

/** Opens a pack, with cached code if V8 accepts it: flags change the compiled code. */
export function openPack(
	folder: string,
	name: PackName,
	source: Buffer = readBuiltFile(folder, packFile(name)),
	code?: Buffer,
): Pack {
	const filename = join(folder, packFile(name));
	const script = new Script(source.toString("latin1"), code ? { filename, cachedData: code } : { filename });
	return { define: script.runInThisContext(), compile: () => encodeCompiled(source, script.createCachedData()) };
}

/**
 * Returns the function that packs get as `require`. Files outside the packs use Node's own, and find the packs in
 * Node's module table, so that there is one copy of everything.
 * @param open opens a pack
 * @param leavePacks called before the first file outside the packs
 */
export function createLoad(folder: string, open: (name: PackName) => Pack, leavePacks: () => void): Load {
	// Node's `require` is slow, even for its own modules.
	const known = new Map<string, unknown>();
	let isOutside = false;
	const load = (id: string): unknown => {
		const found = known.get(id);
		if (found !== undefined) return found;
		// Same as `join`, which takes longer than the rest of this function.
		const path = id.startsWith("./") ? folder + sep + id.slice(2) : id;
		if (path !== id && !isOutside && require.cache[path] === undefined) {
			isOutside = true;
			leavePacks();
		}
		const loaded = require.cache[path]?.exports ?? require(path);
		known.set(id, loaded);
		return loaded;
	};
	for (const name of PACKS) {
		let exports: object | undefined;
		const pack = {
			loaded: true,
			children: [],
			// A pack is opened when its exports are read.
			get exports(): object {
				if (!exports) open(name).define((value) => (exports = value), load);
				return exports ?? {};
			},
		};
		require.cache[folder + sep + packFile(name)] = pack as unknown as NodeJS.Module;
	}
	return load;
}

/**
 * Code that V8 compiled in an earlier run, in a file. V8 checks little of it: code with a flipped bit can crash the
 * process. So every file contains the code twice, and its source, and is used only if all agree: comparing bytes takes
 * less time than any checksum. A file in the user's cache is used only if nobody else could have written it.
 */

/** First bytes of a file, then the length of the code, at an offset that V8 need not align. */
const FORMAT = "hub2";
const HEADER_BYTES = 8;
/** Larger files are neither read nor written. */
const MAX_BYTES = 8_000_000;
/** Entries kept in a folder in addition to a new one. */
const MAX_SIBLINGS = 127;

/**
 * Name of the file for the Node that runs. V8 accepts compiled code of another build of the same version, and then runs
 * wrong code; so the size of the program, which differs between builds, is part of the name.
 * @param form the command lines it was compiled for, so that a start reads only the code it needs
 * @param pack what was compiled
 */
export function compiledName(form: string, pack: string): string {
	const { version, platform, arch, execPath } = process;
	return `${form}.${pack}-${version}-${platform}-${arch}-${statSync(execPath).size}.compiled`;
}

/** Returns the content of a file with compiled code of `source`. */
export function encodeCompiled(source: Buffer, code: Buffer): Buffer {
	return Buffer.concat([headerFor(code.length), code, code, source]);
}

/** Decodes the result of `encodeCompiled`; undefined if it is damaged or belongs to another source. */
export function decodeCompiled(source: Buffer, file: Buffer): Buffer | undefined {
	const size = (file.length - HEADER_BYTES - source.length) / 2;
	if (!Number.isInteger(size) || size < 0 || !file.subarray(0, HEADER_BYTES).equals(headerFor(size))) return undefined;
	const [code, copy] = [0, 1].map((index) =>
		file.subarray(HEADER_BYTES + index * size, HEADER_BYTES + (index + 1) * size),
	);
	const isIntact = code && copy?.equals(code) && file.subarray(HEADER_BYTES + 2 * size).equals(source);
	return isIntact ? code : undefined;
}

function headerFor(size: number): Buffer {
	const header = Buffer.alloc(HEADER_BYTES, FORMAT);
	header.writeUInt32LE(size, FORMAT.length);
	return header;
}

/** Reads a file that only the user can have written; undefined if there is none. */
export function readPrivateFile(path: string): Buffer | undefined {
	let descriptor: number | undefined;
	try {
		// Windows has no such flag, and no links that any user can make.
		descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
		const stats = fstatSync(descriptor);
		return stats.isFile() && isPrivate(stats) && stats.size <= MAX_BYTES ? readFileSync(descriptor) : undefined;
	} catch {
		return undefined;
	} finally {
		if (descriptor !== undefined) closeSync(descriptor);
	}
}

/** Writes a file that only the user can read, whole or not at all; does nothing if it cannot be written. */
export function writePrivateFile(folder: string, name: string, content: Buffer): void {
	if (content.length > MAX_BYTES) return;
	const temporary = join(folder, `${name}.${process.pid}.${Math.random().toString(36).slice(2)}.part`);
	try {
		writeFileSync(temporary, content, { mode: 0o600, flag: "wx" });
		renameSync(temporary, join(folder, name));
		removeOld(folder, name);
	} catch {
		rmSync(temporary, { force: true });
	}
}

/** Removes all but the newest entries of a folder, and keeps the named one. */
export function removeOld(folder: string, kept: string): void {
	const others = readdirSync(folder)
		.filter((name) => name !== kept)
		.map((name) => join(folder, name))
		.map((path) => ({ path, time: lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
		.sort((a, b) => b.time - a.time);
	for (const { path } of others.slice(MAX_SIBLINGS)) rmSync(path, { recursive: true, force: true });
}

/** On Windows the cache folder is in the user's profile, which others cannot write to. */
function isPrivate(stats: Stats): boolean {
	return process.getuid === undefined || (stats.uid === process.getuid() && (stats.mode & 0o077) === 0);
}

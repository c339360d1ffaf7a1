/** Why a request failed, by the code of the error. */
const NETWORK_TEXTS: Readonly<Record<string, string>> = {
	ECONNREFUSED: "nothing listens there",
	ECONNRESET: "the connection was closed before the response was complete",
	UND_ERR_SOCKET: "the connection was closed before the response was complete",
	ENOTFOUND: "the host is unknown",
	EAI_AGAIN: "the DNS server does not respond",
	ETIMEDOUT: "the connection timed out",
	UND_ERR_CONNECT_TIMEOUT: "the connection timed out",
	EHOSTUNREACH: "the host cannot be reached",
	ENETUNREACH: "the network cannot be reached",
	CERT_HAS_EXPIRED: "its certificate has expired",
	DEPTH_ZERO_SELF_SIGNED_CERT: "its certificate is self-signed",
	SELF_SIGNED_CERT_IN_CHAIN: "its certificate chain is self-signed",
	UNABLE_TO_VERIFY_LEAF_SIGNATURE: "its certificate cannot be verified",
	UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "its certificate cannot be verified",
};

/** Explains a network failure; undefined for other errors. */
export function describeNetworkError(error: unknown): { message: string; hint?: string } | undefined {
	if (!(error instanceof Error)) return undefined;
	if (error.name === "TimeoutError") return { message: `${error.message}.` };
	const causes = causesOf(error);
	const code = causes.map(codeOf).find((value) => value in NETWORK_TEXTS);
	const isFetchFailure = causes.some((cause) => /^(fetch failed|terminated|other side closed)$/.test(cause.message));
	if (!code && !isFetchFailure) return undefined;
	const deepest = causes.at(-1);
	const address = deepest && "hostname" in deepest ? ` (${String(deepest.hostname)})` : describeAddress(deepest);
	if (deepest?.message === "bad port") {
		return { message: "The URL has a port that is blocked for web clients.", hint: "Use another port, such as 8000." };
	}
	const detail = code ? NETWORK_TEXTS[code] : deepest?.message;
	const message = `Network failure: ${detail}${address}.`;
	const isUntrusted = code !== undefined && /SELF_SIGNED|UNABLE_TO/.test(code);
	return isUntrusted
		? { message, hint: "If you trust it, set NODE_EXTRA_CA_CERTS=FILE to its authority's certificate." }
		: { message };
}

function describeAddress(error: Error | undefined): string {
	if (!error || !("address" in error)) return "";
	return ` (${String(error.address)}${"port" in error ? `:${String(error.port)}` : ""})`;
}

/** Results could not be written to their place; the message has the reason, and the path where they are. */
export class SavedElsewhere extends Error {
	override readonly name = "SystemError";
}

/** Explains a failure to open a file that the user named. */
const FILE_TEXTS: Readonly<Record<string, string>> = {
	ENOENT: "no such file",
	EACCES: "access is denied",
	EPERM: "the system does not allow it",
	EISDIR: "it is a folder",
	ENOTDIR: "part of the path is not a folder",
	ELOOP: "too many symbolic links",
	ENAMETOOLONG: "the name is too long",
	ENXIO: "it is a socket, or a device that does not exist",
	ENODEV: "the device does not exist",
	EINVAL: "it cannot be read or written this way",
	EEXIST: "it already exists",
	ENOTEMPTY: "the folder is not empty",
	EROFS: "the disk is read-only",
	ETXTBSY: "it is a running program",
	EBUSY: "it is in use",
	ERR_INVALID_ARG_VALUE: "the file name is not valid",
};

/** Explains exhausted or failing resources of the machine; the command line is not at fault. */
const RESOURCE_TEXTS: Readonly<Record<string, string>> = {
	ENOSPC: "the disk is full",
	EDQUOT: "the disk quota is used up",
	EFBIG: "the file exceeds the size limit of the system",
	EIO: "the disk or device failed",
	ENOMEM: "the memory is full",
	EMFILE: "this process has too many files open",
	ENFILE: "the machine has too many files open",
	EAGAIN: "the machine has no resources left for it",
};

/** A system error: its kind, and a description. */
export interface SystemReport {
	code: "file" | "disk-full" | "out-of-resources" | "too-large-to-hold";
	message: string;
}

/**
 * Explains an error of the operating system by its code, anywhere in the chain of causes; undefined for
 * other errors. A file is named as seen from the current folder.
 */
export function describeSystemError(error: unknown, cwd: string): SystemReport | undefined {
	const causes = causesOf(error);
	const resource = causes.find((cause) => codeOf(cause) in RESOURCE_TEXTS);
	if (resource) {
		const code = /^(ENOSPC|EDQUOT)$/.test(codeOf(resource)) ? "disk-full" : "out-of-resources";
		return { code, message: `${nameAction(resource, cwd)}: ${describeFailure(resource)}.` };
	}
	if (causes.some(isTooLargeToHold)) {
		return { code: "too-large-to-hold", message: "The data is nested too deeply, or larger than a string can be." };
	}
	if (causes.some(hasNul)) return { code: "file", message: "The name of a file or program has a NUL character." };
	const file = causes.find((cause) => {
		const code = codeOf(cause);
		return "path" in cause && code !== "" && ("syscall" in cause || code in FILE_TEXTS);
	});
	if (file && codeOf(file) === "EISDIR" && file.path) {
		return { code: "file", message: `${shownPath(file.path.replace(/(.)\/$/, "$1"), cwd)} is a folder, not a file.` };
	}
	if (file?.path && codeOf(file) === "ENOENT" && !DRAFT.test(file.path)) {
		const isFolder = file.syscall === "scandir" || file.path.endsWith("/");
		const kind = isFolder ? "folder" : /\.[^/\\]+$/.test(file.path) ? "file" : "file or folder";
		return { code: "file", message: `${nameAction(file, cwd)}: no such ${kind}.` };
	}
	// File systems of the kernel, such as /proc, refuse files.
	const isRefused = file?.path && codeOf(file) === "ENOENT";
	const failure = file && (isRefused ? "no file can be created there" : describeFailure(file));
	return file && { code: "file", message: `${nameAction(file, cwd)}: ${failure}.` };
}

function causesOf(error: unknown): NodeJS.ErrnoException[] {
	const causes: Error[] = [];
	for (let cause = error; cause instanceof Error && !causes.includes(cause); cause = cause.cause) causes.push(cause);
	return causes;
}

function codeOf({ code }: NodeJS.ErrnoException): string {
	return typeof code === "string" ? code : "";
}

/** Node refuses such names before the system can, and without the name. */
function hasNul(error: NodeJS.ErrnoException): boolean {
	return codeOf(error) === "ERR_INVALID_ARG_VALUE" && error.message.includes("without null bytes");
}

/** Errors of V8 and Node for strings or buffers above their limits, and for data nested beyond the stack. */
function isTooLargeToHold(error: NodeJS.ErrnoException): boolean {
	const codes = /^ERR_(STRING_TOO_LONG|BUFFER_TOO_LARGE|FS_FILE_TOO_LARGE|MEMORY_ALLOCATION_FAILED)$/;
	const texts = /Invalid (string|array|typed array|array buffer) length|allocation failed|Maximum call stack/i;
	return codes.test(codeOf(error)) || (error instanceof RangeError && texts.test(error.message));
}

/** Path of a draft: a file that is not complete yet. */
const DRAFT = /^(.*)[\\/]\.hub-\d+-[a-z\d]+\.part$/s;

function nameAction({ path, syscall }: NodeJS.ErrnoException, cwd: string): string {
	// Files are first written under a temporary name, which means nothing to the user.
	const [, folder] = (path && DRAFT.exec(path)) || [];
	if (folder !== undefined) return `Cannot write to ${shownPath(folder || "/", cwd)}`;
	if (path) return `Cannot use ${shownPath(path, cwd)}`;
	return syscall === "write" ? "Cannot write" : "The system refused";
}

/** Returns a path as seen from the current folder. */
function shownPath(path: string, cwd: string): string {
	if (path === cwd) return ".";
	return path.startsWith(`${cwd}/`) ? path.slice(cwd.length + 1) : path;
}

export function describeFailure(error: NodeJS.ErrnoException): string {
	const code = codeOf(error);
	return FILE_TEXTS[code] ?? RESOURCE_TEXTS[code] ?? error.message;
}

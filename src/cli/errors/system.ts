const NETWORK_TEXTS: Record<string, string> = {
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

/** What went wrong on the way to a service; undefined for other errors. */
export function describeNetworkError(error: unknown): { message: string; hint?: string } | undefined {
	if (!(error instanceof Error)) return undefined;
	if (error.name === "TimeoutError") return { message: `${error.message}.` };
	const causes: Error[] = [];
	for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) causes.push(cause);
	const code = causes
		.map((cause) => ("code" in cause ? String(cause.code) : ""))
		.find((value) => value in NETWORK_TEXTS);
	const isFetchFailure = causes.some((cause) => /^(fetch failed|terminated|other side closed)$/.test(cause.message));
	if (!code && !isFetchFailure) return undefined;
	const deepest = causes.at(-1);
	const address = deepest && "hostname" in deepest ? ` (${String(deepest.hostname)})` : describeAddress(deepest);
	if (deepest?.message === "bad port") {
		return {
			message: "Network failure: fetch does not allow this port.",
			hint: "Let the service listen on another one, such as 8000.",
		};
	}
	const detail = code ? NETWORK_TEXTS[code] : deepest?.message;
	return { message: `Network failure: ${detail}${address}.` };
}

function describeAddress(error: Error | undefined): string {
	if (!error || !("address" in error)) return "";
	return ` (${String(error.address)}${"port" in error ? `:${String(error.port)}` : ""})`;
}

/** Whether the system refused to do something with a file. */
export function isFileError(error: unknown): error is NodeJS.ErrnoException {
	return error instanceof Error && "syscall" in error && "path" in error && "code" in error;
}

const FILE_TEXTS: Record<string, string> = {
	ENOENT: "there is no such file",
	EACCES: "access is denied",
	EISDIR: "it is a folder",
	ENOTDIR: "part of the path is not a folder",
	ENOSPC: "the disk is full",
};

/** Names the file as seen from the current folder, and what is wrong with it. */
export function describeFileError(error: NodeJS.ErrnoException, cwd: string): string {
	const path = error.path?.startsWith(`${cwd}/`) ? error.path.slice(cwd.length + 1) : error.path;
	return `Cannot use ${path}: ${describeFailure(error)}.`;
}

/** An error of the system in words. */
export function describeFailure({ code = "", message }: NodeJS.ErrnoException): string {
	return FILE_TEXTS[code] ?? message;
}

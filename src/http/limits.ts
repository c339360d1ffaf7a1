/** How many bytes of a response are read, counted after decompression. */
export interface Limits {
	/** Bytes kept of the body of an error; the rest is not read. Default 1 MiB. */
	errorBytes?: number | undefined;
	/** Largest JSON response; 1 MiB is always allowed for records of the hub. Default 64 MiB. */
	jsonBytes?: number | undefined;
	/** Largest event of a stream. Default 64 MiB. */
	eventBytes?: number | undefined;
	/** Largest file. Default 2 GiB. */
	fileBytes?: number | undefined;
}

const MEBIBYTE = 2 ** 20;

/** The limits if the caller sets none. */
export const DEFAULT_LIMITS = {
	errorBytes: MEBIBYTE,
	jsonBytes: 64 * MEBIBYTE,
	eventBytes: 64 * MEBIBYTE,
	fileBytes: 2048 * MEBIBYTE,
} as const satisfies Required<Limits>;

/** Error message for a response above its limit. */
export function describeExcess(name: keyof Limits, limit: number): string {
	const size = limit >= MEBIBYTE ? `${Math.round(limit / MEBIBYTE)} MiB` : `${limit} bytes`;
	const subject = name === "eventBytes" ? "An event of the stream" : "The response";
	return `${subject} is larger than ${size} (limits.${name}).`;
}

/** Compresses in the zlib format. */
export async function deflate(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
	if (typeof CompressionStream === "undefined") {
		const { zlibSync } = await import("fflate");
		return new Uint8Array(zlibSync(bytes));
	}
	const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * Decompresses the first `length` bytes of data in the zlib format and reads no further, however much would follow.
 * Undefined if the data is damaged or shorter.
 */
export async function inflate(
	bytes: Uint8Array<ArrayBuffer>,
	length: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
	const result = new Uint8Array(length);
	let at = 0;
	const add = (part: Uint8Array): boolean => {
		result.set(part.subarray(0, length - at), at);
		at = Math.min(length, at + part.length);
		return at < length;
	};
	try {
		if (typeof DecompressionStream === "undefined") await inflateHere(bytes, add);
		else await inflateNatively(bytes, add);
	} catch {
		// Bytes after the last pixel do not matter.
	}
	return at === length ? result : undefined;
}

type Add = (part: Uint8Array) => boolean;

async function inflateNatively(bytes: Uint8Array<ArrayBuffer>, add: Add): Promise<void> {
	const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
	for (let part = await reader.read(); part.value; part = await reader.read()) {
		if (add(part.value)) continue;
		await reader.cancel();
		return;
	}
}

/** Compressed bytes that are decompressed in one step: at most 4 MB come out. */
const STEP = 4096;

async function inflateHere(bytes: Uint8Array, add: Add): Promise<void> {
	const { Unzlib } = await import("fflate");
	let wantsMore = true;
	const stream = new Unzlib((part) => {
		wantsMore = wantsMore && add(part);
	});
	for (let start = 0; wantsMore && start < bytes.length; start += STEP) {
		stream.push(bytes.subarray(start, start + STEP), start + STEP >= bytes.length);
	}
}

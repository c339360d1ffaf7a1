/** A small generator of random numbers that gives the same row for the same seed. */
export function makeRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/** Damages bytes: cut, repeated, swapped, with pieces that parsers stumble over. */
export function damage(text: string, random: () => number): string {
	let result = text;
	for (let count = 1 + Math.floor(random() * 4); count > 0; count--) {
		const start = Math.floor(random() * (result.length + 1));
		const length = Math.floor(random() ** 3 * 80);
		const piece =
			random() < 0.6
				? (PIECES[Math.floor(random() * PIECES.length)] ?? "")
				: result.slice(start, start + length).repeat(2);
		result = result.slice(0, start) + piece + result.slice(start + (random() < 0.5 ? length : 0));
	}
	return result;
}

const PIECES = [
	"",
	"{",
	"}",
	"[",
	"]",
	'"',
	"\\",
	"\\u0000",
	"\\ud800",
	"null",
	"1e999",
	"-0",
	"[[[[[[[[",
	'{"a":',
	"data: ",
	"data:",
	"event: error\n",
	"\n\n",
	"\r\n",
	"\r",
	"\ufeff",
	"\u2028",
	"[DONE]",
	": comment\n",
	"__proto__",
	"constructor",
	'"error":',
	'"choices":',
	"https://a.test/",
	"file:///etc/passwd",
	"x:.evil.test/",
	"../",
	"..%2f",
	"%00",
	"\0",
	"`",
	"$" + "{x}",
	"'''",
	'"""',
	"{{",
	"}}",
	"{%",
	"%}",
	"</script>",
	"\x1b[2J",
] as const;

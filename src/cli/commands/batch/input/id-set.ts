/** Share of the table that is filled before it grows. */
const FULL = 0.8;

/** Remembers ids with the number of their row, in 16 bytes each: a hash of 96 bits and the number. */
export class IdSet {
	private slots = new Uint32Array(4 * 1024);
	private mask = 1023;
	private count = 0;
	private readonly hash = new Uint32Array(3);

	/** Adds an id. Returns the number of the row that had it before; undefined if it is new. */
	add(id: string, index: number): number | undefined {
		if (this.count >= (this.mask + 1) * FULL) this.grow();
		hashText(id, this.hash);
		const [a = 0, b = 0, c = 0] = this.hash;
		return this.insert(a, b, c, index + 1);
	}

	/** A row number of 0 marks an empty slot, so numbers are stored one higher. */
	private insert(a: number, b: number, c: number, number: number): number | undefined {
		const { slots, mask } = this;
		for (let slot = a & mask; ; slot = (slot + 1) & mask) {
			const place = slot * 4;
			const known = slots[place + 3] ?? 0;
			if (known === 0) {
				slots[place] = a;
				slots[place + 1] = b;
				slots[place + 2] = c;
				slots[place + 3] = number;
				this.count++;
				return undefined;
			}
			if (slots[place] === a && slots[place + 1] === b && slots[place + 2] === c) {
				return known === number ? undefined : known - 1;
			}
		}
	}

	private grow(): void {
		const old = this.slots;
		this.slots = new Uint32Array(old.length * 2);
		this.mask = this.slots.length / 4 - 1;
		this.count = 0;
		for (let place = 0; place < old.length; place += 4) {
			const number = old[place + 3] ?? 0;
			if (number > 0) this.insert(old[place] ?? 0, old[place + 1] ?? 0, old[place + 2] ?? 0, number);
		}
	}
}

/** Three hashes of a text that mix in different ways. */
function hashText(text: string, into: Uint32Array): void {
	let a = 0x9e3779b9;
	let b = 0x85ebca6b;
	let c = 0xc2b2ae35 ^ text.length;
	for (let place = 0; place < text.length; place++) {
		const code = text.charCodeAt(place);
		a = Math.imul(a ^ code, 0x01000193);
		b = Math.imul(b ^ code, 0x5bd1e995);
		b ^= b >>> 15;
		c = Math.imul((c << 5) ^ (c >>> 2) ^ code, 0x27d4eb2f);
	}
	into[0] = finish(a ^ Math.imul(c, 0x9e3779b1));
	into[1] = finish(b ^ Math.imul(a, 0x85ebca77));
	into[2] = finish(c ^ Math.imul(b, 0xc2b2ae3d));
}

function finish(hash: number): number {
	let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
	mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
	return (mixed ^ (mixed >>> 16)) >>> 0;
}

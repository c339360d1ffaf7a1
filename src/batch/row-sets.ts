/** A bit for each row number; grows as needed. */
export class Bitmap {
	private bits = new Uint8Array(1024);
	count = 0;

	has(index: number): boolean {
		const byte = this.bits[index >>> 3] ?? 0;
		return (byte & (1 << (index & 7))) !== 0;
	}

	/** Returns whether the bit is new. */
	add(index: number): boolean {
		const place = index >>> 3;
		if (place >= this.bits.length) {
			const larger = new Uint8Array(Math.max(this.bits.length * 2, place + 1));
			larger.set(this.bits);
			this.bits = larger;
		}
		const byte = this.bits[place] ?? 0;
		const bit = 1 << (index & 7);
		if ((byte & bit) !== 0) return false;
		this.bits[place] = byte | bit;
		this.count++;
		return true;
	}

	/** All row numbers, in ascending order. */
	*rows(): Generator<number, void, undefined> {
		for (let place = 0; place < this.bits.length; place++) {
			const byte = this.bits[place] ?? 0;
			for (let bit = 0; byte >> bit > 0; bit++) if ((byte >> bit) & 1) yield place * 8 + bit;
		}
	}

	delete(index: number): void {
		if (!this.has(index)) return;
		this.bits[index >>> 3] = (this.bits[index >>> 3] ?? 0) & ~(1 << (index & 7));
		this.count--;
	}
}

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

	has(id: string): boolean {
		hashText(id, this.hash);
		const { slots, mask, hash } = this;
		for (let slot = (hash[0] ?? 0) & mask; ; slot = (slot + 1) & mask) {
			const place = slot * 4;
			if (slots[place + 3] === 0) return false;
			if (slots[place] === hash[0] && slots[place + 1] === hash[1] && slots[place + 2] === hash[2]) return true;
		}
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

/** Rows of a page of a bitmap. */
const PAGE = 2 ** 16;

/** A bit for each row number, in pages that exist once a row of theirs does: one large number takes little memory. */
export class Bitmap {
	private readonly pages: (Uint8Array | undefined)[] = [];
	count = 0;

	has(index: number): boolean {
		const byte = this.pages[Math.floor(index / PAGE)]?.[(index % PAGE) >>> 3] ?? 0;
		return (byte & (1 << (index & 7))) !== 0;
	}

	/** Returns whether the bit is new. */
	add(index: number): boolean {
		const number = Math.floor(index / PAGE);
		let page = this.pages[number];
		if (!page) {
			page = new Uint8Array(PAGE / 8);
			this.pages[number] = page;
		}
		const place = (index % PAGE) >>> 3;
		const byte = page[place] ?? 0;
		const bit = 1 << (index & 7);
		if ((byte & bit) !== 0) return false;
		page[place] = byte | bit;
		this.count++;
		return true;
	}

	/** The row numbers from `first` on, in ascending order. */
	*rows(first = 0): Generator<number, void, undefined> {
		for (let number = Math.floor(first / PAGE); number < this.pages.length; number++) {
			const page = this.pages[number];
			for (let place = 0; page && place < page.length; place++) {
				const byte = page[place] ?? 0;
				for (let bit = 0; byte >> bit > 0; bit++) {
					const index = number * PAGE + place * 8 + bit;
					if ((byte >> bit) & 1 && index >= first) yield index;
				}
			}
		}
	}

	delete(index: number): void {
		if (!this.has(index)) return;
		const page = this.pages[Math.floor(index / PAGE)];
		const place = (index % PAGE) >>> 3;
		if (page) page[place] = (page[place] ?? 0) & ~(1 << (index & 7));
		this.count--;
	}
}

/** Share of the table that is filled before it grows. */
const FULL = 0.8;

/** Remembers ids with the number of their row, in 16 bytes each: a hash of 96 bits and the number. */
export class IdSet {
	/** The hash of an entry, and its number plus one: 0 marks an empty slot. */
	private slots = new Uint32Array(4 * 1024);
	private count = 0;
	private readonly hash = new Uint32Array(3);

	/** Adds an id. Returns the number of the row that had it before; undefined if it is new. */
	add(id: string, index: number): number | undefined {
		if (this.count >= (this.slots.length / 4) * FULL) this.grow();
		hashText(id, this.hash);
		const place = this.find(this.hash, 0);
		const known = this.slots[place + 3] ?? 0;
		if (known > 0) return known === index + 1 ? undefined : known - 1;
		this.slots.set(this.hash, place);
		this.slots[place + 3] = index + 1;
		this.count++;
		return undefined;
	}

	/** The number of an id; undefined if it was not added. */
	get(id: string): number | undefined {
		hashText(id, this.hash);
		const known = this.slots[this.find(this.hash, 0) + 3] ?? 0;
		return known === 0 ? undefined : known - 1;
	}

	/** The slot of the entry with the hash at `from` in `words`, or the empty slot for it. */
	private find(words: Uint32Array, from: number): number {
		const { slots } = this;
		const a = words[from] ?? 0;
		const b = words[from + 1];
		const c = words[from + 2];
		const mask = slots.length / 4 - 1;
		for (let slot = a & mask; ; slot = (slot + 1) & mask) {
			const place = slot * 4;
			const isOwn = slots[place] === a && slots[place + 1] === b && slots[place + 2] === c;
			if (isOwn || slots[place + 3] === 0) return place;
		}
	}

	private grow(): void {
		const old = this.slots;
		this.slots = new Uint32Array(old.length * 2);
		for (let place = 0; place < old.length; place += 4) {
			if (old[place + 3] === 0) continue;
			const to = this.find(old, place);
			for (let word = 0; word < 4; word++) this.slots[to + word] = old[place + word] ?? 0;
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

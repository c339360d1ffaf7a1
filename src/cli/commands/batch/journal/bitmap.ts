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

	delete(index: number): void {
		if (!this.has(index)) return;
		this.bits[index >>> 3] = (this.bits[index >>> 3] ?? 0) & ~(1 << (index & 7));
		this.count--;
	}
}

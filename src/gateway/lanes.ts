import { Lane, type Queue } from "./lane.ts";

/** Number of lanes to keep; further idle ones are dropped. */
const MAX_LANES = 1000;

/** One lane per service, model and task. */
export class Lanes {
	readonly queue: Queue;
	private readonly lanes = new Map<string, Lane>();
	private readonly now: () => number;

	constructor(limit: number, now: () => number) {
		this.queue = { waiting: 0, limit };
		this.now = now;
	}

	get(name: string): Lane {
		const known = this.lanes.get(name);
		if (known) return known;
		if (this.lanes.size >= MAX_LANES) this.forgetIdle();
		const lane = new Lane(this.queue, this.now);
		this.lanes.set(name, lane);
		return lane;
	}

	private forgetIdle(): void {
		for (const [name, lane] of this.lanes) if (lane.isIdle) this.lanes.delete(name);
	}
}

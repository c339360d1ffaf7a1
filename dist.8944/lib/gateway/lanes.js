import { Lane } from "./lane.js";
const MOST_LANES = 1e3;
class Lanes {
  queue;
  lanes = /* @__PURE__ */ new Map();
  now;
  constructor(limit, now) {
    this.queue = { waiting: 0, limit };
    this.now = now;
  }
  get(name) {
    const known = this.lanes.get(name);
    if (known) return known;
    if (this.lanes.size >= MOST_LANES) this.forgetIdle();
    const lane = new Lane(this.queue, this.now);
    this.lanes.set(name, lane);
    return lane;
  }
  forgetIdle() {
    for (const [name, lane] of this.lanes) if (lane.isIdle) this.lanes.delete(name);
  }
}
export {
  Lanes
};

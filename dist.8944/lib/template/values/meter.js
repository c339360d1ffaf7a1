import { TemplateLimitError } from "../errors.js";
const CHARACTERS_PER_STEP = 32;
const STEPS_PER_LOOK = 512;
class Meter {
  #maxSteps;
  #deadline;
  #budget;
  /** Called with every look at the clock; throws to interrupt the render. */
  #onLook;
  #steps = 0;
  #nextLook = STEPS_PER_LOOK;
  constructor(budget, onLook, startedAt = performance.now()) {
    this.#budget = budget;
    this.#maxSteps = budget.max_steps ?? Number.POSITIVE_INFINITY;
    this.#deadline = startedAt + (budget.max_time ?? Number.POSITIVE_INFINITY);
    this.#onLook = onLook;
  }
  /** Counts steps. */
  spend(steps) {
    this.#steps += steps;
    if (this.#steps > this.#maxSteps)
      throw new TemplateLimitError(`the template takes more than ${this.#budget.max_steps} steps`);
    if (this.#steps >= this.#nextLook) this.#look();
  }
  #look() {
    this.#nextLook = this.#steps + STEPS_PER_LOOK;
    if (performance.now() > this.#deadline)
      throw new TemplateLimitError(`the template takes longer than ${this.#budget.max_time} milliseconds`);
    this.#onLook?.();
  }
}
let current;
function metered(meter, work) {
  const outer = current;
  current = meter;
  try {
    return work();
  } finally {
    current = outer;
  }
}
function currentMeter() {
  return current;
}
function charge(steps) {
  current?.spend(steps);
}
function chargeCharacters(count) {
  current?.spend(count / CHARACTERS_PER_STEP);
}
export {
  Meter,
  charge,
  chargeCharacters,
  currentMeter,
  metered
};

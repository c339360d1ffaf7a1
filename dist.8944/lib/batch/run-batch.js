import { readCost, readUsage } from "../exchange/usage.js";
import { abortReason } from "../http/index.js";
import { run } from "../inference/run.js";
import { Budget } from "./budget.js";
import { describeFailure, PASSING_FAULTS, PROVIDER_FAULTS } from "./failure.js";
import { chooseLane, Lane, readTrace } from "./lane.js";
import { StopRule } from "./stop-rule.js";
import { keepUsable, makeTargets, targetArgs } from "./targets.js";
import {
  BatchStopped
} from "./types.js";
import { createWork, describeLane } from "./work.js";
const LONGEST_RETRY_DELAY = 3e4;
const LONGEST_SILENCE = 6e4;
const WATCH_MS = 100;
function runBatch(options) {
  return new Run(options).results();
}
class Run {
  options;
  lanes;
  budget;
  stopRule;
  mostOpen;
  source;
  /** Drops the calls in flight. */
  dropper = new AbortController();
  /** Rows that any lane may take. */
  ready = [];
  /** Rows that failed on some lane and wait for another one. */
  moved = [];
  pauses = /* @__PURE__ */ new Set();
  outbox = [];
  /** Rows taken whose results were not. */
  open = 0;
  inFlight = 0;
  taken = 0;
  isPulling = false;
  isExhausted = false;
  isStopped = false;
  stopError;
  timer;
  watch;
  wakeConsumer;
  /** Outputs that the consumer has not taken yet, and so cannot have stored. */
  fresh = /* @__PURE__ */ new Map();
  /** Rows that wait for an identical request in flight. */
  twins = /* @__PURE__ */ new Map();
  constructor(options) {
    this.options = options;
    const { concurrency, start, fixed, rpm, tpm, maxCost, spent = 0, maxErrors, rows } = options;
    this.lanes = makeTargets(options).map(
      (target) => new Lane(target, { concurrency, start, fixed, rpm, tpm }, this.dropper.signal)
    );
    this.budget = new Budget(maxCost, spent);
    this.stopRule = new StopRule(maxErrors);
    this.mostOpen = this.lanes.length * (concurrency ?? 128) * 2 + 16;
    this.source = Symbol.asyncIterator in rows ? rows[Symbol.asyncIterator]() : rows[Symbol.iterator]();
  }
  async *results() {
    const { signal, drain } = this.options;
    const drop = () => {
      this.stop(abortReason(signal));
      this.dropCalls(abortReason(signal));
      this.wake();
    };
    const finish = () => this.stop(void 0);
    signal?.addEventListener("abort", drop, { once: true });
    drain?.addEventListener("abort", finish, { once: true });
    try {
      if (signal?.aborted) throw abortReason(signal);
      this.lanes = await keepUsable(this.lanes, this.options, (target) => this.callOptions(target));
      if (drain?.aborted) this.stop(void 0);
      if (this.lanes.length > 1) this.watch = setInterval(() => this.dropSilent(), WATCH_MS);
      this.pump();
      for (; ; ) {
        for (let result = this.outbox.shift(); result; result = this.outbox.shift()) {
          this.open--;
          yield result;
          if (result.cacheKey !== void 0) this.fresh.delete(result.cacheKey);
        }
        if (signal?.aborted) throw abortReason(signal);
        if (this.isOver()) break;
        this.pump();
        if (this.outbox.length > 0 || this.isOver()) continue;
        await new Promise((resolve) => {
          this.wakeConsumer = resolve;
        });
      }
      if (this.stopError !== void 0) throw this.stopError;
    } finally {
      signal?.removeEventListener("abort", drop);
      drain?.removeEventListener("abort", finish);
      clearTimeout(this.timer);
      clearInterval(this.watch);
      this.isStopped = true;
      this.dropCalls(new DOMException("The batch was left", "AbortError"));
      for (const pause of this.pauses) clearTimeout(pause);
      Promise.resolve(this.source.return?.()).catch(() => void 0);
    }
  }
  dropSilent() {
    for (const lane of this.lanes) lane.dropIfSilent(this.options.silence ?? LONGEST_SILENCE);
  }
  isOver() {
    const isDone = this.isExhausted && this.open === 0;
    return isDone || this.isStopped && this.inFlight === 0 && this.outbox.length === 0;
  }
  dropCalls(reason) {
    this.dropper.abort(reason);
  }
  /** No more calls; what is in flight goes on. */
  stop(error) {
    this.isStopped = true;
    this.stopError ??= error;
    this.wake();
  }
  wake() {
    this.wakeConsumer?.();
    this.wakeConsumer = void 0;
  }
  /** Starts as many calls as may start now. */
  pump() {
    clearTimeout(this.timer);
    this.timer = void 0;
    let wait = Number.POSITIVE_INFINITY;
    this.moved = this.moved.filter((work) => {
      const choice = this.choose(work);
      if (!choice.lane) wait = Math.min(wait, choice.wait);
      return !choice.lane || !this.start(work, choice.lane);
    });
    while (!this.isStopped) {
      const work = this.ready[0];
      if (work?.row.failure) {
        this.ready.shift();
        this.failRow(work, work.row.failure, void 0, void 0);
        continue;
      }
      const choice = this.choose(work);
      if (!choice.lane) {
        wait = Math.min(wait, choice.wait);
        break;
      }
      if (!work) {
        this.pull();
        break;
      }
      if (!this.start(work, choice.lane)) break;
      this.ready.shift();
    }
    if (Number.isFinite(wait) && !this.isStopped) this.timer = setTimeout(() => this.pump(), Math.max(1, wait));
  }
  choose(work) {
    return chooseLane(this.lanes, work?.tried, work?.tokens ?? 0, this.options.spread ?? false);
  }
  /** Starts a call, unless the batch has stopped or has no money left. */
  start(work, lane) {
    if (this.isStopped) return false;
    if (!this.budget.isUsedUp(this.inFlight)) {
      void this.call(work, lane);
      return true;
    }
    if (this.inFlight === 0) {
      const spent = `${this.budget.spent.toPrecision(3)} of ${this.options.maxCost} USD are spent`;
      this.stop(new BatchStopped("cost", `${spent}; one more row might cost more than is left.`));
    }
    return false;
  }
  /** Asks for the next row, unless it is asked for already or there is no room. */
  pull() {
    if (this.isPulling || this.isExhausted || this.open >= this.mostOpen) return;
    this.isPulling = true;
    Promise.resolve(this.source.next()).then(
      (next) => {
        this.isPulling = false;
        if (next.done) {
          this.isExhausted = true;
          this.wake();
          return;
        }
        this.open++;
        this.admit(next.value);
      },
      (error) => {
        this.isPulling = false;
        this.isExhausted = true;
        this.stop(error);
      }
    );
  }
  admit(row) {
    const work = createWork(row, row.index ?? this.taken, this.options.tpm !== void 0);
    this.taken++;
    this.ready.push(work);
    this.pump();
  }
  async call(work, lane) {
    const { row } = work;
    const ticket = lane.start(work.tokens);
    this.inFlight++;
    const { signal } = lane;
    const task = row.task ?? this.options.task;
    const bodies = task === "conversational" ? void 0 : [];
    const trace = { headers: void 0, isSent: false, bodies };
    const started = performance.now();
    const seconds = () => Math.round(performance.now() - started) / 1e3;
    try {
      const args = await this.readArgs(work);
      if (args === void 0 || await this.isAnswered(work, args, lane)) return ticket.fail();
      const options = this.callOptions(lane.target);
      const fetch = options.fetch ?? globalThis.fetch;
      const call = { ...args, ...targetArgs(lane.target), ...row.model === void 0 ? {} : { model: row.model } };
      const output = await run(task, call, {
        ...options,
        fetch: lane.observe(fetch, trace, signal),
        signal,
        retry_on_error: false
      });
      work.attempts++;
      const told = readTrace(trace);
      const usage = readUsage(output) ?? told.usage;
      const reported = readCost(output) ?? told.cost;
      lane.succeed(ticket, trace, usage && usage.input_tokens + usage.output_tokens, seconds());
      this.finishRow(work, args, output, { usage, reported }, lane, trace, seconds());
    } catch (error) {
      if (this.dropper.signal.aborted) return;
      if (lane.meetLimit(ticket, trace, error)) (work.tried ? this.moved : this.ready).unshift(work);
      else this.handleFailure(work, lane, error, seconds());
    } finally {
      this.inFlight--;
      lane.tell(this.options.onLane);
      this.pump();
      this.wake();
    }
  }
  /** The arguments of a row, read now if they were not; undefined where they cannot be read, which fails the row. */
  async readArgs(work) {
    const { args } = work.row;
    if (typeof args !== "function") return args ?? {};
    try {
      return await args();
    } catch (error) {
      this.failRow(work, { kind: "input", message: describeFailure(error).message }, error, void 0);
      return void 0;
    }
  }
  /** Whether an identical request has answered the row, or will. */
  async isAnswered(work, args, lane) {
    const { cache } = this.options;
    if (!cache || work.attempts > 0) return false;
    if (work.cacheKey !== void 0) return false;
    const key = await cache.key(args, work.row.model ?? lane.target.model);
    if (key === void 0) return false;
    const waiting = this.twins.get(key);
    if (waiting) {
      waiting.push(work);
      return true;
    }
    if (this.fresh.has(key)) {
      this.deliverCached(work, this.fresh.get(key), lane);
      return true;
    }
    this.twins.set(key, []);
    const known = await cache.get(key);
    work.cacheKey = key;
    if (!known) return false;
    this.deliverCached(work, known.output, lane);
    this.releaseTwins(work, known.output, lane);
    return true;
  }
  /** Rows that waited for this one: answered by its output, or called themselves. */
  releaseTwins(work, output, lane) {
    const { cacheKey } = work;
    if (cacheKey === void 0) return;
    const waiting = this.twins.get(cacheKey) ?? [];
    this.twins.delete(cacheKey);
    if (lane) for (const twin of waiting) this.deliverCached(twin, output, lane);
    else this.ready.push(...waiting);
  }
  deliverCached(work, output, lane) {
    this.stopRule.succeed();
    this.deliver(work, { output, cost_usd: 0, ...describeLane(work, lane), attempts: 0, seconds: 0, cached: true });
  }
  finishRow(work, args, output, { usage, reported }, lane, trace, seconds) {
    const { row } = work;
    const { task, cost: costOf, check } = this.options;
    const model = row.model ?? lane.target.model;
    const call = { lane: lane.name, model, task: row.task ?? task, output, usage, reported, headers: trace.headers };
    const cost = costOf ? costOf(call) : null;
    this.budget.add(cost);
    const facts = { ...usage ? { usage } : {}, cost_usd: cost, ...describeLane(work, lane), seconds };
    const failure = check?.(output, row, args);
    if (failure) {
      lane.failed++;
      this.fail(work, failure, void 0);
      this.deliver(work, { error: failure, ...facts, attempts: work.attempts });
      return;
    }
    lane.done++;
    this.stopRule.succeed();
    const { cacheKey } = work;
    if (cacheKey !== void 0) this.fresh.set(cacheKey, output);
    this.deliver(work, { output, ...facts, attempts: work.attempts, ...cacheKey === void 0 ? {} : { cacheKey } });
    this.releaseTwins(work, output, lane);
  }
  handleFailure(work, lane, error, seconds) {
    work.attempts++;
    if (this.stopRule.isFinal(error)) {
      this.stop(error);
      return;
    }
    const failure = describeFailure(error);
    const isFault = PROVIDER_FAULTS.has(failure.kind);
    if (isFault) lane.countFault();
    const tried = (work.tried ?? /* @__PURE__ */ new Set()).add(lane);
    const hasOther = isFault && tried.size < this.lanes.length;
    const mayPass = PASSING_FAULTS.has(failure.kind) && work.faults < (this.options.retries ?? 4);
    if (!hasOther && !mayPass) {
      lane.failed++;
      this.failRow(work, failure, error, { lane, seconds });
      return;
    }
    if (PASSING_FAULTS.has(failure.kind)) work.faults++;
    work.tried = hasOther ? tried : void 0;
    if (hasOther) {
      this.moved.push(work);
      return;
    }
    const longest = Math.min(LONGEST_RETRY_DELAY, (this.options.retryDelay ?? 500) * 2 ** (work.faults - 1));
    const again = () => {
      this.pauses.delete(pause);
      this.ready.push(work);
      this.pump();
    };
    const pause = setTimeout(again, longest * (0.5 + Math.random() / 2));
    this.pauses.add(pause);
  }
  failRow(work, failure, error, call) {
    this.fail(work, failure, error);
    this.deliver(work, {
      error: failure,
      ...call ? describeLane(work, call.lane) : {},
      attempts: work.attempts,
      seconds: call?.seconds ?? 0
    });
  }
  fail(work, failure, error) {
    const stop = this.stopRule.fail(failure, error);
    if (stop !== void 0) this.stop(stop);
    this.releaseTwins(work, void 0, void 0);
  }
  deliver(work, result) {
    this.outbox.push({ id: work.row.id, index: work.index, ...result, row: work.row });
    this.wake();
  }
  callOptions(target) {
    const { options, fetch } = this.options;
    return { ...options, ...fetch ? { fetch } : {}, ...target.options };
  }
}
export {
  runBatch
};

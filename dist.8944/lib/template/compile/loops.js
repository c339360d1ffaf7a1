import { locateError } from "../errors.js";
import { rewordLoop } from "../reference-errors.js";
import { adopt } from "../values/adopt.js";
import { isTrue } from "../values/compare.js";
import { itemsOf } from "../values/iterate.js";
import { charge, currentMeter } from "../values/meter.js";
import { Safe } from "../values/value.js";
import { failAt } from "./compiler.js";
import { BREAK, CONTINUE, DONE, Frame } from "./frame.js";
import { LoopState } from "./loop-state.js";
import { compileTarget, declareNames, namesOf } from "./names.js";
function compileFor(node, scope, compiler) {
  const { iterable } = node;
  const source = compiler.expression(iterable.type === "SelectExpression" ? iterable.lhs : iterable, scope);
  const locate = (error) => locateError(error, compiler.source, iterable.offset);
  if (node.recursive) return compileRecursive(node, source, locate, scope, compiler);
  const { loop } = compileLoop(node, scope.inner({ isInLoop: true }), scope, compiler);
  return (frame) => {
    let items;
    let more;
    try {
      const iterable2 = source(frame);
      if (iterable2 instanceof LoopState) {
        const pulled = [];
        items = pulled;
        more = pullFrom(iterable2, pulled);
      } else {
        items = loopItems(frame, iterable2);
      }
    } catch (error) {
      throw locate(error);
    }
    return runLoop(loop, frame, items, 0, void 0, more);
  };
}
function pullFrom(loop, items) {
  const rest = loop.iterate();
  return () => {
    const next = rest.next();
    if (!next.done) items.push(next.value);
    return !next.done;
  };
}
function loopItems({ runtime }, iterable) {
  try {
    return itemsOf(iterable);
  } catch (error) {
    throw runtime.settings.isReference ? rewordLoop(error, iterable) : error;
  }
}
function compileRecursive(node, source, locate, scope, compiler) {
  const inner = scope.function({ isInLoop: true });
  const { loop } = compileLoop(node, inner, scope.function(), compiler);
  const render = (outer, iterable, depth) => {
    const frame = new Frame(inner.layout.size, outer, outer.context, outer.runtime);
    outer.runtime.enter(
      () => runLoop(loop, frame, loopItems(frame, iterable), depth, (value, level) => render(outer, value, level))
    );
    return outer.runtime.autoescape ? new Safe(frame.out) : frame.out;
  };
  return (frame) => {
    try {
      const text = render(frame, source(frame), 0);
      frame.out += text instanceof Safe ? text.text : text;
    } catch (error) {
      throw locate(error);
    }
    return DONE;
  };
}
function compileLoop(node, scope, outer, compiler) {
  const targets = namesOf(node.loopvar);
  if (targets.includes("loop"))
    return failAt(compiler, "Can't assign to special loop variable in for-loop target", node.loopvar.offset);
  for (const name of targets) scope.declare(name, true);
  const assign = compileTarget(node.loopvar, scope, compiler);
  const filter = node.iterable.type === "SelectExpression" ? compiler.expression(node.iterable.test, scope) : void 0;
  const state = scope.declare("loop", true);
  const before = scope.layout.size;
  declareNames(node.body, scope);
  const fresh = Array.from({ length: scope.layout.size - before }, (_, index) => before + index);
  const body = compiler.body(node.body, scope);
  const isUsed = scope.isUsed("loop") || node.recursive;
  const inner = node.recursive ? scope.inner({ isInLoop: false }) : outer.inner();
  declareNames(node.defaultBlock, inner);
  const otherwise = node.defaultBlock.length > 0 ? compiler.body(node.defaultBlock, inner) : void 0;
  return { loop: { assign, filter, state: isUsed ? state : void 0, fresh, body, otherwise } };
}
function runLoop(loop, frame, all, depth, descend, more) {
  const { assign, filter, state, fresh, body, otherwise } = loop;
  const { slots } = frame;
  let items = all;
  if (filter)
    items = all.filter((item) => {
      charge(1);
      assign(frame, adopt(item));
      return isTrue(filter(frame));
    });
  let current;
  if (state !== void 0) {
    current = new LoopState(items, depth, frame.runtime, descend);
    slots[state] = current;
  }
  let isCompleted = false;
  const meter = currentMeter();
  for (let index = 0; ; index++) {
    const hasMore = index < items.length || more?.();
    if (current && hasMore) index = current.advance();
    if (index >= items.length) break;
    meter?.spend(1);
    const item = adopt(items[index]);
    assign(frame, item === void 0 ? frame.runtime.missing("the item is undefined") : item);
    for (const slot of fresh) slots[slot] = void 0;
    const signal = body(frame);
    if (signal === BREAK) break;
    if (signal !== CONTINUE) isCompleted = true;
  }
  return otherwise && !isCompleted ? otherwise(frame) : DONE;
}
export {
  compileFor
};

import { isExhaustion, TemplateSyntaxError } from "../errors.js";
import { charge } from "../values/meter.js";
import { compileExpression } from "./expressions.js";
import { DONE } from "./frame.js";
import { declareNames } from "./names.js";
import { Scope } from "./scope.js";
import { compileStatement } from "./statements.js";
function compileProgram(program, { settings, autoescape, load }) {
  const isDerived = contains(program.body, ["Extends"]);
  const compiler = new ProgramCompiler(settings, program.source, load);
  const scope = Scope.root({ isSoft: false, isInLoop: false, escapes: autoescape, isExtensible: isDerived });
  declareNames(program.body, scope);
  const run = compileBody(compiler, program, scope);
  return {
    name: program.source.name,
    run,
    size: () => scope.layout.size,
    names: scope.ownNames(),
    blocks: compiler.blocks,
    sharesNames: isDerived || compiler.blocks.size > 0,
    autoescape,
    unknown: compiler.unknown
  };
}
function compileBody(compiler, program, scope) {
  try {
    return compiler.body(program.body, scope);
  } catch (error) {
    if (isExhaustion(error)) throw new TemplateSyntaxError("template is nested too deeply", program.source, 0);
    throw error;
  }
}
function contains(nodes, types) {
  let pending = [...nodes];
  while (pending.length > 0) {
    if (pending.some((node) => types.includes(node.type))) return true;
    pending = pending.flatMap((node) => node.type === "If" ? [...node.body, ...node.alternate] : []);
  }
  return false;
}
class ProgramCompiler {
  settings;
  source;
  load;
  blocks = /* @__PURE__ */ new Map();
  unknown;
  constructor(settings, source, load) {
    this.settings = settings;
    this.source = source;
    this.load = load;
  }
  noteUnknown(error) {
    this.unknown ??= error;
  }
  expression(node, scope) {
    const evaluate = compileExpression(node, scope, this);
    if (this.settings.limits.max_steps === void 0) return evaluate;
    return (frame) => {
      charge(1);
      return evaluate(frame);
    };
  }
  body(nodes, scope) {
    const statements = nodes.map((node) => this.#statement(node, scope)).filter((run) => run !== void 0);
    const [first, second, third] = statements;
    if (!first) return () => DONE;
    if (!second) return first;
    if (!third) return (frame) => first(frame) || second(frame);
    return (frame) => {
      for (let index = 0; index < statements.length; index++) {
        const signal = statements[index]?.(frame);
        if (signal) return signal;
      }
      return DONE;
    };
  }
  #statement(node, scope) {
    const execute = compileStatement(node, scope, this);
    if (!execute || this.settings.limits.max_steps === void 0) return execute;
    return (frame) => {
      charge(1);
      return execute(frame);
    };
  }
}
export {
  compileProgram
};

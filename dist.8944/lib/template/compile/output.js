import { locateError } from "../errors.js";
import { escapeHtml } from "../values/escape.js";
import { DONE } from "./frame.js";
function compileOutput(node, scope, compiler) {
  const write = node.type === "StringLiteral" && node.isText ? writeText(node.value) : writeValue(node, scope, compiler);
  const counted = compiler.settings.limits.max_output === void 0 ? write : countOutput(write);
  if (!scope.flags.isExtensible) return counted;
  return (frame) => frame.extended ? DONE : counted(frame);
}
function writeText(text) {
  return (frame) => {
    frame.out += text;
    return DONE;
  };
}
function writeValue(node, scope, compiler) {
  const evaluate = compiler.expression(node, scope);
  const show = compilePrint(scope, compiler);
  return (frame) => {
    try {
      frame.out += show(frame, evaluate(frame));
    } catch (error) {
      throw locateError(error, compiler.source, node.offset);
    }
    return DONE;
  };
}
function compilePrint(scope, compiler) {
  const { print, finalize } = compiler.settings;
  const { escapes } = scope.flags;
  if (finalize) {
    return ({ runtime }, value) => {
      const final = finalize(value);
      return runtime.autoescape ? escapeHtml(final).text : print(final);
    };
  }
  if (escapes === false) return (_, value) => typeof value === "string" ? value : print(value);
  if (escapes === true) return (_, value) => escapeHtml(value).text;
  return ({ runtime }, value) => runtime.autoescape ? escapeHtml(value).text : print(value);
}
function countOutput(write) {
  return (frame) => {
    const before = frame.out.length;
    write(frame);
    frame.runtime.written(frame.out.length - before);
    return DONE;
  };
}
export {
  compileOutput
};

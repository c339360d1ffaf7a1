import { TemplateSyntaxError } from "../errors.js";
function failAt(compiler, message, offset) {
  throw new TemplateSyntaxError(message, compiler.source, offset);
}
export {
  failAt
};

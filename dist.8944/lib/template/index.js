import { describeChatTemplate } from "./describe.js";
import {
  isTemplateError,
  SecurityError,
  TemplateError,
  TemplateLimitError,
  TemplateNotFound,
  TemplateRuntimeError,
  TemplateSyntaxError,
  UndefinedError
} from "./errors.js";
import { formatProgram } from "./format.js";
import { passContext } from "./host-context.js";
import { Environment, Interpreter } from "./interpreter.js";
import { untrustedLimits } from "./limits.js";
import { parseJson } from "./parse-json.js";
import { splitSpecialTokens } from "./special-tokens.js";
import { tokenize } from "./syntax/lexer.js";
import { parse } from "./syntax/parser.js";
import { Token } from "./syntax/tokens.js";
import { compile, Template } from "./template.js";
import { TemplateEnvironment } from "./template-environment.js";
import { float } from "./values/value.js";
import { undeclaredVariables } from "./variables.js";
export {
  Environment,
  Interpreter,
  SecurityError,
  Template,
  TemplateEnvironment,
  TemplateError,
  TemplateLimitError,
  TemplateNotFound,
  TemplateRuntimeError,
  TemplateSyntaxError,
  Token,
  UndefinedError,
  compile,
  describeChatTemplate,
  float,
  formatProgram as format,
  isTemplateError,
  parse,
  parseJson,
  passContext,
  splitSpecialTokens,
  tokenize,
  undeclaredVariables,
  untrustedLimits
};

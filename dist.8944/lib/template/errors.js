class TemplateError extends Error {
  isTemplateError = true;
  kind;
  line;
  /** The same as `line`. */
  lineno;
  column;
  excerpt;
  /** The name of the template the place is in: of the one included or imported, not of the one that asks for it. */
  templateName;
  constructor(message, kind = "raised") {
    super(message);
    this.name = new.target.name;
    this.kind = kind;
  }
  toString() {
    return describe(this);
  }
}
class TemplateSyntaxError extends SyntaxError {
  isTemplateError = true;
  kind = "syntax";
  line;
  /** The same as `line`. */
  lineno;
  column;
  excerpt;
  /** The template's name, where it has one. */
  templateName;
  constructor(message, source, offset) {
    super(message);
    this.name = "TemplateSyntaxError";
    if (source.name !== void 0) this.templateName = source.name;
    const { line, column, excerpt } = source.locate(offset);
    this.line = line;
    this.lineno = line;
    this.column = column;
    this.excerpt = excerpt;
  }
  toString() {
    return describe(this);
  }
}
class TemplateRuntimeError extends TemplateError {
  constructor(message, kind = "runtime") {
    super(message, kind);
  }
}
class UndefinedError extends TemplateRuntimeError {
  constructor(message) {
    super(message, "undefined");
  }
}
class SecurityError extends TemplateRuntimeError {
  constructor(message) {
    super(message, "security");
  }
}
class TemplateLimitError extends TemplateRuntimeError {
}
class TemplateNotFound extends TemplateError {
  constructor(message) {
    super(message, "not_found");
  }
}
function isTemplateError(error) {
  return error instanceof Error && "isTemplateError" in error && error.isTemplateError === true;
}
function locateError(error, source, offset) {
  if (!(error instanceof Error) || !Object.isExtensible(error)) return error;
  if (error.line !== void 0) return error;
  const { line, column, excerpt } = source.locate(offset);
  const name = source.name === void 0 ? {} : { templateName: source.name };
  return Object.assign(error, { line, lineno: line, column, excerpt, ...name });
}
function copyPlace(error, from) {
  const { line, lineno, column, excerpt, templateName } = from;
  return line === void 0 ? error : Object.assign(error, { line, lineno, column, excerpt, templateName });
}
function isExhaustion(error) {
  return error instanceof Error && (error instanceof RangeError || error.name === "InternalError") && /call stack|recursion|string length|array length|BigInt|allocation/i.test(error.message);
}
function describe(error) {
  const name = error.templateName === void 0 ? "" : `${error.templateName}, `;
  const place = error.line === void 0 ? "" : ` (${name}line ${error.line})`;
  return `${error.name}: ${error.message}${place}`;
}
export {
  SecurityError,
  TemplateError,
  TemplateLimitError,
  TemplateNotFound,
  TemplateRuntimeError,
  TemplateSyntaxError,
  UndefinedError,
  copyPlace,
  isExhaustion,
  isTemplateError,
  locateError
};

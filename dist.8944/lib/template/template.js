import { compileProgram } from "./compile/compile.js";
import { Context, runUnit } from "./compile/frame.js";
import { copyPlace, isExhaustion, TemplateLimitError, TemplateRuntimeError } from "./errors.js";
import { formatProgram } from "./format.js";
import { createLoad, readSettings } from "./options.js";
import { renderInPieces } from "./render-async.js";
import { Runtime } from "./runtime.js";
import { createMarks, locateBlocks, readMarks } from "./spans.js";
import { scan } from "./syntax/lexer.js";
import { parseTokens } from "./syntax/parser.js";
import { Meter, metered } from "./values/meter.js";
class Template {
  /** The syntax tree. */
  parsed;
  #settings;
  #unit;
  /**
   * Reads the source. That it uses unknown filters or tests is reported by `check` and `render`, so that it can be
   * formatted all the same.
   *
   * @param shared what the templates of an environment have in common
   * @throws TemplateSyntaxError if the source cannot be read
   */
  constructor(source, options = {}, shared) {
    this.#settings = shared?.settings ?? readSettings(options);
    this.parsed = parseSource(source, options);
    this.#unit = compileWith(this.parsed, options, this.#settings, shared?.units);
  }
  render(context = {}, { signal, spans = false } = {}) {
    signal?.throwIfAborted();
    const renderWith = (marks) => renderUnit(this.#unit, new Context(context, this.#settings.globals), this.#settings, marks);
    return spans ? findSpans(renderWith) : renderWith();
  }
  /**
   * Like `render`, but promises stand for what they resolve to: values of the context at any depth, results of filters,
   * tests and globals, sources of the loader. Functions of the host are called once; getters may be read more often.
   *
   * @throws TemplateError, or one of its subclasses; the reason of the signal, soon after it is aborted
   */
  async renderAsync(context = {}, options = {}) {
    let text = "";
    for await (const piece of this.stream(context, options)) text += piece;
    return text;
  }
  /**
   * Like `renderAsync`, but yields the text piece by piece: the part that is final whenever the render waits for
   * something.
   *
   * @throws TemplateError, or one of its subclasses; the reason of the signal, soon after it is aborted
   */
  stream(context = {}, { signal } = {}) {
    const settings = this.#settings;
    const unit = this.#unit;
    const begin = () => {
      const runtime = new Runtime(settings, unit.autoescape);
      return {
        run: () => explained(() => runUnit(unit, new Context(context, settings.globals), runtime, true).out),
        written: () => runtime.top.map(({ out, extended }) => extended?.before ?? out).join("")
      };
    };
    return renderInPieces(begin, settings.limits, signal);
  }
  /**
   * Looks for filters and tests that do not exist.
   *
   * @throws TemplateSyntaxError for the first one found, unless it is in a branch that may never be reached
   */
  check() {
    if (this.#unit.unknown) throw this.#unit.unknown;
  }
  /**
   * Returns the source in a uniform layout, which renders the same text.
   *
   * @param options `indent`: spaces of one level, or its text; default: a tab
   */
  format({ indent = "	" } = {}) {
    return formatProgram(this.parsed, indent, this.#unit.autoescape);
  }
}
function compile(source, options = {}) {
  const template = new Template(source, options);
  return (context) => template.render(context);
}
function parseSource(source, options) {
  const { tokens, source: text } = scan(source, { trim_blocks: true, lstrip_blocks: true, ...options });
  return parseTokens(tokens, text, options);
}
function compileWith(program, options, settings, cache) {
  const { autoescape = false, loader } = options;
  const units = cache ?? /* @__PURE__ */ new Map();
  const loadSource = createLoad(loader);
  const load = (name) => {
    const known = units.get(name);
    if (known) return known;
    const source = loadSource(name);
    if (source === void 0) return void 0;
    const unit = build(parseSource(source, { ...options, name }), name);
    units.set(name, unit);
    return unit;
  };
  const build = (parsed, name) => compileProgram(parsed, {
    settings,
    autoescape: typeof autoescape === "function" ? autoescape(name) : autoescape,
    load: loader ? load : void 0
  });
  return build(program, options.name);
}
function findSpans(renderWith) {
  const marks = createMarks();
  const found = readMarks(renderWith(marks), marks);
  if (found && !marks.areExposed) return found;
  const blocks = [];
  const text = renderWith({ ...marks, blocks });
  if (found?.text === text) return found;
  const spans = locateBlocks(text, blocks);
  if (spans) return { text, spans };
  throw new TemplateRuntimeError(
    "the spans are not known: the template changes the text of a generation block after it was written"
  );
}
function renderUnit(unit, context, settings, marks) {
  const { max_steps, max_time } = settings.limits;
  const meter = max_steps === void 0 && max_time === void 0 ? void 0 : new Meter(settings.limits);
  const runtime = new Runtime(settings, unit.autoescape);
  runtime.marks = marks;
  const run = () => runUnit(unit, context, runtime, true).out;
  return explained(() => metered(meter, run));
}
function explained(run) {
  try {
    return run();
  } catch (error) {
    if (!isExhaustion(error)) throw error;
    throw copyPlace(new TemplateLimitError(`the template needs too much: ${error.message}`), error);
  }
}
export {
  Template,
  compile,
  parseSource,
  renderUnit
};

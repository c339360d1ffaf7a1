import { GLOBALS } from "./builtins/globals.js";
import { argumentsOf, CONSTANTS, nameOf } from "./syntax/ast.js";
import { parseSource } from "./template.js";
const KEEPS_ITEMS = /* @__PURE__ */ new Set([
  "list",
  "reverse",
  "sort",
  "unique",
  "select",
  "reject",
  "selectattr",
  "rejectattr",
  "default",
  "d"
]);
const TAKES_ITEM = /* @__PURE__ */ new Set(["first", "last", "random", "min", "max"]);
function undeclaredVariables(source, { nested = false, ...options } = {}) {
  const search = new Search(/* @__PURE__ */ new Set([...GLOBALS.keys(), ...Object.keys(options.globals ?? {})]));
  search.statements(parseSource(source, options).body);
  const paths = [...search.paths];
  if (!nested) return [...new Set(paths.map((path) => /^[^.[]*/.exec(path)?.[0] ?? path))];
  return paths.filter((path) => !paths.some((other) => other.startsWith(`${path}.`) || other.startsWith(`${path}[`)));
}
class Search {
  paths = /* @__PURE__ */ new Set();
  #globals;
  #names = /* @__PURE__ */ new Map();
  constructor(globals) {
    this.#globals = globals;
  }
  #note(path) {
    if (path !== void 0) this.paths.add(path);
    return path;
  }
  /** Runs the work in a new scope of names. */
  #inner(work) {
    const outer = this.#names;
    this.#names = new Map(outer);
    work();
    this.#names = outer;
  }
  #bind(target, path) {
    if (target.type === "Identifier") this.#names.set(target.value, path);
    else if (target.type === "TupleLiteral") for (const item of target.value) this.#bind(item, void 0);
    else this.#read(target);
  }
  statements(nodes) {
    for (const node of nodes) this.#statement(node);
  }
  #statement(node) {
    switch (node.type) {
      case "Comment":
      case "Break":
      case "Continue":
        return;
      case "If":
        this.#read(node.test);
        this.#branches([node.body, node.alternate]);
        return;
      case "For":
        this.#for(node);
        return;
      case "Set":
        if (node.value) {
          this.#bind(node.assignee, this.#read(node.value));
          return;
        }
        this.#inner(() => this.statements(node.body));
        for (const filter of node.filters) this.#applied(filter);
        this.#bind(node.assignee, void 0);
        return;
      case "Macro":
        this.#names.set(node.name.value, void 0);
        this.#function(node.args, node.body);
        return;
      case "CallStatement":
        this.#read(node.call);
        this.#function(node.callerArgs ?? [], node.body);
        return;
      case "FilterStatement":
        for (const filter of [node.filter, ...node.more]) this.#applied(filter);
        this.#inner(() => this.statements(node.body));
        return;
      case "With": {
        const values = node.bindings.map(({ value }) => this.#read(value));
        this.#inner(() => {
          for (const [index, { target }] of node.bindings.entries()) this.#bind(target, values[index]);
          this.statements(node.body);
        });
        return;
      }
      case "Autoescape":
        this.#read(node.enabled);
        this.#inner(() => this.statements(node.body));
        return;
      case "Block":
      case "Generation":
        this.#inner(() => {
          if (node.type === "Block") for (const name of ["super", "self"]) this.#names.set(name, void 0);
          this.statements(node.body);
        });
        return;
      case "Do":
        this.#read(node.expression);
        return;
      case "Extends":
      case "Include":
        this.#read(node.template);
        return;
      case "Import":
        this.#read(node.template);
        this.#names.set(node.name.value, void 0);
        return;
      case "FromImport":
        this.#read(node.template);
        for (const { name, alias } of node.names) this.#names.set((alias ?? name).value, void 0);
        return;
      default:
        this.#read(node);
    }
  }
  /** A name that only some branches set may still come from the context. */
  #branches(bodies) {
    const before = this.#names;
    const results = bodies.map((body) => {
      this.#names = new Map(before);
      this.statements(body);
      return this.#names;
    });
    this.#names = new Map(before);
    for (const name of new Set(results.flatMap((names) => [...names.keys()]))) {
      if (!results.every((names) => names.has(name))) continue;
      this.#names.set(
        name,
        results.map((names) => names.get(name)).find((path) => path !== void 0)
      );
    }
  }
  #for(node) {
    const { iterable } = node;
    const source = this.#read(iterable.type === "SelectExpression" ? iterable.lhs : iterable);
    this.#inner(() => {
      this.#bind(node.loopvar, this.#note(source === void 0 ? void 0 : `${source}[]`));
      if (iterable.type === "SelectExpression") this.#read(iterable.test);
      this.#names.set("loop", void 0);
      this.statements(node.body);
    });
    this.#inner(() => this.statements(node.defaultBlock));
  }
  #function(parameters, body) {
    this.#inner(() => {
      for (const name of ["caller", "varargs", "kwargs"]) this.#names.set(name, void 0);
      for (const parameter of parameters) {
        const isNamed = parameter.type === "KeywordArgumentExpression";
        if (isNamed) this.#read(parameter.value);
        this.#names.set(isNamed ? parameter.key.value : parameter.value, void 0);
      }
      this.statements(body);
    });
  }
  #applied(node) {
    for (const argument of argumentsOf(node)) this.#argument(argument);
  }
  #argument(node) {
    if (node.type === "KeywordArgumentExpression") this.#read(node.value);
    else if (node.type === "SpreadExpression" || node.type === "KeywordSpreadExpression") this.#read(node.argument);
    else this.#read(node);
  }
  /** Notes what an expression reads; returns where its value comes from. */
  #read(node) {
    switch (node.type) {
      case "Identifier": {
        if (CONSTANTS.has(node.value)) return void 0;
        if (this.#names.has(node.value)) return this.#names.get(node.value);
        return this.#globals.has(node.value) || node.value === "self" ? void 0 : this.#note(node.value);
      }
      case "ArrayLiteral":
      case "TupleLiteral":
        for (const item of node.value) this.#read(item);
        return void 0;
      case "ObjectLiteral":
        for (const part of [...node.value].flat()) this.#read(part);
        return void 0;
      case "MemberExpression":
        return this.#member(node);
      case "CallExpression":
        return this.#call(node);
      case "UnaryExpression":
        this.#read(node.argument);
        return void 0;
      case "BinaryExpression": {
        const left = this.#read(node.left);
        const right = this.#read(node.right);
        return node.operator.value === "or" || node.operator.value === "and" ? left ?? right : void 0;
      }
      case "ComparisonChain":
        this.#read(node.left);
        for (const { operand } of node.rest) this.#read(operand);
        return void 0;
      case "FilterExpression": {
        const path = this.#read(node.operand);
        this.#applied(node.filter);
        if (path === void 0 || KEEPS_ITEMS.has(nameOf(node.filter))) return path;
        return TAKES_ITEM.has(nameOf(node.filter)) ? this.#note(`${path}[]`) : void 0;
      }
      case "TestExpression":
        this.#read(node.operand);
        this.#applied(node.test);
        return void 0;
      case "Ternary": {
        this.#read(node.condition);
        const paths = [node.trueExpr, ...node.falseExpr ? [node.falseExpr] : []].map((part) => this.#read(part));
        return paths.find((path) => path !== void 0);
      }
      case "SelectExpression":
        this.#read(node.lhs);
        this.#read(node.test);
        return void 0;
      default:
        return void 0;
    }
  }
  #member({ object, property, computed }) {
    const path = this.#read(object);
    if (property.type === "SliceExpression") {
      for (const part of [property.start, property.stop, property.step]) if (part) this.#read(part);
      return path;
    }
    const name = property.type === "StringLiteral" || !computed && property.type === "Identifier" ? property.value : void 0;
    if (computed && name === void 0) this.#read(property);
    return path === void 0 ? void 0 : this.#note(name === void 0 ? `${path}[]` : `${path}.${name}`);
  }
  /** A method belongs to the value itself; `get` with a literal reads a member. */
  #call({ callee, args }) {
    for (const argument of args) this.#argument(argument);
    if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") {
      this.#read(callee);
      return void 0;
    }
    const path = this.#read(callee.object);
    const [key] = args;
    if (path === void 0 || callee.property.value !== "get" || key?.type !== "StringLiteral") return void 0;
    return this.#note(`${path}.${key.value}`);
  }
}
export {
  undeclaredVariables
};

function parseComposition(name, parser, stream) {
  switch (name) {
    case "with":
      return (offset) => parseWith(parser, stream, offset);
    case "autoescape":
      return (offset) => ({
        type: "Autoescape",
        enabled: parser.expression(),
        body: parser.body("endautoescape"),
        offset
      });
    case "block":
      return (offset) => parseBlock(parser, stream, offset);
    case "extends":
      return (offset) => ({ type: "Extends", template: parser.expression(), offset });
    case "include":
      return (offset) => parseInclude(parser, stream, offset);
    case "import":
      return (offset) => parseImport(parser, stream, offset);
    case "from":
      return (offset) => parseFrom(parser, stream, offset);
    default:
      return void 0;
  }
}
function parseWith(parser, stream, offset) {
  const bindings = [];
  while (!stream.is("CloseStatement")) {
    if (bindings.length > 0) stream.expect("Comma", ",");
    const target = parser.target();
    stream.expect("Equals", "=");
    bindings.push({ target, value: parser.expression() });
  }
  return { type: "With", bindings, body: parser.body("endwith"), offset };
}
function parseBlock(parser, stream, offset) {
  const name = stream.expect("Identifier", "name").value;
  const scoped = stream.skipName("scoped");
  const required = stream.skipName("required");
  if (stream.current?.value === "-" && stream.is("AdditiveBinaryOperator"))
    stream.fail("names of blocks have no hyphens, use an underscore instead");
  const body = parser.body("endblock");
  if (required && !body.every(isBlank))
    stream.fail("a required block holds nothing but comments and white space", offset);
  stream.skipName(name);
  return { type: "Block", name, scoped, required, body, offset };
}
function isBlank(statement) {
  if (statement.type === "Comment") return true;
  return statement.type === "StringLiteral" && statement.isText === true && statement.value.trim() === "";
}
function parseInclude(parser, stream, offset) {
  const template = parser.expression();
  const ignoreMissing = stream.isName("ignore") && stream.peek()?.value === "missing";
  if (ignoreMissing) {
    stream.advance();
    stream.advance();
  }
  return { type: "Include", template, ignoreMissing, withContext: parseContext(stream), offset };
}
function parseImport(parser, stream, offset) {
  const template = parser.expression();
  stream.expectName("as");
  return { type: "Import", template, name: parser.name(), withContext: parseContext(stream), offset };
}
function parseFrom(parser, stream, offset) {
  const template = parser.expression();
  stream.expectName("import");
  const names = [];
  let withContext;
  do {
    if (names.length > 0) withContext = parseContext(stream);
    if (withContext !== void 0) break;
    const name = parser.name();
    if (name.value.startsWith("_")) stream.fail("names starting with an underscore cannot be imported", name.offset);
    names.push({ name, alias: stream.skipName("as") ? parser.name() : void 0 });
    withContext = parseContext(stream);
  } while (withContext === void 0 && stream.skip("Comma"));
  return { type: "FromImport", template, names, withContext, offset };
}
function parseContext(stream) {
  const isWith = stream.isName("with");
  if (!isWith && !stream.isName("without") || stream.peek()?.value !== "context") return void 0;
  stream.advance();
  stream.advance();
  return isWith;
}
export {
  parseComposition
};

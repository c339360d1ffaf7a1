const SPACE_CLASS = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const quote = (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
function buildGrammar(options) {
  const {
    block_start_string: blockStart = "{%",
    block_end_string: blockEnd = "%}",
    variable_start_string: variableStart = "{{",
    variable_end_string: variableEnd = "}}",
    comment_start_string: commentStart = "{#",
    comment_end_string: commentEnd = "#}",
    line_statement_prefix: statementPrefix,
    line_comment_prefix: commentPrefix
  } = options;
  const space = `[${SPACE_CLASS}]`;
  const [openBlock, closeBlock, closeVariable, closeComment] = [blockStart, blockEnd, variableEnd, commentEnd].map(
    quote
  );
  const trimmed = options.trim_blocks ? "\\n?" : "";
  const starts = [
    { kind: "comment", length: commentStart.length, pattern: quote(commentStart) },
    { kind: "block", length: blockStart.length, pattern: openBlock },
    { kind: "variable", length: variableStart.length, pattern: quote(variableStart) }
  ];
  if (statementPrefix !== void 0)
    starts.push({
      kind: "lineStatement",
      length: statementPrefix.length,
      pattern: `^[ \\t\\v]*${quote(statementPrefix)}`
    });
  if (commentPrefix !== void 0)
    starts.push({
      kind: "lineComment",
      length: commentPrefix.length,
      pattern: `(?:^|(?<=[^${SPACE_CLASS}]))(?:(?![\\r\\n])${space})*${quote(commentPrefix)}`
    });
  starts.sort((a, b) => b.length - a.length);
  const raw = `(?<raw>${openBlock})(?<rawSign>[-+]?)${space}*raw${space}*(?:-${closeBlock}${space}*|${closeBlock})`;
  const alternatives = [raw, ...starts.map(({ kind, pattern }) => `(?<${kind}>${pattern})(?<${kind}Sign>[-+]?)`)];
  return {
    opening: new RegExp(alternatives.join("|"), "gm"),
    blockEnd: new RegExp(`\\+${closeBlock}|-${closeBlock}${space}*|${closeBlock}${trimmed}`, "y"),
    variableEnd: new RegExp(`-${closeVariable}${space}*|${closeVariable}`, "y"),
    lineEnd: new RegExp(`${space}*(?:\\n|$)`, "y"),
    commentEnd: new RegExp(`\\+${closeComment}|-${closeComment}${space}*|${closeComment}${trimmed}`, "g"),
    rawEnd: new RegExp(
      `${openBlock}([-+]?)${space}*endraw${space}*(?:\\+${closeBlock}|-${closeBlock}${space}*|${closeBlock}${trimmed})`,
      "g"
    ),
    names: { block: [blockStart, blockEnd], variable: [variableStart, variableEnd] }
  };
}
export {
  SPACE_CLASS,
  buildGrammar
};

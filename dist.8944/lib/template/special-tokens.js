var __freeze = Object.freeze;
var __defProp = Object.defineProperty;
var __template = (cooked, raw) => __freeze(__defProp(cooked, "raw", { value: __freeze(raw || cooked.slice()) }));
var _a, _b;
const SHAPES = [
  String.raw(_a || (_a = __template(["<[|\uFF5C][^<>|\uFF5Cs]{1,60}[|\uFF5C]>"], ["<[|\uFF5C][^<>|\uFF5C\\s]{1,60}[|\uFF5C]>"]))),
  "</?s>",
  String.raw(_b || (_b = __template(["[/?(?:INST|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|SYSTEM_PROMPT)]"], ["\\[/?(?:INST|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS|SYSTEM_PROMPT)\\]"]))),
  "<(?:start|end)_of_(?:turn|image)>",
  "<(?:bos|eos|pad|unk|mask)>",
  "</?(?:BOS|EOS)(?:_TOKEN)?>"
];
function splitSpecialTokens(text, known = []) {
  const literals = known.filter((token) => token !== "").sort((a, b) => b.length - a.length).map((token) => token.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"));
  const pattern = new RegExp("(".concat([...literals, ...SHAPES].join("|"), ")"));
  return text.split(pattern).map((part, index) => ({ text: part, isSpecial: index % 2 === 1 })).filter((part) => part.text !== "");
}
export {
  splitSpecialTokens
};

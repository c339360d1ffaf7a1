const TOKEN = /\s*(?:[\p{L}\p{M}'\u2019]{1,8}|\p{N}{1,3}|[^\s\p{L}\p{M}\p{N}])|\s+$/gu;
function splitTokens(text) {
  return text.match(TOKEN) ?? [];
}
function countTokens(text) {
  return splitTokens(text).length;
}
export {
  countTokens,
  splitTokens
};

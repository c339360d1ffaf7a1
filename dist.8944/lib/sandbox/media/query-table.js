import { listWords, stem } from "../chatbot/words.js";
const COMPARISON = /\b(more|greater|higher|over|above|less|lower|under|below|fewer)\s+(?:than\s+)?(-?[\d.,]+)/i;
function askTable(question, table) {
  const names = Object.keys(table);
  const height = Math.max(0, ...Object.values(table).map((column2) => column2.length));
  const cell = (row, column2) => String(table[names[column2] ?? ""]?.[row] ?? "");
  const rows = selectRows(question, names, height, cell);
  const isCount = /\bcount\b|\bnumber of (?:rows|entries)\b/i.test(question) || /\bhow many\b/i.test(question) && !namesNumbers(question, names, height, cell);
  const column = selectColumn(question, names, height, rows, cell);
  const pick = (selected, aggregator = "NONE") => {
    const cells = selected.map((row) => cell(row, column));
    const answer = aggregator === "NONE" ? cells.join(", ") : compute(aggregator, cells);
    return { answer, coordinates: selected.map((row) => [row, column]), cells, aggregator };
  };
  if (isCount) return pick(rows, "COUNT");
  if (/\b(?:average|mean)\b/i.test(question)) return pick(rows, "AVERAGE");
  if (/\b(?:total|sum|altogether|combined|overall)\b/i.test(question)) return pick(rows, "SUM");
  const extreme = findExtreme(question);
  if (extreme) {
    const measure = selectMeasure(question, names, height, cell);
    const sorted = [...rows].sort((a, b) => extreme * (toNumber(cell(b, measure)) - toNumber(cell(a, measure))));
    return pick(sorted.slice(0, 1));
  }
  return pick(
    rows.length === height && height > 3 && !/\b(?:all|list|which|every)\b/i.test(question) ? rows.slice(0, 1) : rows
  );
}
function compute(aggregator, cells) {
  if (aggregator === "COUNT") return String(cells.length);
  const numbers = cells.map(toNumber).filter(Number.isFinite);
  const sum = numbers.reduce((total, value) => total + value, 0);
  return String(Number((aggregator === "SUM" ? sum : sum / numbers.length).toPrecision(12)));
}
function namesNumbers(question, names, height, cell) {
  const asked = new Set(listWords(question).map(stem));
  return names.some(
    (name, index) => isNumeric(index, height, cell) && listWords(name).some((word) => asked.has(stem(word)))
  );
}
function selectRows(question, names, height, cell) {
  const all = Array.from({ length: height }, (_, row) => row);
  const text = " ".concat(listWords(question).join(" "), " ");
  const mentioned = all.filter(
    (row) => names.some((_, column) => {
      const value = listWords(cell(row, column)).join(" ");
      return value !== "" && text.includes(" ".concat(value, " "));
    })
  );
  if (mentioned.length > 0) return mentioned;
  const [, word, limit] = COMPARISON.exec(question) ?? [];
  if (word === void 0 || limit === void 0) return all;
  const measure = selectMeasure(question, names, height, cell);
  const isMore = /more|greater|higher|over|above/i.test(word);
  return all.filter((row) => {
    const value = toNumber(cell(row, measure));
    return isMore ? value > toNumber(limit) : value < toNumber(limit);
  });
}
function selectColumn(question, names, height, rows, cell) {
  const asked = new Set(listWords(question).map(stem));
  const named = names.map((name, index) => ({
    index,
    score: listWords(name).filter((word) => asked.has(stem(word))).length
  }));
  const best = [...named].sort((a, b) => b.score - a.score)[0];
  const compares = findExtreme(question) !== void 0 || COMPARISON.test(question);
  const wantsName = /\b(?:who|which|name)\b|\bwhat is the name\b/i.test(question);
  if (best && best.score > 0 && !(compares && wantsName && isNumeric(best.index, height, cell))) {
    const others = named.filter(({ index, score }) => score === best.score && index !== best.index);
    const text = others.find(({ index }) => !isNumeric(index, height, cell));
    return compares && wantsName && text ? text.index : best.index;
  }
  if (wantsName) return 0;
  const wantsNumber = /\b(?:how (?:many|much|old)|total|average|sum|mean)\b/i.test(question);
  const free = names.findIndex(
    (_, column) => column > 0 && isNumeric(column, height, cell) === wantsNumber && !rows.every((row) => question.toLowerCase().includes(cell(row, column).toLowerCase()))
  );
  return free >= 0 ? free : Math.min(1, names.length - 1);
}
function selectMeasure(question, names, height, cell) {
  const asked = new Set(listWords(question).map(stem));
  const numeric = names.map((_, index) => index).filter((index) => isNumeric(index, height, cell));
  const named = numeric.find((index) => listWords(names[index] ?? "").some((word) => asked.has(stem(word))));
  return named ?? numeric[0] ?? 0;
}
function findExtreme(question) {
  if (/\b(?:most|highest|largest|biggest|maximum|max|best|oldest|longest|greatest|top|tallest)\b/i.test(question))
    return 1;
  if (/\b(?:least|lowest|smallest|minimum|min|worst|youngest|shortest|fewest|cheapest)\b/i.test(question)) return -1;
  return void 0;
}
function isNumeric(column, height, cell) {
  return height > 0 && Array.from({ length: height }, (_, row) => toNumber(cell(row, column))).every(Number.isFinite);
}
function toNumber(text) {
  const plain = text.replace(/[,\s%$\u20ac\u00a3]/g, "");
  return plain === "" ? Number.NaN : Number(plain);
}
export {
  askTable
};

import { charge } from "../values/meter.js";
import { replaceMatches } from "../values/search-text.js";
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December"
];
const DAY_MILLISECONDS = 864e5;
const hour12 = (date) => date.getHours() % 12 || 12;
const dayOfYear = (date) => daysSince(new Date(date.getFullYear(), 0, 1), date) + 1;
const weekFrom = (firstDay) => (date) => Math.floor((dayOfYear(date) + 6 - (date.getDay() - firstDay + 7) % 7) / 7);
const NUMBERS = /* @__PURE__ */ new Map([
  ["d", [2, "0", (date) => date.getDate()]],
  ["e", [2, " ", (date) => date.getDate()]],
  ["j", [3, "0", dayOfYear]],
  ["m", [2, "0", (date) => date.getMonth() + 1]],
  ["y", [2, "0", (date) => date.getFullYear() % 100]],
  ["Y", [1, "0", (date) => date.getFullYear()]],
  ["C", [2, "0", (date) => Math.floor(date.getFullYear() / 100)]],
  ["H", [2, "0", (date) => date.getHours()]],
  ["I", [2, "0", hour12]],
  ["k", [2, " ", (date) => date.getHours()]],
  ["l", [2, " ", hour12]],
  ["M", [2, "0", (date) => date.getMinutes()]],
  ["S", [2, "0", (date) => date.getSeconds()]],
  ["f", [6, "0", (date) => date.getMilliseconds() * 1e3]],
  ["w", [1, "0", (date) => date.getDay()]],
  ["u", [1, "0", (date) => date.getDay() || 7]],
  ["U", [2, "0", weekFrom(0)]],
  ["W", [2, "0", weekFrom(1)]],
  ["V", [2, "0", (date) => isoWeek(date).week]],
  ["G", [1, "0", (date) => isoWeek(date).year]],
  ["s", [1, "0", (date) => Math.floor(date.getTime() / 1e3)]]
]);
const TEXTS = /* @__PURE__ */ new Map([
  ["a", (date) => (DAYS[date.getDay()] ?? "").slice(0, 3)],
  ["A", (date) => DAYS[date.getDay()] ?? ""],
  ["b", (date) => (MONTHS[date.getMonth()] ?? "").slice(0, 3)],
  ["h", (date) => (MONTHS[date.getMonth()] ?? "").slice(0, 3)],
  ["B", (date) => MONTHS[date.getMonth()] ?? ""],
  ["p", (date) => date.getHours() < 12 ? "AM" : "PM"],
  ["P", (date) => date.getHours() < 12 ? "am" : "pm"],
  ["z", () => ""],
  ["Z", () => ""],
  ["n", () => "\n"],
  ["t", () => "	"],
  ["%", () => "%"]
]);
const COMPOSITES = /* @__PURE__ */ new Map([
  ["D", "%m/%d/%y"],
  ["F", "%Y-%m-%d"],
  ["T", "%H:%M:%S"],
  ["R", "%H:%M"],
  ["r", "%I:%M:%S %p"],
  ["c", "%a %b %e %H:%M:%S %Y"],
  ["x", "%m/%d/%y"],
  ["X", "%H:%M:%S"]
]);
const DIRECTIVE = /%([-_0^#]*)(\d{0,9})([a-zA-Z%])/g;
function formatDate(runtime, date, format) {
  return replaceMatches(format, DIRECTIVE, (whole, flags = "", width = "", directive = "") => {
    charge(1);
    const columns = Number(width);
    runtime.checkLength(columns);
    return formatDirective(runtime, date, directive, flags, columns) ?? whole;
  });
}
function formatDirective(runtime, date, directive, flags, columns) {
  const number = NUMBERS.get(directive);
  const fill = /[-_0]/.exec([...flags].reverse().join(""))?.[0];
  if (number) {
    const [width, usualFill, value] = number;
    const text2 = String(value(date));
    if (fill === "-" && columns === 0) return text2;
    return text2.padStart(columns || width, fill === void 0 ? usualFill : fill === "0" ? "0" : " ");
  }
  const composite = COMPOSITES.get(directive);
  const text = composite === void 0 ? TEXTS.get(directive)?.(date) : formatDate(runtime, date, composite);
  return text === void 0 ? void 0 : changeCase(text, directive, flags).padStart(columns, fill === "0" ? "0" : " ");
}
function changeCase(text, directive, flags) {
  if (flags.includes("#")) return directive === "p" || directive === "Z" ? text.toLowerCase() : text.toUpperCase();
  return flags.includes("^") ? text.toUpperCase() : text;
}
function daysSince(start, end) {
  const midnight = (date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((midnight(end) - midnight(start)) / DAY_MILLISECONDS);
}
function isoWeek(date) {
  const thursday = new Date(date.getFullYear(), date.getMonth(), date.getDate() + 4 - (date.getDay() || 7));
  return { year: thursday.getFullYear(), week: Math.floor((dayOfYear(thursday) - 1) / 7) + 1 };
}
export {
  formatDate
};

import { listWords, overlap } from "../chatbot/words.js";
import { findAnswers } from "./answer-question.js";
import { findColors, nameColor } from "./colors.js";
import { FIGURES } from "./figures.js";
import { createPixels, resize } from "./pixels.js";
import { round, softmax } from "./scores.js";
const GRID = 64;
function listColors(pixels) {
  const names = nameGrid(pixels).names;
  const counts = /* @__PURE__ */ new Map();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, share: round(count / names.length) })).sort((a, b) => b.share - a.share);
}
function classifyImage({ pixels, description }, count) {
  const shown = listThings(description).map((label, index) => [label, 6 - index]);
  const suggested = listColors(pixels).slice(0, 6).map(({ name, share }) => [name, 4 * share - 1]);
  const unique = /* @__PURE__ */ new Map();
  for (const [label, weight] of [...shown, ...suggested]) unique.set(label, Math.max(weight, unique.get(label) ?? -9));
  return softmax([...unique]).slice(0, count);
}
function matchImageLabels(image, labels) {
  const colors = listColors(image.pixels);
  const things = classifyImage(image, 12);
  return softmax(
    labels.map((label, index) => {
      const named = findColors(label).map(nameColor);
      const byColor = colors.reduce((sum, { name, share }) => sum + (named.includes(name) ? share : 0), 0);
      const byThing = things.find(
        ({ label: thing }) => listWords(label).some((word) => listWords(thing).includes(word))
      );
      const byDescription = overlap(label, image.description ?? "");
      return [label, 4 * byColor + 6 * (byThing?.score ?? 0) + 4 * byDescription - index * 0.05];
    })
  );
}
function findRegions({ pixels, info, description }) {
  const { width, height } = info;
  const [thing] = listThings(description);
  const { names, columns, rows } = nameGrid(pixels);
  const [background] = listColors(pixels);
  const seen = new Uint8Array(names.length);
  const regions = [];
  for (let start = 0; start < names.length; start++) {
    const name = names[start] ?? "";
    if (seen[start] || name === background?.name) continue;
    const cells = spread(start, columns, rows, seen, (index) => names[index] === name);
    const xs = cells.map((cell) => cell % columns);
    const ys = cells.map((cell) => Math.floor(cell / columns));
    const isBackground = Math.min(...xs) === 0 && Math.max(...xs) === columns - 1;
    if (cells.length < 6 || isBackground) continue;
    regions.push({
      label: `${name} ${describeShape(xs, ys, cells.length)}`,
      score: round(Math.min(0.99, 0.5 + cells.length / names.length + 0.2)),
      box: {
        xmin: Math.round(Math.min(...xs) / columns * width),
        ymin: Math.round(Math.min(...ys) / rows * height),
        xmax: Math.round((Math.max(...xs) + 1) / columns * width),
        ymax: Math.round((Math.max(...ys) + 1) / rows * height)
      },
      cells: cells.length
    });
  }
  return regions.sort((a, b) => b.cells - a.cells).slice(0, 10).map(({ label, score, box }, index) => ({ label: index === 0 ? thing ?? label : label, score, box }));
}
function listThings(description = "") {
  return FIGURES.flatMap(([words]) => words.exec(description)?.[0].toLowerCase() ?? []);
}
function createMask(pixels, color, width, height) {
  const { names, columns, rows } = nameGrid(pixels);
  const mask = createPixels(columns, rows);
  for (const [index, name] of names.entries()) {
    const value = name === color ? 255 : 0;
    mask.data.set([value, value, value, 255], index * 4);
  }
  return resize(mask, width, height);
}
function captionImage(image) {
  const { info, opened, description } = image;
  if (description) return description;
  const [first, second] = listColors(image.pixels);
  const shape = info.width > info.height * 1.2 ? "wide" : info.height > info.width * 1.2 ? "tall" : "square";
  const names = [first, second].flatMap((color) => color && color.share > 0.08 ? color.name : []);
  const [region] = findRegions(image);
  const thing = region ? ` with ${/^[aeiou]/.test(region.label) ? "an" : "a"} ${region.label}` : "";
  const colors = opened ? `in ${names.join(" and ")}${thing}` : `that only its ${info.format.toUpperCase()} header describes`;
  return `a ${shape} picture of ${info.width} by ${info.height} pixels, ${colors}`;
}
function askImage(question, image, count) {
  const colors = listColors(image.pixels);
  const asked = question.toLowerCase();
  const regions = findRegions(image);
  const read = readDescription(question, image.description);
  let candidates;
  if (read !== void 0) candidates = [[read, 2]];
  else if (/\bcolou?r/.test(asked)) {
    const told = findColors(image.description ?? "").map(nameColor);
    const seen = /\b(?:sky|top|above)\b/.test(asked) ? listColors(cropRows(image.pixels, 0, 0.2)) : /\b(?:ground|floor|bottom|below|sea|water|grass)\b/.test(asked) ? listColors(cropRows(image.pixels, 0.85, 1)) : colors;
    const isPart = seen !== colors;
    candidates = seen.map(({ name, share }) => [name, 5 * share + (!isPart && told.includes(name) ? 3 : 0)]);
  } else if (/\bhow many\b/.test(asked)) candidates = [0, 1, 2].map((step) => [`${regions.length + step}`, 2 - step]);
  else if (/\b(?:size|large|big|wide|high|tall|resolution)\b/.test(asked)) {
    candidates = [
      [`${image.info.width} x ${image.info.height}`, 2],
      [`${image.size} bytes`, 0]
    ];
  } else if (/^(?:is|are|does|do|can|has|was|did)\b/.test(asked)) {
    const named = findColors(asked).map(nameColor);
    const fits = named.length === 0 || colors.some(({ name, share }) => named.includes(name) && share > 0.05);
    candidates = [
      [fits ? "yes" : "no", 2],
      [fits ? "no" : "yes", 0]
    ];
  } else candidates = classifyImage(image, 5).map(({ label, score }) => [label.split(",")[0] ?? label, 4 * score]);
  return softmax(candidates).slice(0, count).map(({ label, score }) => ({ answer: label, score }));
}
function readDescription(question, description) {
  if (!description || !/\bis\b|\bare\b/.test(description)) return void 0;
  return findAnswers(question, description, 1)[0]?.answer;
}
function cropRows({ width, height, data }, from, to) {
  const first = Math.min(height - 1, Math.floor(from * height));
  const last = Math.max(first + 1, Math.ceil(to * height));
  return { width, height: last - first, data: data.slice(first * width * 4, last * width * 4) };
}
function nameGrid(pixels) {
  const columns = Math.min(GRID, pixels.width);
  const rows = Math.max(1, Math.min(GRID, Math.round(columns * pixels.height / pixels.width)));
  const small = resize(pixels, columns, rows);
  const names = Array.from({ length: columns * rows }, (_, index) => {
    const at = index * 4;
    const color = [small.data[at] ?? 0, small.data[at + 1] ?? 0, small.data[at + 2] ?? 0];
    return nameColor(color);
  });
  return { names, columns, rows };
}
function spread(start, columns, rows, seen, fits) {
  const found = [];
  const waiting = [start];
  seen[start] = 1;
  for (let cell = waiting.pop(); cell !== void 0; cell = waiting.pop()) {
    found.push(cell);
    const x = cell % columns;
    const y = Math.floor(cell / columns);
    for (const [nextX, nextY] of [
      [x - 1, y],
      [x + 1, y],
      [x, y - 1],
      [x, y + 1]
    ]) {
      const next = nextY * columns + nextX;
      if (nextX < 0 || nextY < 0 || nextX >= columns || nextY >= rows || seen[next] || !fits(next)) continue;
      seen[next] = 1;
      waiting.push(next);
    }
  }
  return found;
}
function describeShape(xs, ys, cells) {
  const width = Math.max(...xs) - Math.min(...xs) + 1;
  const height = Math.max(...ys) - Math.min(...ys) + 1;
  const filled = cells / (width * height);
  if (width > height * 3) return "stripe";
  if (height > width * 3) return "column";
  return filled > 0.9 ? "rectangle" : filled > 0.7 ? "ellipse" : "shape";
}
export {
  askImage,
  captionImage,
  classifyImage,
  createMask,
  findRegions,
  listColors,
  matchImageLabels
};

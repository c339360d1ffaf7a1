import { mix } from "./colors.js";
import { createPixels } from "./pixels.js";
const SUB_ROWS = 4;
class Canvas {
  pixels;
  /** Width where the height is 100. */
  width;
  #scale;
  constructor(width, height) {
    this.pixels = createPixels(width, height);
    this.#scale = height / 100;
    this.width = width / this.#scale;
  }
  /** Fills a band from one color to another. */
  gradient(from, to, top = 0, bottom = 100) {
    const { width, height, data } = this.pixels;
    const start = Math.max(0, Math.round(top * this.#scale));
    const end = Math.min(height, Math.round(bottom * this.#scale));
    for (let y = start; y < end; y++) {
      const color = mix(from, to, (y - start) / Math.max(1, end - start - 1));
      const row = y * width * 4;
      data.set([...color, 255], row);
      for (let done = 4; done < width * 4; done *= 2) {
        data.copyWithin(row + done, row, row + Math.min(done, width * 4 - done));
      }
    }
  }
  ellipse(center, radiusX, radiusY, color, opacity = 1) {
    const points = Array.from({ length: 48 }, (_, index) => {
      const angle = index / 48 * 2 * Math.PI;
      return [center[0] + radiusX * Math.cos(angle), center[1] + radiusY * Math.sin(angle)];
    });
    this.polygon(points, color, opacity);
  }
  rectangle(left, top, right, bottom, color, opacity = 1) {
    this.polygon(
      [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom]
      ],
      color,
      opacity
    );
  }
  line(from, to, thickness, color) {
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const across = [
      (to[1] - from[1]) / length * (thickness / 2),
      (from[0] - to[0]) / length * (thickness / 2)
    ];
    this.polygon(
      [
        [from[0] + across[0], from[1] + across[1]],
        [to[0] + across[0], to[1] + across[1]],
        [to[0] - across[0], to[1] - across[1]],
        [from[0] - across[0], from[1] - across[1]]
      ],
      color
    );
  }
  /** Fills a polygon; where it crosses itself, holes stay. */
  polygon(points, color, opacity = 1) {
    const { width, height } = this.pixels;
    const scaled = points.map(([x, y]) => [x * this.#scale, y * this.#scale]);
    const top = Math.max(0, Math.floor(Math.min(...scaled.map(([, y]) => y))));
    const bottom = Math.min(height - 1, Math.ceil(Math.max(...scaled.map(([, y]) => y))));
    const coverage = new Float32Array(width);
    for (let y = top; y <= bottom; y++) {
      coverage.fill(0);
      for (let sub = 0; sub < SUB_ROWS; sub++) {
        const crossings = findCrossings(scaled, y + (sub + 0.5) / SUB_ROWS);
        for (let index = 0; index + 1 < crossings.length; index += 2) {
          cover(coverage, crossings[index] ?? 0, crossings[index + 1] ?? 0);
        }
      }
      for (let x = 0; x < width; x++) {
        const share = (coverage[x] ?? 0) / SUB_ROWS * opacity;
        if (share > 0) this.#blend((y * width + x) * 4, color, share);
      }
    }
  }
  #blend(at, color, share) {
    const { data } = this.pixels;
    for (let channel = 0; channel < 3; channel++) {
      const old = data[at + channel] ?? 0;
      data[at + channel] = old + ((color[channel] ?? 0) - old) * share;
    }
    data[at + 3] = 255;
  }
}
function findCrossings(points, y) {
  const crossings = [];
  for (const [index, [x1, y1]] of points.entries()) {
    const [x2, y2] = points[(index + 1) % points.length] ?? [x1, y1];
    if (y1 <= y !== y2 <= y) crossings.push(x1 + (y - y1) / (y2 - y1) * (x2 - x1));
  }
  return crossings.sort((a, b) => a - b);
}
function cover(coverage, from, to) {
  const start = Math.max(0, from);
  const end = Math.min(coverage.length, to);
  for (let x = Math.floor(start); x < end; x++) {
    coverage[x] = (coverage[x] ?? 0) + Math.min(x + 1, end) - Math.max(x, start);
  }
}
export {
  Canvas
};

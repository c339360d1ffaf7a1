function copyBytes(raw, { width, height, data }, channels) {
  const green = channels < 3 ? 0 : 1;
  const blue = channels < 3 ? 0 : 2;
  const hasOpacity = channels % 2 === 0;
  let to = 0;
  for (let y = 0; y < height; y++) {
    let from = y * (width * channels + 1) + 1;
    for (let x = 0; x < width; x++) {
      data[to] = raw[from] ?? 0;
      data[to + 1] = raw[from + green] ?? 0;
      data[to + 2] = raw[from + blue] ?? 0;
      data[to + 3] = hasOpacity ? raw[from + channels - 1] ?? 0 : 255;
      to += 4;
      from += channels;
    }
  }
}
function unfilter(raw, stride, height, width) {
  for (let y = 0; y < height; y++) {
    const row = y * (stride + 1);
    const filter = raw[row];
    for (let x = 0; x < stride; x++) {
      const at = row + 1 + x;
      const left = x >= width ? raw[at - width] ?? 0 : 0;
      const up = y > 0 ? raw[at - stride - 1] ?? 0 : 0;
      const corner = x >= width && y > 0 ? raw[at - stride - 1 - width] ?? 0 : 0;
      const guess = filter === 1 ? left : filter === 2 ? up : filter === 3 ? left + up >> 1 : filter === 4 ? paeth(left, up, corner) : 0;
      raw[at] = (raw[at] ?? 0) + guess;
    }
  }
}
function paeth(left, up, corner) {
  const estimate = left + up - corner;
  const distances = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)];
  if (distances[0] <= distances[1] && distances[0] <= distances[2]) return left;
  return distances[1] <= distances[2] ? up : corner;
}
export {
  copyBytes,
  unfilter
};

function createPixels(width, height) {
  return { width, height, data: new Uint8ClampedArray(width * height * 4) };
}
function resize(pixels, width, height) {
  const result = createPixels(width, height);
  for (let y = 0; y < height; y++) {
    const sourceY = Math.min(pixels.height - 1, Math.floor((y + 0.5) * pixels.height / height));
    for (let x = 0; x < width; x++) {
      const sourceX = Math.min(pixels.width - 1, Math.floor((x + 0.5) * pixels.width / width));
      const from = (sourceY * pixels.width + sourceX) * 4;
      result.data.set(pixels.data.subarray(from, from + 4), (y * width + x) * 4);
    }
  }
  return result;
}
function mapColors(pixels, change) {
  const result = { ...pixels, data: pixels.data.slice() };
  for (let at = 0, index = 0; at < result.data.length; at += 4, index++) {
    const [red, green, blue] = change(
      result.data[at] ?? 0,
      result.data[at + 1] ?? 0,
      result.data[at + 2] ?? 0,
      index % pixels.width,
      Math.floor(index / pixels.width)
    );
    result.data[at] = red;
    result.data[at + 1] = green;
    result.data[at + 2] = blue;
  }
  return result;
}
function concat(parts) {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}
export {
  concat,
  createPixels,
  mapColors,
  resize
};

async function deflate(bytes) {
  if (typeof CompressionStream === "undefined") {
    const { zlibSync } = await import("fflate");
    return new Uint8Array(zlibSync(bytes));
  }
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
async function inflate(bytes, length) {
  const result = new Uint8Array(length);
  let at = 0;
  const add = (part) => {
    result.set(part.subarray(0, length - at), at);
    at = Math.min(length, at + part.length);
    return at < length;
  };
  try {
    if (typeof DecompressionStream === "undefined") await inflateHere(bytes, add);
    else await inflateNatively(bytes, add);
  } catch {
  }
  return at === length ? result : void 0;
}
async function inflateNatively(bytes, add) {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate")).getReader();
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    if (add(part.value)) continue;
    await reader.cancel();
    return;
  }
}
const STEP = 4096;
async function inflateHere(bytes, add) {
  const { Unzlib } = await import("fflate");
  let wantsMore = true;
  const stream = new Unzlib((part) => {
    wantsMore = wantsMore && add(part);
  });
  for (let start = 0; wantsMore && start < bytes.length; start += STEP) {
    stream.push(bytes.subarray(start, start + STEP), start + STEP >= bytes.length);
  }
}
export {
  deflate,
  inflate
};

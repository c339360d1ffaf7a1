const MEBIBYTE = 2 ** 20;
const DEFAULTS = {
  errorBytes: MEBIBYTE,
  jsonBytes: 64 * MEBIBYTE,
  eventBytes: 64 * MEBIBYTE,
  fileBytes: 2048 * MEBIBYTE
};
function limitOf(name, limits) {
  return limits?.[name] ?? DEFAULTS[name];
}
function describeExcess(name, limit) {
  const size = limit >= MEBIBYTE ? `${Math.round(limit / MEBIBYTE)} MiB` : `${limit} bytes`;
  const subject = name === "eventBytes" ? "An event of the stream" : "The response";
  return `${subject} is larger than ${size} (limits.${name}).`;
}
export {
  describeExcess,
  limitOf
};

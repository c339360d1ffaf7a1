function toSegments(chunks) {
  return chunks.flatMap(({ text, timestamp: [start, end] }, id) => {
    if (typeof start !== "number") return [];
    return [{ id, start, end: typeof end === "number" ? Math.max(start, end) : start + 1, text }];
  });
}
function formatSubtitles(segments, format) {
  const mark = format === "srt" ? "," : ".";
  const cues = segments.map(({ start, end, text }, index) => {
    const times = `${formatTime(start, mark)} --> ${formatTime(end, mark)}`;
    const line = text.trim().replace(/\s*\n\s*/g, "\n").replaceAll("-->", "->");
    return `${format === "srt" ? `${index + 1}
` : ""}${times}
${line}
`;
  });
  return `${format === "vtt" ? "WEBVTT\n\n" : ""}${cues.join("\n")}`;
}
function formatTime(seconds, mark) {
  const milliseconds = Math.round(seconds * 1e3);
  const pad = (value, length = 2) => String(Math.floor(value)).padStart(length, "0");
  const clock = [pad(milliseconds / 36e5), pad(milliseconds / 6e4 % 60), pad(milliseconds / 1e3 % 60)];
  return `${clock.join(":")}${mark}${pad(milliseconds % 1e3, 3)}`;
}
export {
  formatSubtitles,
  toSegments
};

function createMarks() {
  const id = Math.random().toString().slice(2);
  return { open: `\uFDD0${id}\uFDD1`, close: `\uFDD0${id}\uFDD2`, areExposed: false };
}
function readMarks(marked, { open, close }) {
  const spans = [];
  const starts = [];
  let text = "";
  let rest = 0;
  const id = open.slice(0, -1);
  for (; ; ) {
    const at = marked.indexOf(id, rest);
    if (at === -1) break;
    text += marked.slice(rest, at);
    rest = at + open.length;
    const mark = marked.slice(at, rest);
    if (mark === open) starts.push(text.length);
    else {
      const start = mark === close ? starts.pop() : void 0;
      if (start === void 0) return void 0;
      spans.push({ start, end: text.length });
    }
  }
  text += marked.slice(rest);
  return starts.length === 0 ? { text, spans } : void 0;
}
function locateBlocks(output, blocks) {
  const spans = [];
  for (const block of blocks) {
    const text = output.includes(block.text, block.start) ? block.text : block.text.trim();
    const start = output.indexOf(text, block.start);
    if (text === "" || start === -1 || output.includes(text, start + 1)) return void 0;
    if (spans.at(-1)?.start !== start) spans.push({ start, end: start + text.length });
  }
  return spans;
}
export {
  createMarks,
  locateBlocks,
  readMarks
};

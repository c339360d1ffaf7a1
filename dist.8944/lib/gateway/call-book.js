const MOST_CALLS = 200;
const MOST_CHARACTERS = 20 * 2 ** 20;
const LONGEST_TEXT = 2 ** 20;
class CallBook {
  calls = /* @__PURE__ */ new Map();
  size = 0;
  add(call) {
    this.calls.set(call.id, call);
    this.size += sizeOf(call);
    this.trim();
  }
  /** Changes a call that is still kept. */
  update(id, changes) {
    const call = this.calls.get(id);
    if (!call) return;
    this.size -= sizeOf(call);
    Object.assign(call, changes);
    this.size += sizeOf(call);
    this.trim();
  }
  get(id) {
    return this.calls.get(id);
  }
  /** The newest first. */
  list() {
    return [...this.calls.values()].reverse().map(({ request: _request, response: _response, ...summary }) => summary);
  }
  trim() {
    if (this.calls.size <= MOST_CALLS && this.size <= MOST_CHARACTERS) return;
    for (const [id, call] of this.calls) {
      if (this.calls.size <= MOST_CALLS && this.size <= MOST_CHARACTERS) return;
      this.calls.delete(id);
      this.size -= sizeOf(call);
    }
  }
}
function shorten(text) {
  return text.length > LONGEST_TEXT ? "".concat(text.slice(0, LONGEST_TEXT), "\u2026") : text;
}
function sizeOf({ request, response, attempts }) {
  return request.length + response.length + 500 + attempts.length * 100;
}
export {
  CallBook,
  shorten
};

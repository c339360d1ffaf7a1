function clientLeft() {
  return new DOMException("The client left", "AbortError");
}
export {
  clientLeft
};

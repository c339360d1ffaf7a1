let lastId = 0;
function createId(now = Date.now()) {
  lastId = Math.max(lastId + 1, now * 16);
  const random = Math.floor(Math.random() * 36 ** 4);
  return `${lastId.toString(36)}${random.toString(36).padStart(4, "0")}`;
}
export {
  createId
};

function hasKey(request, key) {
  const { headers } = request;
  const bearer = /^bearer\s+(.*)$/i.exec(headers.get("authorization") ?? "")?.[1]?.trim();
  const given = bearer ?? headers.get("x-api-key") ?? headers.get("api-key");
  return given !== null && isSame(given, key);
}
function isSame(given, expected) {
  let difference = given.length ^ expected.length;
  for (let index = 0; index < given.length; index++) {
    difference |= given.charCodeAt(index) ^ expected.charCodeAt(index % Math.max(1, expected.length));
  }
  return difference === 0;
}
export {
  hasKey,
  isSame
};

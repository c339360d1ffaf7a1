const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const SAFE_HEADERS = {
  "content-security-policy": POLICY,
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin"
};
function notice(status, text) {
  return html(status, "", `<main><h1>hub serve</h1><p>${text}</p></main>`);
}
function html(status, head, body) {
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>hub serve</title><link rel="icon" href="data:,">${head}</head><body>${body}</body></html>`;
  return { status, headers: { ...SAFE_HEADERS, "content-type": "text/html; charset=utf-8" }, body: text };
}
export {
  SAFE_HEADERS,
  html,
  notice
};

function toLogRecord(exchange, level, secrets, content = {}) {
  const { request: _request, response: _response, error, ...facts } = exchange;
  const metadata = {
    ...facts,
    ...error ? { error: level === "content" ? error : { name: error.name, ...error.status ? { status: error.status } : {} } } : {}
  };
  if (level === "metadata") return secrets.cleanValue(metadata);
  const added = {
    ...content.arguments === void 0 ? {} : { arguments: content.arguments },
    ...content.output === void 0 ? {} : { output: content.output }
  };
  return secrets.cleanValue({ ...metadata, ...JSON.parse(JSON.stringify(added)) });
}
export {
  toLogRecord
};

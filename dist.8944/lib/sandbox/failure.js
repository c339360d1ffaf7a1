class ServiceFailure extends Error {
  name = "ServiceFailure";
  /** `invalid` takes the status the service uses for bad input, 400 or 422. */
  status;
  /** Machine-readable word, such as `model_not_found`. */
  code;
  /** Path of the member of the body that is wrong. */
  field;
  headers;
  constructor(status, message, details = {}) {
    super(message);
    this.status = status;
    this.code = details.code;
    this.field = details.field ?? [];
    this.headers = details.headers ?? {};
  }
}
function invalid(field, message) {
  return new ServiceFailure("invalid", message, { field: field.split("."), code: "invalid_value" });
}
function missing(field) {
  return new ServiceFailure("invalid", `Missing required parameter: '${field}'.`, {
    field: field.split("."),
    code: "missing_required_parameter"
  });
}
function notFound(message, code = "not_found") {
  return new ServiceFailure(404, message, { code });
}
export {
  ServiceFailure,
  invalid,
  missing,
  notFound
};

const HUB_FORMAT = { invalid: 400, body: ({ message }) => ({ error: message }) };
const OPENAI = {
  invalid: 400,
  body: ({ message, code, field }, status) => ({
    error: { message, type: errorType(status), param: field.length > 0 ? field.join(".") : null, code: code ?? null }
  })
};
const ROUTER_FORMAT = {
  invalid: 400,
  body: (failure, status) => (status === 401 ? HUB_FORMAT : OPENAI).body(failure, status)
};
const FLAT = {
  invalid: 400,
  body: ({ message, code, field }, status) => ({
    message,
    type: errorType(status),
    param: field.join("."),
    code: code ?? ""
  })
};
const PYDANTIC = {
  invalid: 422,
  body: ({ message, code, field }, status) => status === 422 ? {
    detail: [
      {
        loc: ["body", ...field],
        msg: code === "missing_required_parameter" ? "field required" : message,
        type: code === "missing_required_parameter" ? "value_error.missing" : "value_error"
      }
    ]
  } : { detail: message }
};
const FORMATS = {
  "black-forest-labs": PYDANTIC,
  cerebras: FLAT,
  cohere: { invalid: 422, body: ({ message }) => ({ message }) },
  "fal-ai": PYDANTIC,
  "hf-inference": HUB_FORMAT,
  hyperbolic: { invalid: 400, body: ({ message }, status) => ({ object: "error", message, type: errorType(status) }) },
  nebius: PYDANTIC,
  novita: {
    invalid: 400,
    body: ({ message, code }, status) => ({ code: status, reason: code ?? errorType(status), message, metadata: {} })
  },
  replicate: {
    invalid: 422,
    body: ({ message, field }, status) => ({
      title: TITLES[status] ?? "Request failed",
      detail: message,
      status,
      ...field.length > 0 ? { invalid_fields: [{ type: "invalid", field: field.join("."), description: message }] } : {}
    })
  },
  together: {
    invalid: 400,
    body: (failure, status) => ({
      ...OPENAI.body(failure, status),
      ...status === 429 ? { error_type: failure.code ?? "dynamic_request_limited" } : {}
    })
  },
  wavespeed: { invalid: 400, body: ({ message }, status) => ({ code: status, message }) },
  "zai-org": {
    invalid: 400,
    body: ({ message }, status) => ({ error: { code: status === 401 ? "1000" : "1210", message } })
  }
};
const TITLES = {
  401: "Unauthenticated",
  404: "Not found",
  422: "Input validation failed",
  429: "Too many requests",
  503: "Service unavailable"
};
function errorFormatOf(provider) {
  return FORMATS[provider] ?? OPENAI;
}
function describeFailure(provider, failure) {
  const format = errorFormatOf(provider);
  const status = failure.status === "invalid" ? format.invalid : failure.status;
  return { status, body: format.body(failure, status) };
}
function errorType(status) {
  if (status === 401) return "authentication_error";
  if (status === 403) return "permission_error";
  if (status === 429) return "rate_limit_error";
  return status >= 500 ? "server_error" : "invalid_request_error";
}
export {
  HUB_FORMAT,
  ROUTER_FORMAT,
  describeFailure,
  errorFormatOf
};

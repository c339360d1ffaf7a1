import { findSecrets, redactBody, redactHeaders, redactUrl, removeSecret } from "./http/redact.js";
class InferenceClientError extends Error {
  constructor(message, options) {
    super(message, options);
    this.name = "InferenceClientError";
  }
}
class InferenceClientInputError extends InferenceClientError {
  code;
  constructor(message, code = "invalid-input") {
    super(message);
    this.name = "InputError";
    this.code = code;
  }
}
class InferenceClientRoutingError extends InferenceClientError {
  constructor(message) {
    super(message);
    this.name = "RoutingError";
  }
}
class HttpRequestError extends InferenceClientError {
  httpRequest;
  httpResponse;
  /** Keys and passwords are found in `httpRequest` and removed everywhere, also where the service repeats them. */
  constructor(message, httpRequest, httpResponse) {
    const { url, method, headers } = httpRequest;
    const secrets = findSecrets(url, headers);
    super(removeSecret(message, secrets));
    this.httpRequest = {
      url: removeSecret(redactUrl(url), secrets),
      method,
      ...headers ? { headers: removeSecret(redactHeaders(headers), secrets) } : {},
      ..."body" in httpRequest ? { body: removeSecret(redactBody(httpRequest.body), secrets) } : {}
    };
    this.httpResponse = removeSecret(httpResponse, secrets);
  }
}
class InferenceClientProviderApiError extends HttpRequestError {
  constructor(message, httpRequest, httpResponse) {
    super(message, httpRequest, httpResponse);
    this.name = "ProviderApiError";
  }
}
class InferenceClientDownloadError extends InferenceClientProviderApiError {
}
class InferenceClientHubApiError extends HttpRequestError {
  constructor(message, httpRequest, httpResponse) {
    super(message, httpRequest, httpResponse);
    this.name = "HubApiError";
  }
}
class InferenceClientProviderOutputError extends InferenceClientError {
  reason;
  constructor(message, reason = "malformed", options) {
    super(message, options);
    this.name = "ProviderOutputError";
    this.reason = reason;
  }
}
class InferenceClientDeadlineError extends InferenceClientProviderOutputError {
  constructor(seconds) {
    super(`No result within the deadline of ${seconds} s.`, "timeout");
  }
}
class InferenceClientAnswerCutError extends InferenceClientProviderOutputError {
  /** Tokens of the answer; undefined where nobody tells. */
  tokens;
  constructor(tokens) {
    super(`The answer was cut${tokens === void 0 ? "" : ` at ${tokens} tokens`}; raise max_tokens.`);
    this.tokens = tokens;
  }
}
export {
  InferenceClientAnswerCutError,
  InferenceClientDeadlineError,
  InferenceClientDownloadError,
  InferenceClientError,
  InferenceClientHubApiError,
  InferenceClientInputError,
  InferenceClientProviderApiError,
  InferenceClientProviderOutputError,
  InferenceClientRoutingError
};

import { describe, expect, it } from "vitest";
import { isSecretName } from "../../src/base/secret-names.ts";

describe("names of secrets", () => {
	it.each([
		"AWS_SECRET_ACCESS_KEY",
		"AWS_ACCESS_KEY_ID",
		"PGPASSWORD",
		"MYSQL_PWD",
		"DB_PASS",
		"GITHUB_PAT",
		"GOOGLE_APPLICATION_CREDENTIALS",
		"SENTRY_DSN",
		"SLACK_WEBHOOK_URL",
		"NPM_AUTH",
		"GHTOKEN",
		"apiKey",
		"client-secret",
		"X-Auth-Token",
		"Authorization",
		"Ocp-Apim-Subscription-Key",
		"Set-Cookie",
		"ACCESS_TOKENS",
		"TOKEN",
	])("%s is one", (name) => {
		expect(isSecretName(name)).toBe(true);
	});

	it.each([
		"PATH",
		"PWD",
		"OLDPWD",
		"KEYBOARD",
		"MAX_TOKENS",
		"TOKENIZERS_PARALLELISM",
		"Idempotency-Key",
		"PUBLIC_KEY",
		"AUTHOR",
		"PASSENGERS",
		"COMPASS",
		"SECRETARY",
		"Content-Type",
		"SHADE",
		"",
	])("%s is none", (name) => {
		expect(isSecretName(name)).toBe(false);
	});
});

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { SETTINGS } from "../src/cli/config/settings.ts";
import { BILLING_SCOPE, SCOPES } from "../src/cli/sign-in/device-flow.ts";

it("the site publishes the document that says who hub login is, at the address that it names", () => {
	const text = readFileSync(join(import.meta.dirname, "../site/public/oauth-client.json"), "utf8");
	const document = JSON.parse(text) as Record<string, unknown>;
	const { homepage } = JSON.parse(readFileSync(join(import.meta.dirname, "../package.json"), "utf8")) as {
		homepage: string;
	};
	expect(document["client_id"]).toBe(SETTINGS["oauth.client"].fallback);
	expect(document["client_id"]).toBe(`${homepage}oauth-client.json`);
	expect(document).toMatchObject({
		client_name: "hub",
		client_uri: homepage,
		token_endpoint_auth_method: "none",
		redirect_uris: ["http://127.0.0.1/callback"],
		grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
		scope: `${SCOPES} ${BILLING_SCOPE}`,
	});
	// It names addresses of the site only, and holds no secret.
	expect(
		text
			.match(/https?:\/\/[^/"]+/g)
			?.every((origin) => ["https://modelhub.github.io", "http://127.0.0.1"].includes(origin)),
	).toBe(true);
	expect(text).not.toMatch(/secret/);
});

import { describe, it } from "vitest";
import { OPENAI_CASES } from "./openai-cases.ts";
import type { Service } from "./service.ts";

/**
 * Runs the clients of OpenAI's form against a server; what it does not serve is left out.
 * @param open gives the running server when the tests run, so that it may be started in `beforeAll`
 */
export function describeService(
	name: string,
	{ features, ...settings }: Omit<Service, "baseURL">,
	open: () => { baseURL: string },
): void {
	const cases = OPENAI_CASES.filter(({ needs }) => features.includes(needs));
	const clients = [...new Set(cases.map(({ client }) => client))];
	describe.each(clients)(`${name}: %s`, (client) => {
		it.each(cases.filter((one) => one.client === client))("$does", ({ run }) =>
			run({ ...settings, features, ...open() }),
		);
	});
}

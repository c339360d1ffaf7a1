import { it } from "vitest";
import { followHostile, POLLED, requestHostile, SERVED_BY_ROUTER } from "./hostile-follow-ups.ts";

it.each(POLLED)("follow-up requests of %s send no credentials elsewhere, whatever the value", (name, fixture) =>
	followHostile(name, fixture, 1),
);

it.each(SERVED_BY_ROUTER)("the first request of %s stays below its base URL, whatever the mapping says", (provider) =>
	requestHostile(provider, 1),
);

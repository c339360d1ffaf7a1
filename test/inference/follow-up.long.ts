import { it } from "vitest";
import { followHostile, POLLED } from "./hostile-follow-ups.ts";

it.each(POLLED)("follow-up requests of %s take no credentials anywhere else, whatever the value", (name, fixture) =>
	followHostile(name, fixture, 1),
);

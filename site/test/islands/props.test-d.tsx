/** A page that gives an island a wrong prop fails the type check; it is not run. */
import { Island } from "../../src/components/island.tsx";

export const right = <Island name="run-it" props={{ tasks: [] }} />;

// @ts-expect-error: tasks is a list
export const wrongType = <Island name="run-it" props={{ tasks: "chat" }} />;

// @ts-expect-error: tasks is missing
export const missing = <Island name="run-it" props={{}} />;

// @ts-expect-error: there is no such island
export const unknown = <Island name="run-them" props={{ tasks: [] }} />;

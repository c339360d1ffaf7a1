import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const dist = fileURLToPath(new URL("../dist/", import.meta.url));

/** Paths of all pages, such as `tasks/x/`; Home is empty. */
export const pages = readdirSync(dist, { recursive: true, withFileTypes: true })
	.filter((entry) => entry.name === "index.html")
	.map((entry) => relative(dist, entry.parentPath).replaceAll("\\", "/"))
	.map((path) => (path === "" ? "" : `${path}/`));

export const readPage = (path) => readFileSync(join(dist, path, "index.html"), "utf8");

/** A page of each type. */
export const TYPES = [
	"",
	"guides/",
	"guides/getting-started/",
	"tasks/",
	"tasks/object-detection/",
	"providers/",
	"providers/together/",
	"libraries/",
	"libraries/diffusers/",
	"use/",
	"playground/",
	"templates/",
	"commands/",
	"commands/batch/",
	"errors/",
	"api/",
	"api/gateway/",
	"changes/",
];

import type { Element, ElementContent, Properties } from "hast";

/** An element of a tree of HTML; children are elements or strings. */
export function h(tagName: string, properties: Properties, ...children: (ElementContent | string)[]): Element {
	return {
		type: "element",
		tagName,
		properties,
		children: children.map((child) => (typeof child === "string" ? { type: "text", value: child } : child)),
	};
}

/** The names in the class attribute of an element. */
export function classesOf({ properties: { className } }: Element): string[] {
	return Array.isArray(className) ? className.map(String) : [];
}

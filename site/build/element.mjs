/** An element of a tree of HTML; children are elements or strings. */
export function h(tagName, properties, ...children) {
	return {
		type: "element",
		tagName,
		properties,
		children: children.map((child) => (typeof child === "string" ? { type: "text", value: child } : child)),
	};
}

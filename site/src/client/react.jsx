import { createRoot, hydrateRoot } from "react-dom/client";

/** Hydrates a prerendered island; a mismatch is an error in the console. */
export function hydrateElement(element, Component, props, identifierPrefix) {
	hydrateRoot(element, <Component {...props} />, { identifierPrefix });
}

/** Renders a component that is not part of the page as it was prerendered. */
export function mount(element, Component, props) {
	createRoot(element).render(<Component {...props} />);
}

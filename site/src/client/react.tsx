import type { ComponentType } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";

/** Hydrates a prerendered island; a mismatch is an error in the console. */
export function hydrateElement<Props extends object>(
	element: Element,
	Component: ComponentType<Props>,
	props: Props,
	identifierPrefix: string,
): void {
	hydrateRoot(element, <Component {...props} />, { identifierPrefix });
}

/** Renders a component that is not part of the page as it was prerendered. */
export function mount<Props extends object>(element: Element, Component: ComponentType<Props>, props: Props): void {
	createRoot(element).render(<Component {...props} />);
}

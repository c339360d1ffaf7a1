/** Values of `--preview`. */
export const PREVIEW_CHOICES = ["auto", "kitty", "iterm", "sixel", "blocks", "none"] as const;

/** How images are to be shown on a terminal. */
export type PreviewChoice = (typeof PREVIEW_CHOICES)[number];

/** How images are to be shown on a terminal: a value of `--preview`. */
export type PreviewChoice = "auto" | "kitty" | "iterm" | "sixel" | "blocks" | "none";

// All styles in one file: the base first, then each component's. Nothing of this script is loaded.
import "./layout/base.css";

import.meta.glob("./**/*.css", { eager: true });

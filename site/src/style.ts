// All styles in one file: the base first, then each component's. The script itself is not loaded.
import "./layout/base.css";

import.meta.glob("./**/*.css", { eager: true });

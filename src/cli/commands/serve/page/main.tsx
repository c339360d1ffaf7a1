import { createRoot } from "react-dom/client";
import { CallsPage } from "./calls-page.tsx";

const root = document.getElementById("root");
if (root) createRoot(root).render(<CallsPage />);

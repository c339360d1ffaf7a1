// What only Home and wide pages have: others would load it for nothing. The script itself is not loaded.
import "./components/terminal.css";
import "./components/fan.css";
import "./islands/playground/playground.css";
import "./islands/template/template.css";
import "./pages/home.css";
import "./pages/providers.css";

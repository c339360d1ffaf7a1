import widgets from "./data/texts/widgets.json.js";
const MAPPING_DEFAULT_WIDGET = new Map(
  Object.entries(widgets).map(([language, examples]) => [
    language,
    new Map(Object.entries(examples))
  ])
);
export {
  MAPPING_DEFAULT_WIDGET
};

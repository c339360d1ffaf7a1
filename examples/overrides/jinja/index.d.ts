export * from "modelhub/jinja";

export * from "modelhub/tasks";

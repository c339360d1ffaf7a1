import type { ModelDataMinimal } from "./model-data.ts";
/** A message as a chat takes it. */
export interface ExampleMessage {
    role: "user";
    content: string | ({
        type: "text";
        text: string;
    } | {
        type: "image_url";
        image_url: {
            url: string;
        };
    })[];
}
/** Returns the chat shown in examples of a conversational model: about an image when it takes images. */
export declare function chooseExampleMessages({ pipeline_tag: task, }: Pick<ModelDataMinimal, "pipeline_tag">): ExampleMessage[];

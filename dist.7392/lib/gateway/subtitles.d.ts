/** A part of a transcript with its times in seconds. */
export interface Segment {
    id: number;
    start: number;
    end: number;
    text: string;
}
/** The parts of a transcript that have times. The last one may lack its end. */
export declare function toSegments(chunks: readonly {
    text: string;
    timestamp: readonly (number | null)[];
}[]): Segment[];
/** Subtitles in the form of SubRip or WebVTT. */
export declare function formatSubtitles(segments: readonly Segment[], format: "srt" | "vtt"): string;

/** How source text is cut into tokens. The names are Jinja2's. */
export interface LexerOptions {
    /** Remove the first line break after a block tag or comment. Default false. */
    trim_blocks?: boolean;
    /** Remove the spaces before a block tag or comment that comes first on its line. Default false. */
    lstrip_blocks?: boolean;
    /** Keep the last line break of the source. Default false. */
    keep_trailing_newline?: boolean;
    /** String that replaces every line break of the source. Default `"\n"`. */
    newline_sequence?: string;
    block_start_string?: string;
    block_end_string?: string;
    variable_start_string?: string;
    variable_end_string?: string;
    comment_start_string?: string;
    comment_end_string?: string;
    /** A line that begins with this text is a block tag. Default: none. */
    line_statement_prefix?: string;
    /** From this text to the end of the line everything is a comment. Default: none. */
    line_comment_prefix?: string;
    /** Name of the template, for error messages. */
    name?: string;
}

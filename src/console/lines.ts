// Lines of a pasted text, counted before anything else reads it.

/** Whether the text has more lines than that, the empty ones at its end apart. Stops there. */
export function hasMoreLines(text: string, max: number): boolean {
  return text.trimEnd().split(/\r\n|\r|\n/, max + 1).length > max;
}

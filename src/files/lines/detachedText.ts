/** A copy of a text: a slice keeps the large text alive that it was cut from. V8 copies slices of up to 12 characters. */
export function detachedText(text: string): string {
  return text.length < 13 ? text : Buffer.from(text, 'utf16le').toString('utf16le');
}

// Where a text stops being JSON: JSON.parse does not always tell it.
import { visit } from 'jsonc-parser';

/** Of a text that JSON.parse refuses. Line and column count from 1. */
export function firstJsonError(text: string): Readonly<{ line: number; column: number }> {
  let place: Readonly<{ line: number; column: number }> | null = null;
  const onError = (_code: number, _offset: number, _length: number, line: number, column: number): void => {
    place ??= { line: line + 1, column: column + 1 };
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // nested too deeply to be visited
  }
  return place ?? { line: 1, column: 1 };
}

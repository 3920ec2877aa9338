// Finds where the text of a small body stops being JSON.
import { visit } from 'jsonc-parser';
import type { BodyFault } from '../../../domain/problem.js';

export function parseJson(text: string): Readonly<{ value: unknown }> | Readonly<{ fault: BodyFault }> {
  if (text.trim() === '') return { fault: { is: 'Empty' } };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { fault: { is: 'NotJson', ...firstError(text) } };
  }
}

/** JSON.parse tells no position on all versions of Node. */
function firstError(text: string): Readonly<{ line: number; column: number }> {
  let found = { line: 1, column: 1 };
  let isFound = false;
  const onError = (_code: number, _offset: number, _length: number, line: number, column: number): void => {
    if (!isFound) found = { line: line + 1, column: column + 1 };
    isFound = true;
  };
  try {
    visit(text, { onError }, { disallowComments: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error; // nested too deeply to be visited
  }
  return found;
}

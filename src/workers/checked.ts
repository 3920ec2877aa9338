// The check of an open document in its thread.
import type { CheckFacts, CheckInputs, CheckResult } from '../commands/imports/document.js';
import type { Thread } from '../runtime/thread.js';
import type { DocumentHandlers } from './worker.js';

export function checked(
  thread: Thread<DocumentHandlers>,
  id: number,
  facts: CheckFacts,
  inputs: CheckInputs,
): Promise<CheckResult> {
  const given = new Map([...inputs].map(([key, parts]) => [key, copies(parts)]));
  return thread.request('check', { id, facts, inputs: given }, [...given.values()].flatMap(buffersOf));
}

/** Copies, as bytes in a store's own memory cannot be transferred. */
export function copies(parts: readonly Uint8Array[]): readonly Uint8Array<ArrayBuffer>[] {
  return parts.map((part) => new Uint8Array(part));
}

export function buffersOf(parts: readonly Uint8Array<ArrayBuffer>[]): ArrayBuffer[] {
  return parts.map(({ buffer }) => buffer);
}

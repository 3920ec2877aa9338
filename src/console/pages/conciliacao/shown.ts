// What the page shows after an act was refused, beside the data of the page.
import type { Act } from '../../../domain/reconciliation/transitions.js';
import type { ShownEntry } from './pageData.js';
import { NO_ERRORS, type ItemErrors } from './typedItems.js';

/** `act`: the refused one; `meanwhile`: what others did since the person opened the page. */
export type RefusedAct = Readonly<{
  act: Act | null;
  sentences: readonly string[];
  meanwhile: readonly ShownEntry[];
  itemErrors: ItemErrors;
}>;

export const NOTHING_REFUSED: RefusedAct = { act: null, sentences: [], meanwhile: [], itemErrors: NO_ERRORS };

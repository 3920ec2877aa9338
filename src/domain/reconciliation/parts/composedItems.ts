// What a recorded composition is for each of its reconciliations: one for all of them, or, where items were carried, each its own.
import { columnsOf, decodeColumns, encodeColumns, itemsOf } from '../../kernel/columnParts.js';
import type { Competence } from '../../kernel/competence.js';
import type { Acted, ComposedColumns, CompositionItem, CompositionRecorded } from '../events.js';
import { ACTED_FIELDS, actedItems, type ActedItem } from './actedItems.js';

/** One reconciliation and its composition. `carried`: how many of its items came from an earlier competence just now. */
export type ComposedItem = Omit<ActedItem, 'acceptedDifferenceCents'> &
  Readonly<{ composition: readonly CompositionItem[]; reconciledCents: number; carried: number }>;

const FIELDS = [...ACTED_FIELDS, 'composition', 'reconciledCents', 'carried'] as const;

export function composedColumns(items: readonly ComposedItem[]): ComposedColumns {
  return columnsOf(items, FIELDS);
}

/** UTF-8 bytes of `ComposedColumns` as JSON. */
export function encodeComposed(items: readonly ComposedItem[]): Uint8Array[] {
  return encodeColumns(items, FIELDS);
}

/** @param parts those at `actedPartsLocation` */
export function composedItems(
  data: CompositionRecorded['data'],
  parts: readonly Uint8Array[],
): readonly ComposedItem[] {
  const { items, composition, reconciledCents } = data;
  if (composition === null || reconciledCents === null)
    return items
      ? itemsOf(items as ComposedColumns, FIELDS)
      : parts.flatMap((part) => decodeColumns<ComposedItem>(part, FIELDS));
  return actedItems(data, parts).map((item) => ({ ...item, composition, reconciledCents, carried: 0 }));
}

type Version1 = Acted &
  Readonly<{
    composition: readonly Omit<CompositionItem, 'id' | 'origin' | 'settledOn'>[];
    reconciledCents: number;
  }>;

/**
 * Version 1 knew no identity: an item's is made of its first reconciliation, competence and number, so that each reading gives
 * the same. Source: docs/dossie.md#composicoescsv.
 */
export function identifyItems(stored: unknown): CompositionRecorded['data'] {
  const data = stored as Version1;
  const { competence: origin, composition } = data;
  const reconciliationId = data.items?.reconciliationId[0] ?? 0;
  return {
    ...data,
    composition: composition.map((item, at) => ({
      ...{ ...item, origin, settledOn: null },
      id: formerId(reconciliationId, origin, at + 1),
    })),
  };
}

function formerId(reconciliationId: number, competence: Competence, number: number): string {
  const [year = '', month = ''] = competence.split('-');
  const hex = (value: number, digits: number): string => value.toString(16).padStart(digits, '0');
  return `${hex(reconciliationId, 8)}-${year}-80${month}-8000-${hex(number, 12)}`;
}

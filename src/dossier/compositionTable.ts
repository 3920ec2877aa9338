// What makes up each reconciliation after the month's last event, composition before adjustments: rows of composicoes.csv and
// composicoes.xlsx. Source: docs/dossie.md.
import type { Recorded } from '../domain/kernel/event.js';
import { amountOf } from '../domain/kernel/money.js';
import type { AdjustmentsRecorded, CompositionRecorded } from '../domain/reconciliation/events.js';
import { actedItems, type ActedItem } from '../domain/reconciliation/parts/actedItems.js';
import { composedItems } from '../domain/reconciliation/parts/composedItems.js';
import type { Column } from '../spreadsheets/xlsxCell.js';
import type { Row } from './workbook.js';

export const COMPOSITION_COLUMNS: readonly Column[] = [
  { name: 'conciliacaoId', kind: 'integer' },
  { name: 'contaCodigo', kind: 'text' },
  { name: 'contaDescricao', kind: 'text' },
  { name: 'parte', kind: 'text' },
  { name: 'linha', kind: 'integer' },
  { name: 'descricao', kind: 'text' },
  { name: 'data', kind: 'date' },
  { name: 'documento', kind: 'text' },
  { name: 'valor', kind: 'amount' },
  { name: 'registradoEm', kind: 'moment' },
  { name: 'registradoPorId', kind: 'text' },
];
/** After the others; absent in dossiers that were made before items had an identity. */
export const ITEM_COLUMNS: readonly Column[] = [
  { name: 'itemId', kind: 'text' },
  { name: 'origem', kind: 'text' },
  { name: 'baixado', kind: 'date' },
];

type Recording = CompositionRecorded | AdjustmentsRecorded;
const WORDS = { CompositionRecorded: 'Composição', AdjustmentsRecorded: 'Ajuste' } as const;
const ORDER = ['CompositionRecorded', 'AdjustmentsRecorded'] as const;

/** By reconciliation. @param events of the month's stream, upcast, in order @param partsOf the parts that an event names */
export function compositionRows(
  events: Iterable<Recorded>,
  partsOf: (event: Recorded) => readonly Uint8Array[],
): readonly Row[] {
  const newest = new Map<number, Partial<Record<Recording['type'], readonly Row[]>>>();
  for (const event of events) {
    if (event.type !== 'CompositionRecorded' && event.type !== 'AdjustmentsRecorded') continue;
    const recorded = event as Recorded<Recording>;
    for (const [{ reconciliationId, accountCode, accountName }, lines] of linesOf(recorded, partsOf(event))) {
      const account = { conciliacaoId: reconciliationId, contaCodigo: accountCode, contaDescricao: accountName };
      const rows = lines.map((line, at) => ({ ...account, linha: at + 1, ...line }));
      newest.set(reconciliationId, { ...newest.get(reconciliationId), [recorded.type]: rows });
    }
  }
  return [...newest].sort(([a], [b]) => a - b).flatMap(([, parts]) => ORDER.flatMap((type) => parts[type] ?? []));
}

type Lines = readonly (readonly [ActedItem, readonly Row[]])[];

function linesOf(event: Recorded<Recording>, parts: readonly Uint8Array[]): Lines {
  const { type, metadata } = event;
  const registered = { parte: WORDS[type], registradoEm: metadata.at, registradoPorId: metadata.actor.id };
  if (event.type === 'CompositionRecorded')
    return composedItems(event.data, parts).map((item) => [
      item,
      item.composition.map(({ description, date, document, amountCents, id, origin, settledOn }) => ({
        ...{ ...registered, descricao: description, data: date, documento: document },
        ...{ valor: amountOf(amountCents), itemId: id, origem: origin, baixado: settledOn },
      })),
    ]);
  const rows = event.data.adjustments.map(({ description, amountCents }) => ({
    ...{ ...registered, descricao: description, valor: amountOf(amountCents) },
  }));
  return actedItems(event.data, parts).map((item) => [item, rows]);
}

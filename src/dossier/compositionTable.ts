// What makes up each reconciliation after the month's last event, composition before adjustments: rows of composicoes.csv and
// composicoes.xlsx. Source: docs/dossie.md.
import type { Recorded } from '../domain/kernel/event.js';
import { amountOf } from '../domain/kernel/money.js';
import type { AdjustmentsRecorded, CompositionRecorded } from '../domain/reconciliation/events.js';
import { actedItems } from '../domain/reconciliation/parts/actedItems.js';
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
    for (const { reconciliationId, accountCode, accountName } of actedItems(recorded.data, partsOf(event))) {
      const account = { conciliacaoId: reconciliationId, contaCodigo: accountCode, contaDescricao: accountName };
      const rows = linesOf(recorded).map((line, at) => ({ ...account, linha: at + 1, ...line }));
      newest.set(reconciliationId, { ...newest.get(reconciliationId), [recorded.type]: rows });
    }
  }
  return [...newest].sort(([a], [b]) => a - b).flatMap(([, parts]) => ORDER.flatMap((type) => parts[type] ?? []));
}

function linesOf(event: Recorded<Recording>): readonly Row[] {
  const { type, metadata } = event;
  const registered = { parte: WORDS[type], registradoEm: metadata.at, registradoPorId: metadata.actor.id };
  if (event.type === 'CompositionRecorded')
    return event.data.composition.map(({ description, date, document, amountCents }) => ({
      ...{ ...registered, descricao: description, data: date, documento: document, valor: amountOf(amountCents) },
    }));
  return event.data.adjustments.map(({ description, amountCents }) => ({
    ...{ ...registered, descricao: description, valor: amountOf(amountCents) },
  }));
}

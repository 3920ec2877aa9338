// Composition items and adjustments of a JSON file: checks all of them and sums their amounts.
// Source: docs/spec/workflow.md#balances.
import { UUID } from '../kernel/ids.js';
import { DAY_MS, isCalendarDate } from '../kernel/calendarDate.js';
import { lastDayOf, type Competence } from '../kernel/competence.js';
import { decimalCents } from '../kernel/money.js';
import { valuesOf, type Vocabulary } from '../kernel/vocabulary.js';
import { openSumCents, sumCents, type TypedItem } from './carry.js';
import type { ActRequest } from './decide.js';
import { DESCRIPTION_CHARACTERS_MAX, DOCUMENT_CHARACTERS_MAX, ITEMS_MAX, type Adjustment } from './events.js';

/** `item` counts from 1; null: the list as a whole. `member`: the name of an unknown one. */
export type ItemFault = Readonly<{
  item: number | null;
  member?: string;
  fault:
    | 'NotAList'
    | 'TooMany'
    | 'NotAnObject'
    | 'UnknownMember'
    | 'Description'
    | 'Date'
    | 'Amount'
    | 'Document'
    | 'Id'
    | 'SettledOn'
    | 'SumTooLarge';
}>;

export type Checked<Request> =
  Readonly<{ ok: true; request: Request }> | Readonly<{ ok: false; faults: readonly ItemFault[] }>;

type Compose = Extract<ActRequest, { act: 'compose' }>;
type Adjust = Extract<ActRequest, { act: 'adjust' }>;

/**
 * @param json `[{ "description", "date", "amount", "document"?, "id"?, "baixado"? }]`; an empty list clears the
 *   composition. `baixado`: the day on which the item was settled, null while it is open
 */
export function checkComposition(json: unknown): Checked<Compose> {
  const ids = new Set<string>();
  const reading = readItems(json, COMPOSITION_MEMBERS, (record, faults): TypedItem => {
    const { date } = record;
    const isDate = typeof date === 'string' && isCalendarDate(date);
    if (!isDate) faults.push('Date');
    const document = record['document'] ?? null;
    const isDocument = document === null || isText(document, DOCUMENT_CHARACTERS_MAX);
    if (!isDocument) faults.push('Document');
    const text = isDocument && typeof document === 'string' ? document.trim() : '';
    const item = { ...described(record, faults), date: isDate ? date : '', document: text === '' ? null : text };
    return { ...item, settledOn: settledOnIn(record, item.date, faults), id: idIn(record, ids, faults) };
  });
  if (!reading.ok) return reading;
  const { items: composition } = reading;
  const reconciledCents = openSumCents(composition);
  if (reconciledCents === null) return whole('SumTooLarge');
  return { ok: true, request: { act: 'compose', composition, reconciledCents } };
}

/** @param json `[{ "description", "amount" }]`; an empty list clears the adjustments */
export function checkAdjustments(json: unknown): Checked<Adjust> {
  const reading = readItems(json, ADJUSTMENT_MEMBERS, (record, faults): Adjustment => described(record, faults));
  if (!reading.ok) return reading;
  const { items: adjustments } = reading;
  const adjustmentsCents = sumCents(adjustments);
  if (adjustmentsCents === null) return whole('SumTooLarge');
  return { ok: true, request: { act: 'adjust', adjustments, adjustmentsCents } };
}

const ADJUSTMENT_MEMBERS: readonly string[] = ['description', 'amount'];
const COMPOSITION_MEMBERS = [...ADJUSTMENT_MEMBERS, 'date', 'document', 'id', 'baixado'];

type Fault = ItemFault['fault'];
type Items<Item> = Readonly<{ ok: true; items: readonly Item[] }>;

function readItems<Item extends Adjustment>(
  json: unknown,
  members: readonly string[],
  readItem: (record: Readonly<Record<string, unknown>>, faults: Fault[]) => Item,
): Items<Item> | Readonly<{ ok: false; faults: readonly ItemFault[] }> {
  if (!Array.isArray(json)) return whole('NotAList');
  if (json.length > ITEMS_MAX) return whole('TooMany');
  const faults: ItemFault[] = [];
  const items = json.map((value: unknown, at): Item => {
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    const itemFaults: Fault[] = [];
    const item = readItem(isRecord ? (value as Record<string, unknown>) : {}, itemFaults);
    if (!isRecord) faults.push({ item: at + 1, fault: 'NotAnObject' });
    else {
      const unknown = Object.keys(value).filter((name) => !members.includes(name));
      faults.push(...unknown.map((member) => ({ item: at + 1, fault: 'UnknownMember' as const, member })));
      faults.push(...itemFaults.map((fault) => ({ item: at + 1, fault })));
    }
    return item;
  });
  return faults.length > 0 ? { ok: false, faults } : { ok: true, items };
}

function whole(fault: Fault): Readonly<{ ok: false; faults: readonly ItemFault[] }> {
  return { ok: false, faults: [{ item: null, fault }] };
}

/** Not before the item's own date. */
function settledOnIn(record: Readonly<Record<string, unknown>>, date: string, faults: Fault[]): string | null {
  const settledOn = record['baixado'] ?? '';
  if (settledOn === '') return null;
  if (typeof settledOn === 'string' && isCalendarDate(settledOn) && settledOn >= date) return settledOn;
  faults.push('SettledOn');
  return null;
}

/** @param ids of the items before */
function idIn(record: Readonly<Record<string, unknown>>, ids: Set<string>, faults: Fault[]): string | null {
  const givenId = record['id'] ?? '';
  if (givenId === '') return null;
  const id = typeof givenId === 'string' ? givenId.toLowerCase() : '';
  if (!UUID.test(id) || ids.has(id)) faults.push('Id');
  ids.add(id);
  return id;
}

function described(record: Readonly<Record<string, unknown>>, faults: Fault[]): Adjustment {
  const { description, amount } = record;
  const isDescribed = isText(description, DESCRIPTION_CHARACTERS_MAX) && description.trim() !== '';
  if (!isDescribed) faults.push('Description');
  const amountCents = decimalCents(amount);
  if (amountCents === null) faults.push('Amount');
  return { description: isDescribed ? description.trim() : '', amountCents: amountCents ?? 0 };
}

function isText(value: unknown, charactersMax: number): value is string {
  return typeof value === 'string' && value.length <= charactersMax;
}

// The age of an item of a composition: days from its date to the last day of the competence.
// Source: docs/spec/workflow.md#items.

/** Upper bounds in days, inclusive. */
const BANDS = [30, 60, 90, 180] as const;
export const ageBandWords = {
  '0-30': { name: 'até 30 dias' },
  '31-60': { name: 'de 31 a 60 dias' },
  '61-90': { name: 'de 61 a 90 dias' },
  '91-180': { name: 'de 91 a 180 dias' },
  '181+': { name: 'mais de 180 dias' },
} as const satisfies Vocabulary;
type AgeBand = keyof typeof ageBandWords;
export const ageBands = valuesOf(ageBandWords);

/** 0 for a date after the competence. @param date YYYY-MM-DD */
export function ageInDays(date: string, competence: Competence): number {
  return Math.max(0, (Date.parse(lastDayOf(competence)) - Date.parse(date)) / DAY_MS);
}

export function bandOf(days: number): AgeBand {
  const at = BANDS.findIndex((upTo) => days <= upTo);
  return ageBands.at(at) as AgeBand;
}

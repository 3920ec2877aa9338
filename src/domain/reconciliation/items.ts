// Composition items and adjustments of a JSON file: checks all of them and sums their amounts.
// Source: docs/spec/workflow.md#balances.
import type { ActRequest } from './decide.js';
import type { Adjustment, CompositionItem } from './events.js';
import { isCalendarDate } from '../kernel/calendarDate.js';
import { decimalCents } from '../kernel/decimalText.js';
import { AMOUNT_MAX } from '../kernel/money.js';
import { DESCRIPTION_CHARACTERS_MAX, DOCUMENT_CHARACTERS_MAX } from './textLimits.js';

/** With the longest texts they still fit one event. */
export const ITEMS_MAX = 500;
/** `item` counts from 1; null: the list as a whole. */
export type ItemFault = Readonly<{
  item: number | null;
  fault: 'NotAList' | 'TooMany' | 'NotAnObject' | 'Description' | 'Date' | 'Amount' | 'Document' | 'SumTooLarge';
}>;

export type Checked<Request> =
  Readonly<{ ok: true; request: Request }> | Readonly<{ ok: false; faults: readonly ItemFault[] }>;

type Compose = Extract<ActRequest, { act: 'compose' }>;
type Adjust = Extract<ActRequest, { act: 'adjust' }>;

/** @param json `[{ "description", "date", "amount", "document"? }]`; an empty list clears the composition */
export function checkComposition(json: unknown): Checked<Compose> {
  const read = readItems(json, (record, faults): CompositionItem => {
    const { date } = record;
    const isDate = typeof date === 'string' && isCalendarDate(date);
    if (!isDate) faults.push('Date');
    const document = record['document'] ?? null;
    const isDocument = document === null || isText(document, DOCUMENT_CHARACTERS_MAX);
    if (!isDocument) faults.push('Document');
    const text = isDocument && typeof document === 'string' ? document.trim() : '';
    return { ...described(record, faults), date: isDate ? date : '', document: text === '' ? null : text };
  });
  if (!read.ok) return read;
  const { items: composition, sumCents: reconciledCents } = read;
  return { ok: true, request: { act: 'compose', composition, reconciledCents } };
}

/** @param json `[{ "description", "amount" }]`; an empty list clears the adjustments */
export function checkAdjustments(json: unknown): Checked<Adjust> {
  const read = readItems(json, (record, faults): Adjustment => described(record, faults));
  if (!read.ok) return read;
  const { items: adjustments, sumCents: adjustmentsCents } = read;
  return { ok: true, request: { act: 'adjust', adjustments, adjustmentsCents } };
}

type Fault = ItemFault['fault'];
type Items<Item> = Readonly<{ ok: true; items: readonly Item[]; sumCents: number }>;

function readItems<Item extends Adjustment>(
  json: unknown,
  read: (record: Readonly<Record<string, unknown>>, faults: Fault[]) => Item,
): Items<Item> | Readonly<{ ok: false; faults: readonly ItemFault[] }> {
  const whole = (fault: Fault) => ({ ok: false, faults: [{ item: null, fault }] }) as const;
  if (!Array.isArray(json)) return whole('NotAList');
  if (json.length > ITEMS_MAX) return whole('TooMany');
  const faults: ItemFault[] = [];
  const items = json.map((value: unknown, at): Item => {
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    const found: Fault[] = isRecord ? [] : ['NotAnObject'];
    const item = read(isRecord ? (value as Record<string, unknown>) : {}, isRecord ? found : []);
    faults.push(...found.map((fault) => ({ item: at + 1, fault })));
    return item;
  });
  if (faults.length > 0) return { ok: false, faults };
  const sum = items.reduce((total, { amountCents }) => total + BigInt(amountCents), 0n);
  const max = BigInt(AMOUNT_MAX) * 100n;
  return sum > max || sum < -max ? whole('SumTooLarge') : { ok: true, items, sumCents: Number(sum) };
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

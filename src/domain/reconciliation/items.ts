// Composition items and adjustments as people write them in a JSON file, checked whole and summed.
// Source: docs/spec/workflow.md#balances.
import type { ActRequest } from './decide.js';
import type { Adjustment, CompositionItem } from './events.js';
import { AMOUNT_MAX, centsOf } from '../kernel/money.js';

/** Together with their longest texts they fit into one event. */
export const ITEMS_MAX = 500;
export const DESCRIPTION_CHARACTERS_MAX = 200;
export const DOCUMENT_CHARACTERS_MAX = 60;

/** `item` counts from 1; null when it is about the list as a whole. */
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
    const date = calendarDay(record['date']);
    if (date === null) faults.push('Date');
    const document = record['document'] ?? null;
    const isDocument = document === null || isText(document, DOCUMENT_CHARACTERS_MAX);
    if (!isDocument) faults.push('Document');
    const text = isDocument && typeof document === 'string' ? document.trim() : '';
    return { ...described(record, faults), date: date ?? '', document: text === '' ? null : text };
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
  const amountCents = centsIn(amount);
  if (Number.isNaN(amountCents)) faults.push('Amount');
  return { description: isDescribed ? description.trim() : '', amountCents };
}

const DECIMAL = /^[+-]?\d{1,15}(\.\d{1,2})?$/;

/** Decimal text with a point, or a JSON number; NaN for anything else. */
function centsIn(amount: unknown): number {
  if (typeof amount === 'number') return centsOf(amount);
  return typeof amount === 'string' && DECIMAL.test(amount.trim()) ? centsOf(Number(amount)) : NaN;
}

function isText(value: unknown, charactersMax: number): value is string {
  return typeof value === 'string' && value.length <= charactersMax;
}

/** YYYY-MM-DD of the calendar, else null. */
function calendarDay(value: unknown): string | null {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return null;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value) ? value : null;
}

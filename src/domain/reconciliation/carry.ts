// Items of a composition over the months: what is open is carried to a later competence with its identity and
// origin.
// Source: docs/spec/workflow.md#items.
import { expectedCents, monthOf, signedAs, type Schedule } from '../books/schedules.js';
import { lastDayOf, type Competence } from '../kernel/competence.js';
import { AMOUNT_MAX } from '../kernel/money.js';
import { ITEMS_MAX, type CompositionItem, type ComposedItem } from './events.js';
import type { ActRefusal } from './refusals.js';

/** An item as a person gives it. `id` null: it has none yet. */
export type TypedItem = Omit<CompositionItem, 'id' | 'origin'> & Readonly<{ id: string | null }>;

/** The composition of a reconciliation, and that of the same account's newest earlier one; null without one. */
export type KnownItems = Readonly<{
  current: readonly CompositionItem[];
  earlier: readonly CompositionItem[] | null;
  /** What the schedules of the account expect in this competence; absent where nobody asked. */
  scheduled?: readonly CompositionItem[];
}>;

export type Composed = Pick<ComposedItem, 'composition' | 'reconciledCents' | 'carried'>;

/**
 * Adds the open items of the earlier reconciliation, and those of the schedules, that this one does not have;
 * those it has stay as people left them. The balance of a statement and what a schedule expects are of their month
 * alone.
 */
export function carriedInto({ current, earlier, scheduled = [] }: KnownItems): Composed | ActRefusal {
  const ids = new Set(current.map(({ id }) => id));
  const open = (earlier ?? []).filter(({ settledOn, source }) => settledOn === null && !isOfItsMonth(source));
  const added = [...open, ...scheduled].filter(({ id }) => !ids.has(id));
  if (added.length === 0) return { is: 'NothingToCarry' };
  const composition = [...current, ...added];
  const reconciledCents = openSumCents(composition);
  if (composition.length > ITEMS_MAX || reconciledCents === null) return { is: 'CarriedTooMany', max: ITEMS_MAX };
  return { composition, reconciledCents, carried: added.length };
}

function isOfItsMonth(source: CompositionItem['source']): boolean {
  return source === 'saldo' || source === 'cronograma';
}

/** The sum of the open items; null when it is too large. */
export function openSumCents(items: readonly Pick<CompositionItem, 'amountCents' | 'settledOn'>[]): number | null {
  return sumCents(items.filter(({ settledOn }) => settledOn === null));
}

/** Null when it is too large. */
export function sumCents(items: readonly Readonly<{ amountCents: number }>[]): number | null {
  const sum = items.reduce((total, { amountCents }) => total + BigInt(amountCents), 0n);
  const max = BigInt(AMOUNT_MAX) * 100n;
  return sum > max || sum < -max ? null : Number(sum);
}

/**
 * Gives each item identity and origin. An item without id is the current one with the same texts, date and amount,
 * so that what is recorded again unchanged stays the same item; else a new one of this competence.
 * @param freshIds a UUID for each item
 */
export function identified(
  typedItems: readonly TypedItem[],
  { current, earlier }: KnownItems,
  competence: Competence,
  freshIds: readonly string[],
): readonly CompositionItem[] {
  const itemsById = new Map([...(earlier ?? []), ...current].map((item) => [item.id, item]));
  const typedIds = new Set(typedItems.map(({ id }) => id));
  const unclaimed = current.filter(({ id }) => !typedIds.has(id));
  return typedItems.map(({ id: typedId, source: typedSource, ...item }, at): CompositionItem => {
    const same = typedId === null ? takeEqual(unclaimed, item) : itemsById.get(typedId);
    const id: string = typedId ?? same?.id ?? (freshIds[at] as string);
    const source = typedSource ?? same?.source;
    return { ...item, id, origin: same?.origin ?? competence, ...(source !== undefined && { source }) };
  });
}

function takeEqual(items: CompositionItem[], item: ItemContent): CompositionItem | undefined {
  const content = contentOf(item);
  const at = items.findIndex((one) => contentOf(one) === content);
  return at === -1 ? undefined : items.splice(at, 1)[0];
}

type ItemContent = Pick<TypedItem, 'description' | 'date' | 'amountCents' | 'document'>;

/** Equal for items that people would take for the same. */
export function contentOf({ description, date, amountCents, document }: ItemContent): string {
  return JSON.stringify([description, date, amountCents, document]);
}

// The items that the schedules of an account put into its composition, one for each schedule and month.
// Source: docs/spec/workflow.md#schedules.

/**
 * None for a schedule that expects nothing. Dated on the last day of the competence; the document says which month
 * of how many.
 * @param debitSign what a debit is in the amounts of the account in this competence; 0 where nothing tells
 */
export function scheduledItems(
  schedules: readonly Schedule[],
  competence: Competence,
  debitSign: Schedule['debitSign'],
): readonly CompositionItem[] {
  return schedules.flatMap((schedule): CompositionItem[] => {
    const { scheduleId, description, months } = schedule;
    const amountCents = expectedCents(signedAs(schedule, debitSign), competence);
    if (amountCents === 0) return [];
    return [
      {
        id: scheduledItemId(scheduleId, competence),
        description,
        date: lastDayOf(competence),
        amountCents,
        document: `${Math.min(monthOf(schedule, competence), months)}/${months}`,
        origin: competence,
        settledOn: null,
        source: 'cronograma',
      },
    ];
  });
}

/** A UUID (version 8) of schedule and competence: the same each time, so that nothing is written twice. */
export function scheduledItemId(scheduleId: number, competence: Competence): string {
  return `${scheduleId.toString(16).padStart(8, '0')}-${competence.replace('-', '-80')}-8001-000000000000`;
}

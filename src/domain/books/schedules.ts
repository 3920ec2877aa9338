// Schedules of a company's accounts: amounts that repeat by rule, month after month. What of them a composition gets:
// reconciliation/scheduledItems.ts. Source: docs/spec/workflow.md#schedules.
import { monthsBetween, type Competence } from '../kernel/competence.js';
import type { Decision } from '../kernel/decider.js';
import type { DomainEvent } from '../kernel/event.js';
import { AMOUNT_MAX, type Cents } from '../kernel/money.js';
import { valuesOf, type Vocabulary } from '../kernel/vocabulary.js';
import type { Books } from './fold.js';
import type { ScheduleCreated, ScheduleEnded } from './events.js';
import type { ScheduleRefusal } from './refusals.js';

/** How the balance that a schedule expects goes on from month to month. */
export const scheduleKinds = {
  LINEAR: { name: 'Linear', meaning: 'o saldo cai em partes iguais até zero: despesas antecipadas' },
  FIXED: { name: 'Fixo', meaning: 'o mesmo valor em cada mês' },
  ACCUMULATED: {
    name: 'Acumulado',
    meaning: 'o saldo cresce em partes iguais até o valor: depreciação acumulada',
  },
} as const satisfies Vocabulary;
export type ScheduleKind = keyof typeof scheduleKinds;
export const scheduleKindValues = valuesOf(scheduleKinds);

/** Fifty years: buildings are written off in twenty-five. */
export const SCHEDULE_MONTHS_MAX = 600;
export const SCHEDULE_DESCRIPTION_MAX = 200;
/** Of a company, those that ended included. */
export const SCHEDULES_MAX = 5_000;

/** `amountCents`: whole, signed as the account's composition. `endsAt`: the first competence in which it expects nothing, by hand. */
export type Schedule = Readonly<{
  scheduleId: number;
  accountCode: string;
  description: string;
  amountCents: Cents;
  kind: ScheduleKind;
  first: Competence;
  months: number;
  endsAt: Competence | null;
}>;

type Rule = Pick<Schedule, 'amountCents' | 'kind' | 'first' | 'months' | 'endsAt'>;

/**
 * The balance that it expects at the end of a competence; 0 before its first month, after it ended, and where nothing is left. A
 * month's part is a whole number of centavos; the last month takes the remainder.
 */
export function expectedCents({ amountCents, kind, first, months, endsAt }: Rule, competence: Competence): Cents {
  const month = monthOf({ first }, competence);
  if (month < 1 || (endsAt !== null && competence >= endsAt)) return 0;
  if (kind === 'FIXED') return month > months ? 0 : amountCents;
  const used = month >= months ? amountCents : Math.trunc(amountCents / months) * month;
  return kind === 'LINEAR' ? amountCents - used : used + 0;
}

/** 1 in its first competence; below 1 before it. */
export function monthOf({ first }: Pick<Schedule, 'first'>, competence: Competence): number {
  return monthsBetween(first, competence) + 1;
}

/** What the schedules of an account expect together. */
export function expectedSum(schedules: readonly Rule[], competence: Competence): Cents {
  return schedules.reduce((sum, schedule) => sum + expectedCents(schedule, competence), 0);
}

/** By account code, each in the order in which they were made. */
export function schedulesByAccount({
  schedules,
}: Pick<Books, 'schedules'>): ReadonlyMap<string, readonly Schedule[]> {
  const byAccount = new Map<string, Schedule[]>();
  for (const one of schedules) byAccount.set(one.accountCode, [...(byAccount.get(one.accountCode) ?? []), one]);
  return byAccount;
}

export type ScheduleFault = 'Description' | 'Amount' | 'Months';

export type CreateSchedule = Omit<ScheduleCreated['data'], 'scheduleId'>;
/** The event before its id is reserved. */
export type PlannedSchedule = DomainEvent<'ScheduleCreated', CreateSchedule>;

export type CreateOutcome =
  /** `scheduleId` null: that of the planned one. */
  Readonly<{ is: 'Scheduled'; scheduleId: number | null }> | Readonly<{ is: 'Refused'; problem: ScheduleRefusal }>;

/** A schedule of the same account, description, amount, kind and months that was not ended is the same one: nothing is written. */
export function decideSchedule(state: Books, command: CreateSchedule): Decision<PlannedSchedule, CreateOutcome> {
  const { companyId, clientId, accountCode, amountCents, kind, first, months } = command;
  const description = command.description.trim();
  const faults = faultsOf({ description, amountCents, months });
  if (faults.length > 0)
    return { events: [], outcome: { is: 'Refused', problem: { is: 'ScheduleInvalid', faults } } };
  const data = { companyId, clientId, accountCode, description, amountCents, kind, first, months };
  const same = state.schedules.find((one) => one.endsAt === null && isSame(one, data));
  if (same !== undefined) return { events: [], outcome: { is: 'Scheduled', scheduleId: same.scheduleId } };
  if (state.schedules.length >= SCHEDULES_MAX)
    return { events: [], outcome: { is: 'Refused', problem: { is: 'TooManySchedules', max: SCHEDULES_MAX } } };
  return { events: [{ type: 'ScheduleCreated', data }], outcome: { is: 'Scheduled', scheduleId: null } };
}

export function completeSchedule({ type, data }: PlannedSchedule, scheduleId: number): ScheduleCreated {
  return { type, data: { ...data, scheduleId } };
}

const sameFields = ['accountCode', 'description', 'amountCents', 'kind', 'first', 'months'] as const;

function isSame(one: Pick<Schedule, (typeof sameFields)[number]>, other: typeof one): boolean {
  return sameFields.every((field) => one[field] === other[field]);
}

function faultsOf({
  description,
  amountCents,
  months,
}: Pick<CreateSchedule, 'description' | 'amountCents' | 'months'>): readonly ScheduleFault[] {
  const isDescribed = description !== '' && description.length <= SCHEDULE_DESCRIPTION_MAX;
  const isAmount =
    Number.isSafeInteger(amountCents) && amountCents !== 0 && Math.abs(amountCents) <= AMOUNT_MAX * 100;
  const isMonths = Number.isInteger(months) && months >= 1 && months <= SCHEDULE_MONTHS_MAX;
  return [
    ...(isDescribed ? [] : (['Description'] as const)),
    ...(isAmount ? [] : (['Amount'] as const)),
    ...(isMonths ? [] : (['Months'] as const)),
  ];
}

/** `from`: the first competence in which it expects nothing more. Another one replaces it; the same writes nothing. */
export function decideEnd(
  state: Books,
  { companyId, clientId, scheduleId, from }: ScheduleEnded['data'],
): Decision<ScheduleEnded, ScheduleRefusal | null> {
  const schedule = state.schedules.find((one) => one.scheduleId === scheduleId);
  if (schedule === undefined) return { events: [], outcome: { is: 'ScheduleNotFound' } };
  if (schedule.endsAt === from) return { events: [], outcome: null };
  return { events: [{ type: 'ScheduleEnded', data: { companyId, clientId, scheduleId, from } }], outcome: null };
}

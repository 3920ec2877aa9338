// Decisions on schedules of a company's accounts. Source: docs/spec/workflow.md#schedules.
import type { Decision, DomainEvent } from '../kernel/event.js';
import { AMOUNT_MAX } from '../kernel/money.js';
import type { Books } from './fold.js';
import type { ScheduleCreated, ScheduleEnded } from './events.js';
import type { ScheduleRefusal } from './refusals.js';
import {
  SCHEDULES_MAX,
  SCHEDULE_DESCRIPTION_MAX,
  SCHEDULE_MONTHS_MAX,
  type Schedule,
  type ScheduleFault,
} from './schedules.js';

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

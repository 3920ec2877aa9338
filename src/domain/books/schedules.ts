// Schedules of a company's accounts: amounts that repeat by rule, month after month. What of them a composition
// gets: reconciliation/carry.ts. Making and ending one: decide.ts. Source: docs/spec/workflow.md#schedules.
import { monthsBetween, type Competence } from '../kernel/competence.js';
import { groupedBy } from '../kernel/groupedBy.js';
import type { Cents } from '../kernel/money.js';
import { valuesOf, type Vocabulary } from '../kernel/vocabulary.js';

/** How the balance that a schedule expects goes on from month to month. */
export const scheduleKinds = {
  LINEAR: { name: 'Linear', meaning: 'o saldo cai em partes iguais até zero: despesas antecipadas' },
  FIXED: { name: 'Fixo', meaning: 'o mesmo valor em cada mês' },
  ACCUMULATED: {
    name: 'Acumulado',
    meaning: 'o saldo cresce em partes iguais até o valor: depreciação acumulada',
  },
} as const satisfies Vocabulary;
type ScheduleKind = keyof typeof scheduleKinds;
export const scheduleKindValues = valuesOf(scheduleKinds);

/** Fifty years: buildings are written off in twenty-five. */
export const SCHEDULE_MONTHS_MAX = 600;
export const SCHEDULE_DESCRIPTION_MAX = 200;
/** Schedules of a company, those that ended included. */
export const SCHEDULES_MAX = 5_000;

/**
 * `amountCents`: whole, signed as the account's composition was when it was made; `debitSign`: what a debit is in
 * it, 0 where nothing told. `endsAt`: the first competence in which it expects nothing, by hand.
 */
export type Schedule = Readonly<{
  scheduleId: number;
  accountCode: string;
  description: string;
  amountCents: Cents;
  kind: ScheduleKind;
  first: Competence;
  months: number;
  endsAt: Competence | null;
  debitSign: 1 | -1 | 0;
}>;

type Rule = Pick<Schedule, 'amountCents' | 'kind' | 'first' | 'months' | 'endsAt'>;

/**
 * The balance that it expects at the end of a competence; 0 before its first month, after it ended, and where
 * nothing is left. A month's part is a whole number of centavos; the last month takes the remainder.
 */
export function expectedCents({ amountCents, kind, first, months, endsAt }: Rule, competence: Competence): Cents {
  const month = monthOf({ first }, competence);
  if (month < 1 || (endsAt !== null && competence >= endsAt)) return 0;
  if (kind === 'FIXED') return month > months ? 0 : amountCents;
  const used = month >= months ? amountCents : Math.trunc(amountCents / months) * month;
  return kind === 'LINEAR' ? amountCents - used : used + 0;
}

/** With its amount in the sign in which a debit is `debitSign`; unchanged where one of both is unknown. */
export function signedAs<Signed extends Pick<Schedule, 'amountCents' | 'debitSign'>>(
  schedule: Signed,
  debitSign: Schedule['debitSign'],
): Signed {
  const isOther = schedule.debitSign * debitSign === -1;
  return isOther ? { ...schedule, amountCents: 0 - schedule.amountCents, debitSign } : schedule;
}

/** 1 in its first competence; below 1 before it. */
export function monthOf({ first }: Pick<Schedule, 'first'>, competence: Competence): number {
  return monthsBetween(first, competence) + 1;
}

/** What the schedules of an account expect together. */
export function expectedSum(schedules: readonly Rule[], competence: Competence): Cents {
  return schedules.reduce((sum, schedule) => sum + expectedCents(schedule, competence), 0);
}

/** Schedules by account code, each in the order in which they were made. */
export function schedulesByAccount({
  schedules,
}: Readonly<{ schedules: readonly Schedule[] }>): ReadonlyMap<string, readonly Schedule[]> {
  return groupedBy(schedules, ({ accountCode }) => accountCode);
}

export const scheduleFaults = {
  Description: `informe a descrição, com até ${SCHEDULE_DESCRIPTION_MAX} caracteres`,
  Amount: 'informe um valor diferente de zero, com no máximo duas casas decimais',
  Months: `informe de 1 a ${SCHEDULE_MONTHS_MAX} meses`,
} as const;
export type ScheduleFault = keyof typeof scheduleFaults;

/** Begins with a capital letter; without a full stop. */
export function scheduleFaultsSentence(faults: readonly ScheduleFault[]): string {
  return `Cronograma: ${faults.map((fault) => scheduleFaults[fault]).join('; ')}`;
}

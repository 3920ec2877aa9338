// What Meu dia shows a person, by their roles.
import { textOf } from '../../../domain/reconciliation/itemFacts.js';
import { entriesAfter } from '../../../projections/views/reconciliationPage/query.js';
import { lateByPerson, type PersonLate, type WorklistRow } from '../../../projections/views/worklist/worklist.js';
import type { SignedIn } from '../../session/sessions.js';
import { readAddress } from '../conciliacoes/address.js';
import { companiesWithModule, readList, type ListDependencies } from '../conciliacoes/query.js';
import {
  closingMonths,
  monthToClose,
  type ClosingDependencies,
  type CompanyMonth,
} from '../../../projections/views/competences/closingMonths.js';

/** Rows of each part. */
const ROWS_MAX = 10;
/** Entries of a returned one among which its words are. */
const ENTRIES_READ = 20;

export type MyDayDependencies = ListDependencies & ClosingDependencies;
export type Returned = WorklistRow & Readonly<{ words: string | null }>;
export type LateOwner = PersonLate & Readonly<{ name: string }>;
/** Null or absent: not a part of the day of the person's roles. */
export type MyDay = Readonly<{
  mine: Readonly<{
    rows: readonly WorklistRow[];
    returned: readonly Returned[];
    counts: Readonly<Record<'waiting' | 'returned' | 'late' | 'today', number>>;
  }> | null;
  late: readonly LateOwner[] | null;
  /** Of the month to close, the companies that are not ready. */
  blocking: readonly CompanyMonth[] | null;
  closed: readonly CompanyMonth[] | null;
}>;

export async function readMyDay(deps: MyDayDependencies, session: SignedIn): Promise<MyDay> {
  const { has, hasAny } = session.access;
  const needsMonths = hasAny(['MODULE_ADMIN', 'AUDITOR']);
  const [mine, late, closing] = await Promise.all([
    hasAny(['PREPARER', 'REVIEWER', 'APPROVER', 'SUPERVISOR']) ? readMine(deps, session) : null,
    hasAny(['REVIEWER', 'APPROVER', 'SUPERVISOR', 'MODULE_ADMIN']) ? readLate(deps, session) : null,
    needsMonths ? closingMonths(deps, session) : null,
  ]);
  const months = closing?.months ?? [];
  const open = monthToClose(months)?.companies ?? [];
  const blocking = open.filter(({ stage }) => stage !== 'CLOSED' && stage !== 'READY');
  const closed = months.flatMap(({ companies }) => companies.filter(({ stage }) => stage === 'CLOSED'));
  const closedAt = ({ state }: CompanyMonth): string => state?.closing?.at ?? '';
  return {
    ...{ mine, late, blocking: has('MODULE_ADMIN') ? blocking : null },
    closed: has('AUDITOR') ? closed.sort((a, b) => (closedAt(a) < closedAt(b) ? 1 : -1)).slice(0, ROWS_MAX) : null,
  };
}

async function readMine(deps: MyDayDependencies, session: SignedIn): Promise<MyDay['mine']> {
  const list = (filters: string) =>
    readList(deps, session, readAddress(new URLSearchParams(`fila=minhas&ordem=prazo${filters}`), 'minhas'));
  const [all, late, today, reviewed, rejected] = await Promise.all(
    ['', '&slaStatus=OVERDUE', '&slaStatus=DUE_SOON', '&status=RETURNED_BY_REVIEW', '&status=REJECTED'].map(list),
  );
  const returned = [...(reviewed?.rows ?? []), ...(rejected?.rows ?? [])];
  const words = async ({ id }: WorklistRow): Promise<string | null> => {
    const entries = await entriesAfter(deps.pages.store, session.clientId, id, null, ENTRIES_READ);
    const fact = entries.findLast(({ fact: { is } }) => is === 'moved')?.fact;
    return fact === undefined ? null : textOf(fact);
  };
  const total = (page: typeof all) => page?.pagination.total ?? 0;
  return {
    rows: (all?.rows ?? []).filter(({ id }) => !returned.some((one) => one.id === id)).slice(0, ROWS_MAX),
    returned: await Promise.all(
      returned.slice(0, ROWS_MAX).map(async (row) => ({ ...row, words: await words(row) })),
    ),
    counts: {
      ...{ waiting: total(all), late: total(late), today: total(today) },
      returned: total(reviewed) + total(rejected),
    },
  };
}

async function readLate(deps: MyDayDependencies, session: SignedIn): Promise<MyDay['late']> {
  const companies = companiesWithModule(deps, session);
  const late = await lateByPerson(deps.pages, session, companies, deps.clock.now());
  const nameOf = await deps.names.of(late.map(({ personId }) => personId));
  return late.map((one) => ({ ...one, name: one.personId === null ? '' : nameOf(one.personId) }));
}

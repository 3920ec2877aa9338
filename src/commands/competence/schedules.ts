// Makes and ends the schedules of a company's accounts, in its books.
import type { ScheduleCreated } from '../../domain/books/events.js';
import { books as booksFold, booksOf, booksStream, type Books } from '../../domain/books/fold.js';
import {
  completeSchedule,
  decideEnd,
  decideSchedule,
  type CreateOutcome,
  type CreateSchedule,
  type PlannedSchedule,
} from '../../domain/books/decide.js';
import { clientOf } from '../../domain/clients/fold.js';
import { SCHEDULERS } from '../../domain/clients/roles.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { refuse } from '../../domain/problem.js';
import {
  reconciliations as reconciliationsFold,
  reconciliationsStream,
} from '../../domain/reconciliation/fold.js';
import type { DebitSign } from '../../domain/trialBalance/checks/movement.js';
import type { CommandContext } from '../kernel/context.js';
import type { FoldedLog } from '../kernel/folds.js';
import type { IdAllocator } from '../kernel/idAllocator.js';
import { decideOrRefuse, transact, type Done, type Transactor } from '../kernel/transact.js';
import { requireRole } from '../people/requireRole.js';
import { importedCompetences } from '../reconciliations/knownItems.js';
import { accountCodes } from '../registers/charts.js';
import type { CompanyCompetence } from './release.js';

type ScheduleDeps = Transactor & Readonly<{ ids: IdAllocator }>;
type Company = Pick<CompanyCompetence, 'company'>;

/** `position` null: it was so already. */
type Scheduled = Readonly<{ scheduleId: number; position: number | null }>;

/** `debitSign`: what a debit is in the amount; absent: what it is in the account's newest reconciliation. */
type NewSchedule = Omit<CreateSchedule, 'companyId' | 'clientId' | 'debitSign'> &
  Partial<Pick<CreateSchedule, 'debitSign'>>;

/**
 * May be sent twice: the same schedule that was not ended is answered with its id.
 * @throws DomainError `RoleMissing`, `AccountNotFound`, `ScheduleInvalid`, `TooManySchedules`, `Unavailable`
 */
export async function createSchedule(
  deps: ScheduleDeps,
  { company, ...rule }: Company & NewSchedule,
  context: CommandContext,
): Promise<Scheduled> {
  const { companyId, clientId } = company;
  await requireRole(deps, company, context.actor, SCHEDULERS);
  const { state } = await deps.folds.load(...clientOf(clientId));
  const codes = await accountCodes(deps, state, companyId);
  if (!codes.has(rule.accountCode)) refuse({ is: 'AccountNotFound' });
  let madeId = 0;
  const { outcome, position } = await transact<Books, DebitSign, ScheduleCreated, CreateOutcome, PlannedSchedule>(
    deps,
    context,
    {
      stream: booksStream(companyId),
      fold: booksFold,
      gather: async () => rule.debitSign ?? newestDebitSign(deps, companyId, rule.accountCode),
      decide: (books, debitSign) => decideSchedule(books, { ...rule, companyId, clientId, debitSign }),
      ids: { allocator: deps.ids, kind: 'schedule', count: () => 1 },
      prepare: async (planned, _, firstId) => {
        madeId = firstId;
        return { events: planned.map((one) => completeSchedule(one, firstId)), parts: [] };
      },
    },
  );
  if (outcome.is === 'Refused') return refuse(outcome.problem);
  return { scheduleId: outcome.scheduleId ?? madeId, position };
}

/** What a debit is in the account's newest reconciliation that tells; 0 without one. */
async function newestDebitSign(deps: FoldedLog, companyId: number, accountCode: string): Promise<DebitSign> {
  for (const competence of await importedCompetences(deps, companyId, null)) {
    const { state } = await deps.folds.load(reconciliationsStream(companyId, competence), reconciliationsFold);
    const item = state.items.find((one) => one.accountCode === accountCode);
    if (item && item.debitSign !== 0) return item.debitSign;
  }
  return 0;
}

/**
 * May be sent twice. @param asked.from the first competence in which it expects nothing more
 * @throws DomainError `RoleMissing`, `ScheduleNotFound`, `Unavailable`
 */
export async function endSchedule(
  deps: Transactor,
  { company, scheduleId, from }: Company & Readonly<{ scheduleId: number; from: Competence }>,
  context: CommandContext,
): Promise<Done> {
  const { companyId, clientId } = company;
  await requireRole(deps, company, context.actor, SCHEDULERS);
  return decideOrRefuse(deps, context, booksOf(companyId), (books) =>
    decideEnd(books, { companyId, clientId, scheduleId, from }),
  );
}

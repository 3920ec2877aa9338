// Records refused imports in `refusals-{companyId}`, apart from the books, which they would slow down. They are the source of
// `import.failed` and of the audit. Source: docs/spec/imports.md#recorded-refusals.
import { refusalsStream } from '../../domain/books/fold.js';
import type { ImportRefused, ImportSource, RecordedRefusal } from '../../domain/books/events.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { Problem } from '../../domain/problem.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { CommandContext } from '../kernel/context.js';
import { transact, type Transactor } from '../kernel/transact.js';

/** Reasons stored in an event; `reasonCount` counts all of them. */
export const REFUSAL_REASONS_MAX = 20;

/** @returns null for a problem that is not recorded: only those answered 400, 403 or 409 by the import itself are */
export type DescribeRefusal = (problem: Problem) => RecordedRefusal | null;

export type RefusalRecorder = Transactor & Readonly<{ describeRefusal: DescribeRefusal }>;

/** No event of the stream affects a decision: only its revision is needed. */
const end = { version: 1, snapshot: true, initial: () => ({}), evolve: (state: object) => state } as const;

/**
 * Appends `ImportRefused`; retries after a lost race with another refusal of the company.
 * @returns the event's position, null when the problem is not recorded
 */
export async function recordRefusal(
  deps: RefusalRecorder,
  context: CommandContext,
  company: Pick<CompanyFacts, 'companyId' | 'clientId' | 'cnpj'>,
  competence: Competence | null,
  source: ImportSource,
  problem: Problem,
): Promise<number | null> {
  const recorded = deps.describeRefusal(problem);
  if (!recorded) return null;
  const { companyId, clientId, cnpj } = company;
  const { code, error, reasonCount } = recorded;
  const reasons = recorded.reasons.slice(0, REFUSAL_REASONS_MAX);
  const data: ImportRefused['data'] = {
    companyId,
    clientId,
    cnpj,
    competence,
    code,
    error,
    reasons,
    reasonCount,
    source,
  };
  const { position } = await transact(deps, context, {
    stream: refusalsStream(companyId),
    fold: end,
    gather: async () => null,
    decide: () => ({ events: [{ type: 'ImportRefused', data }], outcome: null }),
  });
  return position;
}

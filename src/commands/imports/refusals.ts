// Whether a company may import, and refused imports as the log keeps them.
import type {
  ImportRefused,
  ImportSource,
  RecordedRefusal,
  TrialBalanceVersioned,
} from '../../domain/books/events.js';
import { refusalsStream } from '../../domain/books/fold.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { DomainError, refuse, type Problem } from '../../domain/problem.js';
import type { Registers } from '../../domain/registers.js';
import { refusedFor } from '../../domain/trialBalance/refusals.js';
import type { Warning } from '../../domain/trialBalance/warnings.js';
import type { CommandContext } from '../kernel/context.js';
import { decideOn, type Transactor } from '../kernel/transact.js';
import type { DocumentHead } from './document.js';

// Records refused imports in `refusals-{companyId}`, apart from the books, which they would slow down. They are
// the source of `import.failed` and of the audit. Source: docs/spec/imports.md#recorded-refusals.

/** Reasons stored in an event; `reasonCount` counts all of them. */
const REFUSAL_REASONS_MAX = 20;

/** @returns null for a problem that is not recorded: only the import's own 400, 403 and 409 are */
type DescribeRefusal = (problem: Problem) => RecordedRefusal | null;

export type RefusalRecorder = Transactor & Readonly<{ describeRefusal: DescribeRefusal }>;

/** No event of the stream affects a decision: only its revision is needed. */
const end = { initial: () => ({}), evolve: (state: object) => state } as const;

export type ImportFacts = { competence: Competence | null; source: ImportSource };

/**
 * Records what an import of a company is refused for, unless it only validates. @param known as far as the work
 * has come
 * @throws what the work throws
 */
export async function withRecordedRefusals<Result>(
  deps: RefusalRecorder,
  context: CommandContext,
  { validateOnly }: Readonly<{ validateOnly: boolean }>,
  company: CompanyFacts | null,
  known: ImportFacts,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DomainError && company !== null && !validateOnly)
      await recordRefusal(deps, context, company, known.competence, known.source, error.problem);
    throw error;
  }
}

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
  const { position } = await decideOn(deps, context, [refusalsStream(companyId), end], () => ({
    events: [{ type: 'ImportRefused', data }],
    outcome: null,
  }));
  return position;
}

/** Sentences stored in an event; `warningCount` counts all of them. */
export const RECORDED_WARNINGS_MAX = 20;

/** Sentence in Portuguese. */
export type DescribeWarning = (warning: Warning) => string;

export function recordedWarnings(
  warnings: readonly Warning[],
  describe: DescribeWarning,
): Pick<Required<TrialBalanceVersioned['data']>, 'warnings' | 'warningCount'> {
  const described = warnings.filter(({ is }) => is !== 'MoreWarnings');
  const lastWarning = warnings.at(-1);
  const moreCount = lastWarning?.is === 'MoreWarnings' ? lastWarning.count : 0;
  return {
    warnings: described.slice(0, RECORDED_WARNINGS_MAX).map(describe),
    warningCount: described.length + moreCount,
  };
}

type Identifiers = Pick<DocumentHead, 'companyId' | 'cnpj'>;

/** `companyId` before `cnpj`. @returns null where the requester knows no such company, or neither is given */
export function companyOf(
  registers: Registers,
  { clientId, companyIds }: Requester,
  { companyId, cnpj }: Identifiers,
): CompanyFacts | null {
  const company =
    companyId === null ? registers.companyByCnpj(clientId, cnpj ?? '') : registers.company(clientId, companyId);
  return company !== null && (companyIds?.includes(company.companyId) ?? true) ? company : null;
}

/** A company that the requester does not know is refused like one that does not exist. */
export function refuseUnknown({ companyId, cnpj }: Identifiers): never {
  if (companyId !== null) return refuse({ is: 'CompanyNotFound', by: 'companyId', companyId });
  return refuse({ is: 'CompanyNotFound', by: 'cnpj', cnpj: cnpj ?? '' });
}

/** `companyIds`: the only companies that it knows; absent: all of the client. */
export type Requester = Readonly<{ clientId: number; companyIds?: readonly number[] | undefined }>;

export function refuseCompany(company: CompanyFacts, { cnpj }: Pick<DocumentHead, 'cnpj'>): void {
  if (cnpj !== null && cnpj !== company.cnpj) refuse(refusedFor({ is: 'CnpjOfAnotherCompany', cnpj }));
  if (company.status !== 'ACTIVE') refuse({ is: 'CompanyNotActive' });
  if (!company.modules.includes('RECONCILIATION')) refuse({ is: 'ModuleNotContracted' });
}

// Refused imports, kept in `refusals-{companyId}` so that they never slow the books: they feed `import.failed` and
// the audit. Source: docs/spec/imports.md#recorded-refusals.
import { refusalsStream } from '../../domain/books/fold.js';
import type { ImportRefused, ImportSource } from '../../domain/books/events.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { Problem } from '../../domain/problem.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import type { CommandContext } from '../kernel/context.js';
import { transact, type Transactor } from '../kernel/transact.js';

/** Reasons an event keeps; `reasonCount` tells how many there were. */
export const REFUSAL_REASONS_MAX = 20;

/** A refusal in the words its caller was answered; `reasons` one sentence each, of `reasonCount` in all. */
export type RefusalWords = Readonly<{
  code: ImportRefused['data']['code'];
  error: string;
  reasons: readonly string[];
  reasonCount: number;
}>;

/** Null for a problem that leaves no event: only a 400 or 409 of the import itself does. */
export type WordRefusal = (problem: Problem) => RefusalWords | null;

export type RefusalRecorder = Transactor & Readonly<{ wordRefusal: WordRefusal }>;

/** The stream's own facts decide nothing: only its end is needed. */
const end = { version: 1, snapshot: true, initial: () => ({}), evolve: (state: object) => state } as const;

/**
 * Appends `ImportRefused` once the company was found. A lost race (another refusal of the company) is repeated.
 * @returns the event's position, null when this problem leaves none
 */
export async function recordRefusal(
  deps: RefusalRecorder,
  context: CommandContext,
  company: Pick<CompanyFacts, 'companyId' | 'clientId' | 'cnpj'>,
  competence: Competence | null,
  source: ImportSource,
  problem: Problem,
): Promise<number | null> {
  const words = deps.wordRefusal(problem);
  if (!words) return null;
  const { companyId, clientId, cnpj } = company;
  const { code, error, reasonCount } = words;
  const reasons = words.reasons.slice(0, REFUSAL_REASONS_MAX);
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

// Bodies seen lately and what they were found to hold, so that an identical resend is answered without being parsed
// again. Never a decision of its own: it holds only while books, chart, company and month are exactly those the
// content was judged on, and whatever differs sends the body down the whole path.
import { LRUCache } from 'lru-cache';
import { booksStream, books } from '../../domain/books/fold.js';
import { competenceAt } from '../../domain/kernel/competence.js';
import { chart as chartFold, chartStream } from '../../domain/charts/fold.js';
import type { Registers } from '../../domain/registers.js';
import type { ImportBasis, ImportResult } from './importTrialBalance.js';
import type { Transactor } from '../kernel/transact.js';

const BODIES_MAX = 500;

export type ResendMemo = Readonly<{
  /**
   * @param fingerprint of the whole content, such as the SHA-256 of a body
   * @returns the answer of a resend, null when the content has to be looked at
   */
  recall(clientId: number, fingerprint: string): Promise<ImportResult | null>;
  remember(clientId: number, fingerprint: string, result: ImportResult): void;
}>;

export function createResendMemo(deps: Transactor & Readonly<{ registers: Registers }>): ResendMemo {
  const seen = new LRUCache<string, ImportResult>({ max: BODIES_MAX });
  const keyOf = (clientId: number, fingerprint: string): string => `${clientId} ${fingerprint}`;

  async function holds({ company, ...basis }: ImportBasis): Promise<boolean> {
    if (deps.registers.company(company.clientId, company.companyId) !== company) return false;
    if (competenceAt(deps.clock.now()) !== basis.currentMonth) return false;
    const chart = await deps.folds.load(chartStream(basis.chartId), chartFold);
    if (chart.state.version !== basis.chartVersion) return false;
    const { revision } = await deps.folds.load(booksStream(company.companyId), books);
    return revision === basis.booksRevision;
  }

  return {
    async recall(clientId, fingerprint) {
      const result = seen.get(keyOf(clientId, fingerprint));
      return result?.basis && (await holds(result.basis)) ? result : null;
    },
    remember(clientId, fingerprint, result) {
      if (result.basis === null) return;
      seen.set(keyOf(clientId, fingerprint), { ...result, resend: true, position: null });
    },
  };
}

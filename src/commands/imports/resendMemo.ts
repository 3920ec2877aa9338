// Caches the results of recent imports by the hash of their body, so that an identical resend is not parsed again. An entry is
// valid only while books, chart, company and current month are those of the decision; otherwise the body is imported again.
// Buys: an identical resend at 0.27 × its floor; parsed again it takes more than the floor (limit 0.8).
import { LRUCache } from 'lru-cache';
import { booksStream, books } from '../../domain/books/fold.js';
import { competenceAt } from '../../domain/kernel/competence.js';
import { chart as chartFold, chartStream } from '../../domain/charts/fold.js';
import type { Registers } from '../../domain/registers.js';
import type { ImportBasis, ImportResult } from './importResult.js';
import type { Transactor } from '../kernel/transact.js';

const BODIES_MAX = 500;

export type ResendMemo = Readonly<{
  /**
   * @param fingerprint identifies the content, such as the SHA-256 of a body
   * @returns the answer of a resend; null when the content must be imported
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
    const [chart, { revision }] = await Promise.all([
      deps.folds.load(chartStream(basis.chartId), chartFold),
      deps.folds.load(booksStream(company.companyId), books),
    ]);
    return chart.state.version === basis.chartVersion && revision === basis.booksRevision;
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

// Whether a version opens with the closing balances of the version before it, account by account. Versions never change, so the
// answer for two of them is kept. Source: docs/spec/operator.md#checklist.
import { LRUCache } from 'lru-cache';
import type { Competence } from '../../../domain/kernel/competence.js';
import type { ReadModels } from '../../engine/readStore.js';
import type { Scope } from '../scope.js';
import { versionBalances } from '../trialBalances/accountBalances.js';

/** Months in which result accounts may open at zero. */
const RESTARTS: readonly string[] = ['01', '04', '07', '10'];
const ANSWERS_MAX = 10_000;

export type Continues = (
  scope: Scope,
  competence: Competence,
  versions: Readonly<{ before: number; now: number }>,
) => Promise<boolean>;

export function createContinues(store: ReadModels): Continues {
  const answers = new LRUCache<string, boolean>({ max: ANSWERS_MAX });
  return async ({ clientId }, competence, { before, now }) => {
    const name = `${clientId} ${before} ${now}`;
    const known = answers.get(name);
    if (known !== undefined) return known;
    const [earlier, later] = await Promise.all([
      versionBalances(store, clientId, before),
      versionBalances(store, clientId, now),
    ]);
    const mayRestart = RESTARTS.includes(competence.slice(5));
    const codes = new Set([...earlier.keys(), ...later.keys()]);
    const answer = [...codes].every((code) => {
      const opening = later.get(code)?.openingCents ?? 0;
      return opening === (earlier.get(code)?.closingCents ?? 0) || (mayRestart && opening === 0);
    });
    answers.set(name, answer);
    return answer;
  };
}

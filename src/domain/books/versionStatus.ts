// The status of a version of a trial balance. Source: docs/spec/rows.md#trial-balance-status.
import { valuesOf, type Tone, type Vocabulary, type Word } from '../kernel/vocabulary.js';

export const trialBalanceStatusWords = {
  IMPORTED: { name: 'Importado', tone: 'plain', meaning: 'a versão mais nova, ainda não liberada' },
  RELEASED: { name: 'Liberado', tone: 'done', meaning: 'a versão em conciliação' },
  SUPERSEDED: { name: 'Substituído', tone: 'idle', meaning: 'substituída por uma versão mais nova' },
} as const satisfies Vocabulary<string, Word & Readonly<{ tone: Tone }>>;
export type TrialBalanceStatus = keyof typeof trialBalanceStatusWords;
export const trialBalanceStatuses = valuesOf(trialBalanceStatusWords);

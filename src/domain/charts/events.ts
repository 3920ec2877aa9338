// Stream `chart-{id}`: accounts in parts, and the event that names them. `ChartRegistered` is in the client's
// stream.
import type { DomainEvent } from '../kernel/event.js';
import { valuesOf, type Vocabulary } from '../kernel/vocabulary.js';

export const accountKinds = {
  ANALYTICAL: { name: 'Analítica', meaning: 'analítica: recebe lançamentos' },
  SYNTHETIC: { name: 'Sintética', meaning: 'sintética: soma as contas abaixo dela e nunca concilia' },
} as const satisfies Vocabulary;
type AccountKind = keyof typeof accountKinds;
export const natureWords = {
  DEBIT: { name: 'Devedora', meaning: 'o saldo normal é devedor' },
  CREDIT: { name: 'Credora', meaning: 'o saldo normal é credor' },
  MIXED: { name: 'Mista', meaning: 'o saldo pode ser devedor ou credor' },
} as const satisfies Vocabulary;
export type Nature = keyof typeof natureWords;
export const natures = valuesOf(natureWords);

export type Account = Readonly<{
  accountId: number;
  code: string;
  shortCode: string;
  description: string;
  kind: AccountKind;
  nature: Nature;
  classification: string;
  department: string;
  sector: string;
  requiresReconciliation: boolean;
}>;

/**
 * A part: new and changed accounts, as the UTF-8 bytes of `{ "accounts": [Account, …] }`. Takes effect once a
 * `ChartVersioned` names it.
 */
type ChartAccountsListed = DomainEvent<'ChartAccountsListed', Uint8Array>;

export function decodeAccounts(part: Uint8Array): readonly Account[] {
  return (JSON.parse(new TextDecoder().decode(part)) as { accounts: readonly Account[] }).accounts;
}

/**
 * A change of a chart. `parts` are the revisions of its parts in the same stream (`count` 0 when only the head
 * changed) and the SHA-256 of their bytes in order.
 */
export type ChartVersioned = DomainEvent<
  'ChartVersioned',
  Readonly<{
    chartId: number;
    companyId: number;
    clientId: number;
    name: string;
    validFrom: string;
    validTo: string | null;
    active: boolean;
    version: number;
    accountCount: number;
    parts: Readonly<{ fromRevision: number; count: number; accounts: number; hash: string }>;
  }>
>;

export type ChartEvent = ChartAccountsListed | ChartVersioned;

// Limits of the texts of charts and accounts, in registers and trial balances, and which texts are stored.

export const ACCOUNT_CODE_LENGTH_MAX = 100;
export const ACCOUNT_NAME_LENGTH_MAX = 500;
export const CHART_NAME_LENGTH_MAX = 200;

/** False with control characters, or halves of surrogate pairs, which UTF-8 cannot keep. */
export function isStorable(text: string, lengthMax = Infinity): boolean {
  return text.length <= lengthMax && text.isWellFormed() && !/\p{Cc}/u.test(text);
}

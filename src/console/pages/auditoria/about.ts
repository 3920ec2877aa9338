// What an event is about: the page that its row in Auditoria leads to, and the accounts of an act on several.
import type { HistoryEntry } from '../../../commands/log/history.js';
import { pagePath } from '../conciliacao/addresses.js';
import { allAddress, competencesAddress, trialBalancesAddress } from '../fechamento/addresses.js';
import { recordedAddress } from './filter.js';

export type NamedAccount = Readonly<{ id: number; account: string }>;
/** `recorded`: the page of the items that the event recorded; null for other events. */
export type About = Readonly<{
  href: string | null;
  recorded: string | null;
  /** Of an act on several reconciliations. */
  accounts: readonly NamedAccount[];
}>;

type Data = Readonly<{
  companyId?: number;
  competence?: string | null;
  trialBalanceId?: number;
  chartId?: number;
  personId?: string;
}>;

export function aboutOf({ type, data, acted, revision }: HistoryEntry & Readonly<{ revision: number }>): About {
  const accounts = (acted ?? []).map(({ reconciliationId: id, accountCode, accountName }) => ({
    id,
    account: `${accountCode} ${accountName}`,
  }));
  const [only, ...others] = accounts;
  if (only !== undefined && others.length === 0) {
    const isRecorded = type === 'CompositionRecorded' || type === 'AdjustmentsRecorded';
    const recorded = isRecorded ? recordedAddress(only.id, revision) : null;
    return { href: pagePath(only.id), recorded, accounts: [] };
  }
  return { href: pageOf(type, data as Data), recorded: null, accounts };
}

function pageOf(type: string, { companyId, competence, trialBalanceId, chartId, personId }: Data): string | null {
  if (trialBalanceId !== undefined) return `/console/balancetes/${trialBalanceId}`;
  if (chartId !== undefined) return `/console/planos/${chartId}`;
  if (personId !== undefined) return null; // Pessoas is for Administrators alone
  if (typeof competence === 'string') {
    const place = { companyId: companyId ?? null, competence };
    if (type === 'ImportRefused') return trialBalancesAddress(place);
    return type.startsWith('Competence') ? competencesAddress(place) : allAddress(place);
  }
  if (companyId === undefined) return null;
  return type.startsWith('Company') ? '/console/empresas' : `/console/regras/${companyId}`;
}

// The events of a company in sentences, by who, what and when.
import { historyAt, peopleIn, type EventPlace, type HistoryEntry } from '../../../commands/log/history.js';
import { DAY_MS, SAO_PAULO_BEHIND_UTC_MS } from '../../../domain/kernel/calendarDate.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { historySentence, type HistoryEvent } from '../../../messages/history.js';
import {
  actorKey,
  kindOf,
  listAccountTrail,
  listAuditTrail,
  type EventKind,
} from '../../../projections/views/audit.js';
import { paginationOf, type Page } from '../../../projections/engine/pages.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { type AuditFilter, recordedAddress } from './filter.js';
import { pagePath } from '../conciliacao/addresses.js';
import { allAddress, competencesAddress, trialBalancesAddress } from '../fechamento/addresses.js';

/** `at` is ISO 8601 UTC; `requestId` is null for events without a request. */
export type AuditEvent = Readonly<{
  at: string;
  who: string;
  kind: EventKind;
  sentence: string;
  requestId: string | null;
}> &
  About;

/** As their events name them. */
const OPERATOR = 'Operador';
const SYSTEM = 'Sistema';

/**
 * Newest first, the last page where a later one was asked for: the rows of the read model, each with the sentence of its event in the log.
 * @param until leaves out what came after it, ISO 8601 UTC; so that one page goes on where the one before ended
 */
export async function auditEvents(
  deps: ConsoleDependencies,
  { clientId, companyId }: Pick<CompanyFacts, 'clientId' | 'companyId'>,
  { period, from, to, kind, who, account }: AuditFilter,
  { until = null, ...asked }: Readonly<{ page: number; limit: number; until?: string | null }>,
): Promise<Pick<Page<AuditEvent>, 'rows' | 'pagination'>> {
  const actors = who === '' ? null : await actorsNamed(deps, clientId, who);
  if (actors?.length === 0) return { rows: [], pagination: paginationOf(1, asked.limit, 0) };
  const query = {
    ...{ companyId, competence: period, kind, actors },
    from: from === null ? null : startOf(from).toISOString(),
    to: to === null ? until : earlier(new Date(startOf(to).getTime() + DAY_MS - 1).toISOString(), until),
  };
  const pageAt = (page: number) => {
    const place = { page, limit: asked.limit };
    return account === ''
      ? listAuditTrail(deps.pages, { clientId }, query, place)
      : listAccountTrail(deps.pages, { clientId }, { ...query, account }, place);
  };
  const first = await pageAt(asked.page);
  const { pages } = first.pagination;
  const { rows, pagination } = asked.page > pages && pages > 0 ? await pageAt(pages) : first;
  const places = rows.map(({ fluxo: stream, revisao: revision }) => ({ stream, revision }));
  const entries = await historyAt(deps.eventLog, places);
  const nameOf = await deps.names.of(entries.flatMap(peopleIn));
  return { rows: entries.map((entry) => eventOf(entry, nameOf)), pagination };
}

/** Everyone who could have acted for the client and has this in the name, whatever capitals. */
async function actorsNamed(
  { registers, names }: ConsoleDependencies,
  clientId: number,
  who: string,
): Promise<readonly string[]> {
  const { users, erased } = registers.workflowOf(clientId);
  const people = [...users.keys(), ...erased];
  const nameOf = await names.of(people);
  const keys = registers.keys().filter((key) => key.clientId === clientId);
  const named = [
    ...people.map((id) => ({ key: actorKey({ kind: 'person', id }), name: nameOf(id) })),
    ...keys.map(({ keyId, name }) => ({ key: actorKey({ kind: 'key', id: String(keyId) }), name })),
    { key: actorKey({ kind: 'operator', id: 'operator' }), name: OPERATOR },
    { key: actorKey({ kind: 'rule', id: '' }), name: SYSTEM },
  ];
  const part = who.toLocaleLowerCase('pt-BR');
  return named.filter(({ name }) => name.toLocaleLowerCase('pt-BR').includes(part)).map(({ key }) => key);
}

function eventOf(entry: HistoryEntry & EventPlace, nameOf: (id: string) => string): AuditEvent {
  const { at, type, data, actor, acted, released, requestId } = entry;
  const who =
    actor.kind === 'person' ? nameOf(actor.id) : (actor.name ?? (actor.kind === 'rule' ? SYSTEM : actor.kind));
  const event = { type, data } as HistoryEvent;
  const sentence = historySentence(event, { actor: who, nameOf, acted, released, fileName: null });
  return { at, who, kind: kindOf(type), sentence, requestId, ...aboutOf(entry) };
}

function earlier(at: string, until: string | null): string {
  return until !== null && until < at ? until : at;
}

/** Of a day in America/Sao_Paulo. */
function startOf(date: string): Date {
  return new Date(Date.parse(date) + SAO_PAULO_BEHIND_UTC_MS);
}

type NamedAccount = Readonly<{ id: number; account: string }>;
/** `recorded`: the page of the items that the event recorded; null for other events. */
type About = Readonly<{
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

/** The page that a row leads to, and the accounts of an act on several. */
function aboutOf({ type, data, acted, revision }: HistoryEntry & Readonly<{ revision: number }>): About {
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

// Which events and parts a dossier holds. No other company's: an event that names several companies is left out
// whole, because a part of it proves nothing. Source: docs/dossie.md.
import { partsToVerify } from '../commands/log/verifyParts.js';
import { readNamedParts } from '../commands/kernel/parts.js';
import type { TrialBalanceVersioned } from '../domain/books/events.js';
import { booksStream, refusalsStream } from '../domain/books/fold.js';
import { chartStream } from '../domain/charts/fold.js';
import type { CompanyRegistered } from '../domain/clients/events.js';
import { clientStream } from '../domain/clients/fold.js';
import type { RoleGrant } from '../domain/clients/roles.js';
import type { Competence } from '../domain/kernel/competence.js';
import type { Recorded } from '../domain/kernel/event.js';
import type { EventLog } from '../domain/kernel/log.js';
import type { PartsLocation } from '../domain/kernel/parts.js';
import { upcast } from '../domain/upcasters.js';
import { reconciliationsStream } from '../domain/reconciliation/fold.js';
import type { Manifest } from './manifest.js';

export type DossierScope = Readonly<{ companyId: number; clientId: number; competence: Competence }>;

/** `complete`: every event of the stream up to the checkpoint, so that a gap shows. */
type ScopeStream = Readonly<{ stream: string; complete: boolean; holds(event: Recorded): boolean }>;

const DEPLOYMENT = 'deployment';
const OF_COMPANY: readonly string[] = [
  'AutoApprovalChanged',
  'CarryRuleChanged',
  'ChartRegistered',
  'ChecklistChanged',
  'ClosedMonthsRuleChanged',
  'ClosingStatementChanged',
  'CompanyChanged',
  'CompanyRegistered',
  'DeadlinesChanged',
  'DefaultOwnersChanged',
  'MappingSaved',
  'RiskRulesChanged',
  'ToleranceChanged',
  'VariationRulesChanged',
];
const OF_ROLES: readonly string[] = ['UserRegistered', 'UserRolesChanged'];
const OF_DEPLOYMENT: readonly string[] = ['Deployed', 'SealKeySet'];

const all = (): boolean => true;

/** @param charts of the versions of the month */
export function streamsOf(
  { companyId, clientId, competence }: DossierScope,
  charts: Iterable<number>,
): readonly ScopeStream[] {
  return [
    { stream: booksStream(companyId), complete: true, holds: all },
    { stream: refusalsStream(companyId), complete: true, holds: all },
    { stream: reconciliationsStream(companyId, competence), complete: true, holds: all },
    ...[...new Set(charts)].map((chart) => ({ stream: chartStream(chart), complete: true, holds: all })),
    { stream: clientStream(clientId), complete: false, holds: (event) => concerns(event, companyId) },
    { stream: DEPLOYMENT, complete: false, holds: ({ type }) => OF_DEPLOYMENT.includes(type) },
  ];
}

/** Whether an event of the client is about this company or all of them, and names no other. */
function concerns({ type, data }: Recorded, companyId: number): boolean {
  if (OF_COMPANY.includes(type)) return (data as { companyId?: unknown }).companyId === companyId;
  if (!OF_ROLES.includes(type)) return type === 'HolidaysChanged';
  const { roles } = data as { roles: readonly RoleGrant[] };
  return roles.every(({ companyIds }) => companyIds?.every((id) => id === companyId) ?? true);
}

/** @param books upcast */
export function versionsOf(
  books: readonly Recorded[],
  competence: Competence,
): readonly Recorded<TrialBalanceVersioned>[] {
  return books.filter(
    (event): event is Recorded<TrialBalanceVersioned> =>
      event.type === 'TrialBalanceVersioned' &&
      (event as Recorded<TrialBalanceVersioned>).data.competence === competence,
  );
}

/** The company as its last registration or change says; null without one. */
export function companyIn(events: readonly Recorded[], companyId: number): Manifest['company'] | null {
  const registration = events.findLast(
    ({ type, data }) =>
      (type === 'CompanyRegistered' || type === 'CompanyChanged') &&
      (data as CompanyRegistered['data']).companyId === companyId,
  );
  if (registration === undefined) return null;
  const { cnpj, legalName } = registration.data as CompanyRegistered['data'];
  return { id: companyId, cnpj, nome: legalName };
}

export function versionList(versions: readonly Recorded<TrialBalanceVersioned>[]): Manifest['versions'] {
  return versions.map(({ revision, data: { trialBalanceId, version } }) => ({
    trialBalanceId,
    version,
    revision,
  }));
}

/** Whether the last closing or reopening of the month closed it. */
export function isClosedBy(books: readonly Recorded[], competence: Competence): boolean {
  const turn = books.findLast(
    ({ type, data }) =>
      (type === 'CompetenceClosed' || type === 'CompetenceReopened') &&
      (data as { competence: string }).competence === competence,
  );
  return turn?.type === 'CompetenceClosed';
}

/** Events in log order, as stored. @param isCovered whether the checkpoint covers the event */
export async function eventsOf(
  log: EventLog,
  scope: DossierScope,
  isCovered: (event: Recorded) => boolean | Promise<boolean>,
): Promise<readonly Recorded[]> {
  const events: Recorded[] = [];
  const readStream = async (stream: ScopeStream): Promise<void> => {
    for await (const event of log.read(stream.stream, 0)) {
      if (!(await isCovered(event))) break;
      if (stream.holds(event)) events.push(event);
    }
  };
  await readStream({ stream: booksStream(scope.companyId), complete: true, holds: all });
  const charts = versionsOf(
    events.map((event) => upcast(event)),
    scope.competence,
  ).map(({ data }) => data.chartId);
  for (const stream of streamsOf(scope, charts).slice(1)) await readStream(stream);
  return events.sort((a, b) => a.position - b.position);
}

/** Names of the parts, in order. */
export function partNames({ stream, fromRevision, count }: PartsLocation): readonly string[] {
  return Array.from({ length: count }, (_, at) => `parts/${stream}/${fromRevision + at}`);
}

/** The parts that an event of the dossier names; none of versions of other months. */
export function namedParts(event: Recorded, competence: Competence): ReturnType<typeof partsToVerify> {
  const { type, data } = event;
  if (type === 'TrialBalanceVersioned' && (data as { competence: string }).competence !== competence) return [];
  return partsToVerify(event);
}

/** Parts by the names of their files. */
export async function partsOf(
  log: EventLog,
  events: readonly Recorded[],
  competence: Competence,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const parts = new Map<string, Uint8Array>();
  for (const event of events)
    for (const place of namedParts(event, competence)) {
      const names = partNames(place);
      for (const [at, bytes] of (await readNamedParts(log, place)).entries()) parts.set(names[at] ?? '', bytes);
    }
  return parts;
}

/** The SHA-256 of each attached file, once, by name of its entry. */
export function evidenceIn(events: readonly Recorded[]): readonly string[] {
  const attached = events.filter(({ type }) => type === 'EvidenceAttached');
  return [...new Set(attached.map(({ data }) => (data as { sha256: string }).sha256))].sort();
}

export function evidenceName(sha256: string): string {
  return `evidence/${sha256}`;
}

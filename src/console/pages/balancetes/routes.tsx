// /console/balancetes: versions of trial balances, their lines and differences, and their release.
import { previewRelease, release, type ReleasePreview } from '../../../commands/competence/release.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { DomainError } from '../../../domain/problem.js';
import { released, releaseQuestion, createdByRelease, fallenApprovals } from '../../../messages/confirmations.js';
import { problemMessage } from '../../../messages/problems.js';
import { IMPORTERS } from '../../../domain/clients/roles.js';
import { hasAllLines } from '../../../projections/views/trialBalances/trialBalanceLines.js';
import { compareVersions, searchLines } from '../../../projections/views/trialBalances/trialBalanceLineSearch.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notice, redirectTo } from '../../session/answers.js';
import { isConfirmed, Confirm } from '../../design/Confirm.js';
import { LinkButton } from '../../design/ActBar.js';
import { companyFilter, monthFilter } from '../../design/Filters.js';
import { showList } from '../../design/List.js';
import { askedIn } from '../../asked.js';
import { showPage } from '../../design/Page.js';
import { readForm } from '../../session/readForm.js';
import {
  get,
  noteWritten,
  notFound,
  parameter,
  personContext,
  post,
  type ConsoleCall,
  type ConsoleRoute,
} from '../../route.js';
import { companiesSeen } from '../../session/access.js';
import { comparableWith, filtersOf, PAGE_ROWS, versionSeen, versionsSeen } from './query.js';
import { nameOf, Version, type VersionShown } from './Version.js';
import { columnsFor, VERSIONS } from './Versions.js';
import { isFinished } from '../../../domain/reconciliation/states.js';
import { IMPACT_LISTED_MAX, type AffectedReconciliation } from '../../../domain/trialBalance/importOutcome.js';
import type { TrialBalanceVersion } from '../../../projections/views/trialBalances/trialBalanceVersions.js';
import { CountAndSums } from '../../design/values.js';
import { fingerprintOf } from '../../upload/stagedFiles.js';
import { Affected, statusOptions } from './parts.js';

export function trialBalancePages(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  return [
    get(VERSIONS, (call) => showVersions(deps, call)),
    get(`${VERSIONS}/{id}`, (call) => showVersion(deps, call)),
    post(`${VERSIONS}/{id}/liberar`, (call) => releaseVersion(deps, call)),
  ];
}

async function showVersions(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const { session } = call.state;
  const filters = filtersOf(call);
  await showList(call, deps, {
    ...{ title: 'Balancetes', fileName: 'balancetes', caption: 'Versões dos balancetes' },
    actions: session.access.hasAny(IMPORTERS) && (
      <LinkButton isMain href={`${VERSIONS}/enviar`}>
        Enviar balancete
      </LinkButton>
    ),
    filters: [
      companyFilter(companiesSeen(deps.registers, session), filters.companyId),
      monthFilter(filters.period),
      { label: 'Situação', name: 'status', value: filters.status, all: 'Todas', choices: statusOptions },
    ],
    columns: columnsFor(call),
    rows: (page) => versionsSeen(deps, call, { ...filters, page }),
    empty: 'Nenhum balancete foi importado ainda.',
    none: 'Nenhum balancete com este filtro.',
  });
}

async function showVersion(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const version = await versionSeen(deps, call, parameter(call, 'id'));
  const others = await comparableWith(deps, call, version);
  const shown = await asked(deps, call, version);
  showPage(call, {
    title: `Balancete ${nameOf(version)}`,
    actions: <LinkButton href={VERSIONS}>Balancetes</LinkButton>,
    body: <Version {...{ call, version, others, shown }} />,
  });
}

async function asked(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  version: Awaited<ReturnType<typeof versionSeen>>,
): Promise<VersionShown> {
  const scope = { clientId: call.state.session.clientId };
  const { text, page } = askedIn(call);
  const place = { page, limit: PAGE_ROWS };
  const comparar = text('comparar');
  if (comparar === '') {
    const texto = text('texto');
    const hasAll = await hasAllLines(deps.pages, scope, version);
    const isWhole = hasAll && text('escopo') === 'todas';
    const found = await searchLines(deps.pages, scope, version, { texto, isWhole, ...place });
    return { is: 'lines', texto, hasAll, isWhole, found };
  }
  const other = await versionSeen(deps, call, comparar);
  if (other.empresaId !== version.empresaId) return notFound();
  const found = await compareVersions(deps.pages, scope, { before: other, after: version }, place);
  return { is: 'difference', other, found };
}

/** Releases the version only while it is the newest: a person releases what the page showed. */
async function releaseVersion(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const fields = await readForm(call, deps);
  const version = await versionSeen(deps, call, parameter(call, 'id'));
  const company = deps.registers.company(call.state.session.clientId, version.empresaId) ?? notFound();
  const releaseDeps = { ...deps, log: deps.eventLog };
  const asked = { company, competence: version.competencia as Competence, seen: version.id };
  const preview = await previewRelease(releaseDeps, asked, personContext(call));
  if (preview !== null && !isConfirmed(fields, shownIn(preview)))
    return showPage(call, {
      title: releaseQuestion(nameOf(version), version.empresaNome),
      body: <ReleaseQuestion {...{ call, version, preview }} />,
    });
  try {
    const { position, reconciliations } = await release(releaseDeps, asked, personContext(call));
    await noteWritten(deps, call, position);
    const fallen = preview === null ? [] : fallenIn(preview);
    notice(call, released(nameOf(version), version.empresaNome, { reconciliations, fallen }));
  } catch (error) {
    if (!(error instanceof DomainError) || ['Unavailable', 'RoleMissing'].includes(error.problem.is)) throw error;
    notice(call, problemMessage(error.problem).error, 'bad');
  }
  redirectTo(call, VERSIONS);
}

type Props = Readonly<{
  call: ConsoleCall;
  version: TrialBalanceVersion;
  preview: ReleasePreview;
}>;

export function ReleaseQuestion({ call, version, preview }: Props) {
  const { isFirst, affected, created, approved } = preview;
  const fallen = fallenIn(preview);
  const approvedFirst = [...fallen, ...affected.filter(({ status }) => !isFinished(status))];
  return (
    <Confirm
      call={call}
      action={`${VERSIONS}/${version.id}/liberar`}
      label="Liberar"
      back={`${VERSIONS}/${version.id}`}
      shown={shownIn(preview)}
    >
      {fallen.length > 0 && (
        <>
          <p>{fallenApprovals(fallen.length)}</p>
          <CountAndSums name="Aprovações" balances={fallen.map(({ balanceDebitCents }) => balanceDebitCents)} />
        </>
      )}
      {created > 0 && <p>{createdByRelease(created, approved)}</p>}
      {!isFirst && <Affected items={approvedFirst.slice(0, IMPACT_LISTED_MAX)} total={affected.length} />}
    </Confirm>
  );
}

/** Another text once something else would be done. */
export function shownIn(preview: ReleasePreview): string {
  return fingerprintOf(JSON.stringify(preview));
}

/** The approvals that would not be valid any more. */
export function fallenIn({ affected }: ReleasePreview): readonly AffectedReconciliation[] {
  return affected.filter(({ status }) => isFinished(status));
}

// /console/balancetes: versions of trial balances, their lines and differences, and their release.
import { previewRelease, release } from '../../../commands/competence/release.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { DomainError } from '../../../domain/problem.js';
import { released, releaseQuestion } from '../../../messages/confirmations.js';
import { problemMessage } from '../../../messages/problems.js';
import { IMPORTERS } from '../../../domain/clients/roles.js';
import { compareVersions, searchLines } from '../../../projections/views/trialBalances/trialBalanceLineSearch.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notice, redirectTo } from '../../session/answers.js';
import { isConfirmed } from '../../design/Confirm.js';
import { answeredAsFile } from '../../exportedTable.js';
import { showPage } from '../../design/Page.js';
import { readForm } from '../../session/readForm.js';
import {
  anyRole,
  noteWritten,
  notFound,
  parameter,
  personContext,
  type ConsoleCall,
  type ConsoleRoute,
} from '../../route.js';
import { companiesSeen } from '../../session/access.js';
import { comparableWith, filtersOf, PAGE_ROWS, pageOf, textOf, versionSeen, versionsSeen } from './query.js';
import { fallenIn, ReleaseQuestion, shownIn } from './ReleaseQuestion.js';
import { nameOf, Version, type VersionShown } from './Version.js';
import { columnsFor, VERSIONS, Versions } from './Versions.js';

const SEARCH_LENGTH_MAX = 200;

export function trialBalancePages(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  return [
    { method: 'GET', path: VERSIONS, may: anyRole, handle: (call) => showVersions(deps, call) },
    { method: 'GET', path: `${VERSIONS}/{id}`, may: anyRole, handle: (call) => showVersion(deps, call) },
    {
      method: 'POST',
      path: `${VERSIONS}/{id}/liberar`,
      may: anyRole,
      handle: (call) => releaseVersion(deps, call),
    },
  ];
}

async function showVersions(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const { session } = call.state;
  const filters = filtersOf(call);
  const rows = (page: number) => versionsSeen(deps, call, { ...filters, page });
  const file = { name: 'Balancetes', fileName: 'balancetes', columns: columnsFor(call), rows };
  if (await answeredAsFile(call, deps, file)) return;
  const found = await rows(filters.page);
  showPage(call, {
    title: 'Balancetes',
    actions: session.access.hasAny(IMPORTERS) && (
      <a class="button primary" href={`${VERSIONS}/enviar`}>
        Enviar balancete
      </a>
    ),
    body: <Versions {...{ call, filters, found }} companies={companiesSeen(deps.registers, session)} />,
  });
}

async function showVersion(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const version = await versionSeen(deps, call, parameter(call, 'id'));
  const others = await comparableWith(deps, call, version);
  const shown = await asked(deps, call, version);
  showPage(call, {
    title: `Balancete ${nameOf(version)}`,
    actions: (
      <a class="button" href={VERSIONS}>
        Balancetes
      </a>
    ),
    body: <Version {...{ call, version, others, shown }} />,
  });
}

async function asked(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  version: Awaited<ReturnType<typeof versionSeen>>,
): Promise<VersionShown> {
  const scope = { clientId: call.state.session.clientId };
  const place = { page: pageOf(call.query['page']), limit: PAGE_ROWS };
  const comparar = textOf(call.query['comparar']);
  if (comparar === '') {
    const texto = textOf(call.query['texto']).slice(0, SEARCH_LENGTH_MAX);
    return { is: 'lines', texto, found: await searchLines(deps.pages, scope, version, { texto, ...place }) };
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

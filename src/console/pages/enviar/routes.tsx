// /console/balancetes/enviar: a file is sent, previewed, its columns corrected, and imported as the preview showed it.
// Source: docs/spec/console.md#sending-a-trial-balance.
import { saveMapping } from '../../../commands/registers/saveMapping.js';
import { IMPORTERS, MAPPERS } from '../../../domain/clients/roles.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { parseCompetence } from '../../../domain/kernel/competence.js';
import { requireRole } from '../../../commands/people/requireRole.js';
import { importSummary } from '../../../messages/imports/importAnswer.js';
import { listCharts } from '../../../projections/views/charts.js';
import type { StagedFile } from '../../../commands/imports/stagedFiles.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notice, redirectTo } from '../../session/answers.js';
import { showPage } from '../../design/Page.js';
import { readForm, withUpload, type FormFields } from '../../session/readForm.js';
import {
  noteWritten,
  notFound,
  personContext,
  routesUnder,
  type ConsoleCall,
  type ConsoleRoute,
} from '../../route.js';
import { fingerprintOf, ownerOf, withStaged } from '../../session/stagedFiles.js';
import { textOf, parseWholeNumber } from '../balancetes/query.js';
import { sendAnnotated } from './annotated.js';
import type { Preview } from './preview.js';
import { PreviewPage } from './PreviewPage.js';
import { SEND, SendForm, type Chosen, type WaitingFile } from './SendForm.js';
import {
  chartNameFor,
  companiesToImport,
  importing,
  preview,
  stage,
  stagedFile,
  waitingFor,
  type Sent,
} from './staging.js';
import { requiredColumns, type ColumnMapping } from '../../../domain/clients/columnMapping.js';
import { columnFields, type ColumnField } from '../../../domain/trialBalance/fileReasons.js';
import { columnNames } from '../../../messages/imports/fileReasons.js';

const CHARTS_MAX = 100;

export function sendPages(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  const route = routesUnder(deps, SEND, (access) => access.hasAny(IMPORTERS));
  return [
    route('GET', '', (_, call) => showForm(deps, call, [])),
    route('POST', '', send),
    route('GET', '/{staged}', showPreview),
    route('POST', '/{staged}/informar', informWhatIsMissing),
    route('POST', '/{staged}/colunas', correctColumns),
    route('POST', '/{staged}/erros', downloadErrors),
    route('POST', '/{staged}/importar', importStaged),
    route('POST', '/{staged}/descartar', discard),
  ];
}

const NOTHING_CHOSEN: Chosen = { companyId: '', period: '', chartName: '' };

async function showForm(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  errors: readonly string[],
  sent: Partial<Chosen> = { companyId: textOf(call.query['companyId']), period: textOf(call.query['period']) },
): Promise<void> {
  const companies = companiesToImport(deps.registers, call);
  showPage(call, {
    title: 'Enviar balancete',
    status: errors.length === 0 ? 200 : 422,
    body: (
      <SendForm
        {...{ call, companies, errors }}
        waiting={await waitingRows(deps, call)}
        charts={await chartNames(deps, call, companies)}
        chosen={{ ...NOTHING_CHOSEN, ...sent }}
      />
    ),
  });
}

async function waitingRows(deps: ConsoleDependencies, call: ConsoleCall): Promise<readonly WaitingFile[]> {
  const files = await waitingFor(deps, call);
  const nameOf = await deps.names.of(files.map(({ personId }) => personId));
  return files.map((staged) => ({
    stagedId: staged.stagedId,
    name: staged.name,
    company: companyOf(deps, staged).legalName,
    sentBy: nameOf(staged.personId),
    isAccepted: (JSON.parse(staged.preview) as Preview).is === 'accepted',
    until: new Date(staged.expiresAtMs).toISOString(),
  }));
}

async function chartNames(
  { pages }: Pick<ConsoleDependencies, 'pages'>,
  { state: { session } }: ConsoleCall,
  companies: readonly CompanyFacts[],
): Promise<readonly string[]> {
  const names = new Set<string>();
  for (const { companyId } of companies) {
    if (names.size >= CHARTS_MAX) break;
    const { rows } = await listCharts(pages, { clientId: session.clientId }, { companyId, page: 1, limit: 20 });
    for (const { nome, ativo } of rows) if (ativo) names.add(nome);
  }
  return [...names].sort((a, b) => a.localeCompare(b, 'pt-BR'));
}

const PERIOD_WRONG = 'A competência é um mês de 2000 a 2100, como 2026-03';
const UPLOADED = ['companyId', 'period', 'chartName'] as const;

async function send(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  await withUpload(call, deps, UPLOADED, async ({ companyId, period, chartName }, files) => {
    const id = parseWholeNumber(companyId ?? '');
    const company = id === null ? null : deps.registers.company(call.state.session.clientId, id);
    // A browser sends a file without name and content where none was chosen.
    const [file, second] = files.filter(({ name, size }) => name !== '' || size > 0);
    const errors: string[] = [];
    if (company === null || !call.state.session.access.sees(company.companyId)) errors.push('Escolha a empresa');
    else await requireRole(deps, company, personContext(call).actor, IMPORTERS);
    if (file === undefined) errors.push('Escolha o arquivo do balancete');
    if (second !== undefined) errors.push('Envie um arquivo de cada vez');
    if (period !== null && parseCompetence(period) === null) errors.push(PERIOD_WRONG);
    if (company === null || file === undefined || errors.length > 0)
      return showForm(deps, call, errors, {
        companyId: companyId ?? '',
        period: period ?? '',
        chartName: chartName ?? '',
      });
    const asked = { companyId: company.companyId, period, chartName };
    const sent: Sent = { ...asked, chartName: await chartNameFor(deps, call, asked) };
    const shown = await preview(deps, call, file, sent, null);
    const stagedId = await stage(deps, call, file, sent, shown);
    redirectTo(call, `${SEND}/${stagedId}`);
  });
}

async function showPreview(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const staged = await stagedFile(deps, call);
  const company = companyOf(deps, staged);
  const shown = await previewNow(deps, call, staged);
  const charts = await chartNames(deps, call, [company]);
  showPage(call, {
    title: 'Enviar balancete',
    body: <PreviewPage {...{ call, staged, company, charts }} preview={shown} />,
  });
}

/** As kept, unless it was refused by what may be different by now. */
async function previewNow(deps: ConsoleDependencies, call: ConsoleCall, staged: StagedFile): Promise<Preview> {
  const kept = JSON.parse(staged.preview) as Preview;
  if (kept.is === 'accepted' || !kept.mayPass) return kept;
  const now = await withStaged(deps, staged, (file) => preview(deps, call, file, staged, staged.mapping));
  await deps.stagedFiles.change(staged.stagedId, { preview: JSON.stringify(now) });
  return now;
}

/** Takes what neither the file nor the form said; the file is then previewed again. */
async function informWhatIsMissing(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const staged = await stagedFile(deps, call);
  const period = form.text('period') || staged.period;
  const chartName = form.text('chartName') || staged.chartName;
  if (period !== null && parseCompetence(period) === null) notice(call, PERIOD_WRONG, 'bad');
  else await previewWith(deps, call, staged, { period, chartName, mapping: staged.mapping });
  redirectTo(call, `${SEND}/${staged.stagedId}`);
}

async function previewWith(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  staged: StagedFile,
  changes: Pick<StagedFile, 'period' | 'chartName' | 'mapping'>,
): Promise<void> {
  const sent = { companyId: staged.companyId, period: changes.period, chartName: changes.chartName };
  const shown = await withStaged(deps, staged, (file) => preview(deps, call, file, sent, changes.mapping));
  await deps.stagedFiles.change(staged.stagedId, { ...changes, preview: JSON.stringify(shown) });
}

/** Takes the columns for this file, saves them for the next, or goes back to the saved ones; the file is then previewed again. */
async function correctColumns(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const staged = await stagedFile(deps, call);
  const company = companyOf(deps, staged);
  const act = form.text('acao');
  if (act === 'salvar') await requireRole(deps, company, personContext(call).actor, MAPPERS);
  const mapping = act === 'voltar' ? null : mappingIn(form);
  const path = `${SEND}/${staged.stagedId}`;
  if (typeof mapping === 'string') {
    notice(call, mapping, 'bad');
    return redirectTo(call, path);
  }
  if (act === 'salvar' && mapping !== null) {
    const position = await saveMapping({ ...deps, log: deps.eventLog }, company, mapping, personContext(call));
    await noteWritten(deps, call, position);
    await deps.keys.refresh(); // the registers, which the import reads the mapping from
    notice(call, `Colunas salvas para os próximos arquivos de ${company.legalName}`);
  }
  const { period, chartName } = staged;
  await previewWith(deps, call, staged, { period, chartName, mapping: act === 'salvar' ? null : mapping });
  redirectTo(call, path);
}

async function downloadErrors(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  await readForm(call, deps);
  await sendAnnotated(deps, call, await stagedFile(deps, call));
}

/** Imports what the preview showed: where the import would change something else by now, it is shown again instead. */
async function importStaged(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const staged = await stagedFile(deps, call);
  const path = `${SEND}/${staged.stagedId}`;
  const outcome = await withStaged(deps, staged, async (file) => {
    const now = JSON.stringify(await preview(deps, call, file, staged, staged.mapping));
    const isShown = form.text('previa') === fingerprintOf(now) && now === staged.preview;
    if (!isShown) return { now };
    return importing(deps, call, file, staged, { validateOnly: false, mapping: staged.mapping });
  });
  if ('now' in outcome) {
    await deps.stagedFiles.change(staged.stagedId, { preview: outcome.now });
    notice(call, 'O que a importação mudaria não é mais o que a página mostrava: confira de novo', 'warn');
    return redirectTo(call, path);
  }
  await noteWritten(deps, call, outcome.position);
  await deps.stagedFiles.remove(staged.stagedId);
  notice(call, importSummary(outcome));
  redirectTo(call, `/console/balancetes/${outcome.trialBalanceId ?? ''}`);
}

async function discard(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  await readForm(call, deps);
  const { stagedId, owner } = await stagedFile(deps, call);
  if (owner !== ownerOf(call, 'balancete').owner) return notFound();
  await deps.stagedFiles.remove(stagedId);
  redirectTo(call, SEND);
}

function companyOf({ registers }: ConsoleDependencies, { clientId, companyId }: StagedFile): CompanyFacts {
  return registers.company(clientId, companyId) ?? notFound();
}

const COLUMN_LENGTH_MAX = 200;
const HEADER_ROW_MAX = 1_000_000;

/** The mapping, or the sentence that refuses it. */
function mappingIn(form: FormFields): ColumnMapping | string {
  const columns: Partial<Record<ColumnField, string>> = {};
  for (const field of columnFields) {
    const column = form.text(field);
    if (column.length > COLUMN_LENGTH_MAX) return `${columnNames[field]}: o título da coluna é longo demais`;
    if (column !== '') columns[field] = column;
  }
  const missing = requiredColumns.filter((field) => columns[field] === undefined);
  if (missing.length > 0) return `Escolha a coluna de ${missing.map((field) => columnNames[field]).join(', ')}`;
  const repeated = requiredColumns.find((field, at) =>
    requiredColumns.slice(0, at).some((other) => columns[other] === columns[field]),
  );
  if (repeated !== undefined) return `A coluna de ${columnNames[repeated]} foi escolhida mais de uma vez`;
  const headerRow = form.text('headerRow');
  if (headerRow === '') return columns as ColumnMapping;
  const row = /^[0-9]{1,7}$/.test(headerRow) ? Number(headerRow) : 0;
  if (row < 1 || row > HEADER_ROW_MAX) return 'A linha do cabeçalho é um número a partir de 1';
  return { ...(columns as ColumnMapping), headerRow: row };
}

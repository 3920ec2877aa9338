// /console/planos/enviar: a chart's file, shown with what it would change before it is registered.
import { applyRegisters, type ApplyResult } from '../../../commands/registers/applyRegisters.js';
import { chartRegisters, type ChartRequest } from '../../../commands/registers/chartFile.js';
import { previewChart } from '../../../commands/registers/previewChart.js';
import { stageFile } from '../../../commands/imports/stageFile.js';
import type { FileOnDisk } from '../../../commands/imports/importFile.js';
import type { StagedFile } from '../../../commands/imports/stagedFiles.js';
import { clientGone } from '../../../api/http/connections/connection.js';
import type { AccountsTable } from '../../../domain/charts/accountsTable.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { DomainError } from '../../../domain/problem.js';
import { wholeNumber as grouped } from '../../../messages/formats.js';
import { registerFormSentences } from '../../../messages/registers.js';
import { listChartsOf } from '../../../projections/views/charts.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notice, redirectTo } from '../../session/answers.js';
import { showPage } from '../../design/Page.js';
import { readForm, withUpload } from '../../session/readForm.js';
import {
  noteWritten,
  notFound,
  personContext,
  routesUnder,
  type ConsoleCall,
  type ConsoleRoute,
} from '../../route.js';
import { companiesSeen } from '../../session/access.js';
import { fingerprintOf, ownerOf, stagedInPath, withStaged } from '../../session/stagedFiles.js';
import { textOf, parseWholeNumber } from '../balancetes/query.js';
import { mayEdit } from '../registers/change.js';
import { changesNothing, shownChart, type SentChart, type ShownChart, type StagedChart } from './chartPreview.js';
import { CHARTS, chartSeen, PAGE_ROWS } from './Charts.js';
import { UPLOAD, UploadForm, type ChosenChart } from './UploadForm.js';
import { UploadPreview } from './UploadPreview.js';

/** A longer chart would keep the thread of requests too long: `operator apply` takes 100,000 accounts. */
const ACCOUNTS_MAX = 20_000;

export function uploadRoutes(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  const route = routesUnder(deps, UPLOAD, mayEdit);
  return [
    route('GET', '', showEmptyForm),
    route('POST', '', send),
    route('GET', '/{staged}', showPreview),
    route('POST', '/{staged}/gravar', register),
    route('POST', '/{staged}/descartar', discard),
  ];
}

const NOTHING_CHOSEN: ChosenChart = { companyId: '', nome: '', vigenciaInicio: '', vigenciaFim: '', ativo: true };

/** With `?plano=` for a new version of a chart, its facts are filled in. */
async function showEmptyForm(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const asked = textOf(call.query['plano']);
  if (asked === '')
    return showForm(deps, call, [], { ...NOTHING_CHOSEN, companyId: textOf(call.query['companyId']) });
  const { empresaId, nome, vigenciaInicio, vigenciaFim, ativo } = await chartSeen(deps, call, asked);
  const chosen = { companyId: String(empresaId), nome, vigenciaInicio, vigenciaFim: vigenciaFim ?? '', ativo };
  return showForm(deps, call, [], chosen);
}

async function showForm(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  errors: readonly string[],
  chosen: ChosenChart,
): Promise<void> {
  const { session } = call.state;
  const request = { companies: null, page: 1, limit: PAGE_ROWS };
  const { rows } = await listChartsOf(deps.pages, { clientId: session.clientId }, request);
  showPage(call, {
    title: 'Enviar plano de contas',
    status: errors.length === 0 ? 200 : 422,
    body: (
      <UploadForm
        {...{ call, errors, chosen }}
        companies={companiesSeen(deps.registers, session)}
        names={[...new Set(rows.map(({ nome }) => nome))].sort((a, b) => a.localeCompare(b, 'pt-BR'))}
      />
    ),
  });
}

const UPLOADED = ['companyId', 'nome', 'vigenciaInicio', 'vigenciaFim', 'ativo'] as const;

async function send(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  await withUpload(call, deps, UPLOADED, async (fields, files) => {
    const id = parseWholeNumber(fields.companyId ?? '');
    const company = id === null ? null : deps.registers.company(call.state.session.clientId, id);
    // A browser sends a file without name and content where none was chosen.
    const [file, second] = files.filter(({ name, size }) => name !== '' || size > 0);
    const chosen: ChosenChart = {
      companyId: fields.companyId ?? '',
      nome: textOf(fields.nome ?? ''),
      vigenciaInicio: textOf(fields.vigenciaInicio ?? ''),
      vigenciaFim: textOf(fields.vigenciaFim ?? ''),
      ativo: fields.ativo === 'sim',
    };
    const errors: string[] = [];
    if (company === null) errors.push('Escolha a empresa');
    if (chosen.nome === '') errors.push('Informe o nome do plano');
    if (file === undefined) errors.push('Escolha o arquivo do plano de contas');
    if (second !== undefined) errors.push('Envie um arquivo de cada vez');
    if (company === null || file === undefined || errors.length > 0) return showForm(deps, call, errors, chosen);
    const sent = sentOf(chosen);
    const { shown } = await shownOf(deps, call, file, company, sent);
    const staged = await stageFile(
      deps,
      {
        ...ownerOf(call, 'plano'),
        ...{ companyId: company.companyId, period: null, chartName: sent.name },
        ...{ name: file.name, size: file.size, sha256: file.sha256 },
        preview: JSON.stringify({ sent, shown } satisfies StagedChart),
      },
      file.path,
    );
    redirectTo(call, `${UPLOAD}/${staged.stagedId}`);
  });
}

/** Without a start, the stored validity stays. */
function sentOf({ nome, vigenciaInicio, vigenciaFim, ativo }: ChosenChart): SentChart {
  const isDated = vigenciaInicio !== '' || vigenciaFim !== '';
  return {
    name: nome,
    validFrom: vigenciaInicio === '' ? undefined : vigenciaInicio,
    validTo: isDated ? vigenciaFim || null : undefined,
    active: ativo,
  };
}

async function showPreview(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const { staged, company, kept } = await stagedChart(deps, call);
  showPage(call, {
    title: 'Enviar plano de contas',
    body: <UploadPreview {...{ call, staged, company, kept }} />,
  });
}

/** Registers what the preview showed: where the file would change something else by now, it is shown again instead. */
async function register(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const { staged, company, kept } = await stagedChart(deps, call);
  const path = `${UPLOAD}/${staged.stagedId}`;
  const done = await withStaged(deps, staged, async (file) => {
    const { shown, table } = await shownOf(deps, call, file, company, kept.sent);
    const now = JSON.stringify({ sent: kept.sent, shown } satisfies StagedChart);
    const isShown = form.text('previa') === fingerprintOf(now) && now === staged.preview;
    if (!isShown || table === null || shown.is === 'refused' || changesNothing(shown)) return { now };
    return registered(deps, call, requestOf(deps, call, company, kept.sent), table);
  });
  if ('now' in done) {
    await deps.stagedFiles.change(staged.stagedId, { preview: done.now });
    notice(call, 'O que o arquivo mudaria não é mais o que a página mostrava: confira de novo', 'warn');
    return redirectTo(call, path);
  }
  if ('errors' in done) {
    for (const sentence of done.errors.slice(0, 1)) notice(call, sentence, 'bad');
    return redirectTo(call, path);
  }
  await noteWritten(deps, call, done.result.position);
  await deps.stagedFiles.remove(staged.stagedId);
  const chart = done.result.items.find(({ kind }) => kind === 'chart');
  const accounts =
    done.accounts === 1 ? '1 conta nova ou alterada' : `${grouped(done.accounts)} contas novas ou alteradas`;
  notice(call, `${kept.sent.name}: plano gravado, com ${accounts}`);
  redirectTo(call, chart === undefined ? CHARTS : `${CHARTS}/${chart.id}`);
}

async function discard(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  await readForm(call, deps);
  const { staged } = await stagedChart(deps, call);
  await deps.stagedFiles.remove(staged.stagedId);
  redirectTo(call, UPLOAD);
}

/** @throws ConsoleRefused PageNotFound */
async function stagedChart(
  deps: ConsoleDependencies,
  call: ConsoleCall,
): Promise<Readonly<{ staged: StagedFile; company: CompanyFacts; kept: StagedChart }>> {
  const staged = (await stagedInPath(deps, call, 'plano')) ?? notFound();
  const company = deps.registers.company(staged.clientId, staged.companyId) ?? notFound();
  return { staged, company, kept: JSON.parse(staged.preview) as StagedChart };
}

/** `table` is null where the file has none. */
async function shownOf(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  { path }: Pick<FileOnDisk, 'path'>,
  company: CompanyFacts,
  sent: SentChart,
): Promise<Readonly<{ shown: ShownChart; table: AccountsTable | null }>> {
  const read = await deps.readAccountsTable(
    company.clientId,
    { path, accountsMax: ACCOUNTS_MAX },
    clientGone(call),
  );
  const request = requestOf(deps, call, company, sent);
  const shown = await shownChart(read, (table) =>
    previewChart({ ...deps, log: deps.eventLog }, chartRegisters(request, table), personContext(call)),
  );
  return { shown, table: 'is' in read ? null : read };
}

function requestOf(
  { registers }: Pick<ConsoleDependencies, 'registers'>,
  { state: { session } }: ConsoleCall,
  { cnpj }: CompanyFacts,
  sent: SentChart,
): ChartRequest {
  return { clientRef: registers.clientById(session.clientId)?.ref ?? '', cnpj, ...sent };
}

async function registered(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  request: ChartRequest,
  table: AccountsTable,
): Promise<Readonly<{ result: ApplyResult; accounts: number }> | Readonly<{ errors: readonly string[] }>> {
  let accounts = 0;
  try {
    const result = await applyRegisters(
      {
        ...{ ...deps, log: deps.eventLog, registers: { refresh: deps.keys.refresh } },
        onItem: (_, chart) => (accounts += chart === null ? 0 : chart.accountsAdded + chart.accountsChanged),
      },
      chartRegisters(request, table),
      personContext(call),
    );
    return { result, accounts };
  } catch (error) {
    if (!(error instanceof DomainError) || error.problem.is !== 'RegistersInvalid') throw error;
    return { errors: registerFormSentences(error.problem.errors) };
  }
}

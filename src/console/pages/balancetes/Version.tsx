// /console/balancetes: the versions of trial balances, the lines of one with a search, what differs from another, and its release.
import { wholeNumber, counted } from '../../../messages/formats.js';
import {
  type AccountAmounts,
  type AccountDifference,
  type FoundLines,
  type VersionDifference,
  compareVersions,
  searchLines,
} from '../../../projections/views/trialBalances/trialBalanceLineSearch.js';
import type { TrialBalanceVersion } from '../../../projections/views/trialBalances/trialBalanceVersions.js';
import { situationWords } from '../../../domain/trialBalance/lines.js';
import { AccountSearch, Filters, Chips, companyFilter, monthFilter } from '../../design/Filters.js';
import { column, Exports, Pagination, Table, type Column } from '../../design/Table.js';
import { Balance, DateTime, Money, Period, Empty, Facts, centsOf, CountAndSums } from '../../design/values.js';
import {
  type ConsoleCall,
  get,
  notFound,
  parameter,
  personContext,
  type ConsoleRoute,
  askedIn,
} from '../../route.js';
import {
  VersionBadge,
  ReleaseButton,
  unreconciled,
  VERSIONS,
  Warnings,
  comparableWith,
  filtersOf,
  PAGE_ROWS,
  versionSeen,
  versionsSeen,
  columnsFor,
  Affected,
  statusOptions,
} from './Versions.js';
import { conventionWords } from '../../../domain/books/events.js';
import { previewRelease, release, type ReleasePreview } from '../../../commands/competence/release.js';
import { month, type Competence } from '../../../domain/kernel/competence.js';
import { amountOf } from '../../../domain/kernel/money.js';
import { DomainError } from '../../../domain/problem.js';
import { released, releaseQuestion, createdByRelease, fallenApprovals } from '../../../messages/confirmations.js';
import { problemMessage } from '../../../messages/problems.js';
import { IMPORTERS } from '../../../domain/clients/roles.js';
import { hasAllLines } from '../../../projections/views/trialBalances/trialBalanceLines.js';
import type { Done } from '../../session/answers.js';
import { isConfirmed, Confirm, LinkButton } from '../../design/Form.js';
import { showList } from '../../design/List.js';
import { showPage } from '../../design/Page.js';
import { answeredAsFile, type FileColumns } from '../../exportedTable.js';
import { form, type FormFields } from '../../session/readForm.js';
import { companiesSeen } from '../../session/access.js';
import { isFinished } from '../../../domain/reconciliation/states.js';
import { IMPACT_LISTED_MAX, type AffectedReconciliation } from '../../../domain/trialBalance/importOutcome.js';
import { fingerprintOf } from '../../upload/flow.js';

type VersionShown =
  /** `hasAll`: the lines that did not enter can be shown. `isWhole`: they are. */
  | Readonly<{ is: 'lines'; texto: string; hasAll: boolean; isWhole: boolean; found: FoundLines }>
  | Readonly<{ is: 'difference'; other: TrialBalanceVersion; found: VersionDifference }>;

type VersionProps = Readonly<{ version: TrialBalanceVersion }>;

function VersionFacts({ version }: VersionProps) {
  const by = (at: string | null, name: string) =>
    at !== null && (
      <>
        <DateTime at={at} /> por {name}
      </>
    );
  const counts = [
    `${counted(version.enviadas, 'enviada')}; ${counted(version.linhas, 'importada')}`,
    `${wholeNumber(version.foraDoPlano)} fora do plano; ${unreconciled(version.naoConciliam)}`,
  ];
  return (
    <Facts
      of={{
        Empresa: version.empresaNome,
        Competência: <Period period={version.competencia} />,
        Situação: <VersionBadge status={version.status} />,
        'Plano de contas': version.planoNome,
        Importado: by(version.importadoEm, version.importadoPor),
        Arquivo: version.arquivo !== '' && version.arquivo,
        Liberado: by(version.liberadoEm, version.liberadoPor),
        Linhas: counts.join('; '),
        Convenção: conventionWords[version.convencao].name,
        Avisos: <Warnings version={version} />,
      }}
    />
  );
}

/** Those of the same month first. */
function comparing(
  { competencia }: TrialBalanceVersion,
  others: readonly TrialBalanceVersion[],
  chosen: number | null,
) {
  const isOther = (one: TrialBalanceVersion): number => Number(one.competencia !== competencia);
  const choices = others
    .toSorted((a, b) => isOther(a) - isOther(b))
    .map((other) => [String(other.id), nameOf(other)] as const);
  return { label: 'Comparar com', name: 'comparar', value: chosen, choices };
}

/** `03/2026, versão 2` */
function nameOf({ competencia, versao }: TrialBalanceVersion): string {
  return `${month(competencia as Competence)}, versão ${versao}`;
}

type LinesShown = Extract<VersionShown, { is: 'lines' }>;

function searchOf(shown: VersionShown): Readonly<{ texto: string; kept?: Readonly<Record<string, string>> }> {
  if (shown.is !== 'lines') return { texto: '' };
  return { texto: shown.texto, ...(shown.isWhole && { kept: { escopo: 'todas' } }) };
}

type ScopesProps = Readonly<{ version: TrialBalanceVersion; path: string; shown: LinesShown }>;

/** Chooses between the lines of the file and those that entered. */
function Scopes({ version: { enviadas, linhas }, path, shown: { texto, hasAll, isWhole } }: ScopesProps) {
  if (!hasAll)
    return <p class="muted">Importado antes de as linhas que não entram serem guardadas: só há as importadas.</p>;
  const search = texto === '' ? {} : { texto };
  const address = (query: Readonly<Record<string, string>>) => `${path}?${new URLSearchParams(query).toString()}`;
  const all = { label: 'Todas as linhas', count: enviadas, href: address({ ...search, escopo: 'todas' }) };
  const entered = { label: 'Importadas', count: linhas, href: address(search) };
  return (
    <Chips
      label="Linhas mostradas"
      chips={[
        { ...entered, isCurrent: !isWhole },
        { ...all, isCurrent: isWhole },
      ]}
    />
  );
}

type Line = FoundLines['rows'][number];

const lineColumns: readonly Column<Line>[] = [
  column('Conta', 'nowrap start', ['text', ({ contaCodigo }) => contaCodigo]),
  column('Descrição', 'line', ['text', ({ contaDescricao }) => contaDescricao]),
  column(
    'Saldo anterior',
    'number',
    { 'Saldo anterior (devedor)': ['amount', (line) => line.saldoAnteriorDevedor] },
    (line) => <Balance cents={centsOf(line.saldoAnteriorDevedor)} />,
  ),
  column('Débito', 'number', ['amount', ({ debito }) => debito], (line) => <Money cents={centsOf(line.debito)} />),
  column('Crédito', 'number', ['amount', ({ credito }) => credito], (line) => (
    <Money cents={centsOf(line.credito)} />
  )),
  column(
    'Saldo final',
    'number',
    { 'Saldo final (devedor)': ['amount', (line) => line.saldoFinalDevedor] },
    (line) => <Balance cents={centsOf(line.saldoFinalDevedor)} />,
  ),
];

const situationColumn: Column<Line> = column('Situação', '', [
  'text',
  ({ situacao }) => situacao && situationWords[situacao].name,
]);

const columnsOf = (isWhole: boolean) => (isWhole ? [...lineColumns, situationColumn] : lineColumns);
/** Of a file, read at once. */
const FILE_ROWS = 1_000;

/** All that the search finds. */
const linesFile = (call: ConsoleCall, version: TrialBalanceVersion, { texto, isWhole }: LinesShown) => ({
  ...{ name: 'Linhas', fileName: `balancete-${version.id}`, columns: columnsOf(isWhole) },
  rows: (page: number) =>
    searchLines(call.deps.pages, call.session, version, { texto, isWhole, page, limit: FILE_ROWS }),
});

/** Of a file of differences: each page compares all accounts again. */
const DIFFERENCE_ROWS = 10_000;

const differenceFile = (call: ConsoleCall, version: TrialBalanceVersion, other: TrialBalanceVersion) => ({
  ...{ name: 'Diferenças', fileName: `balancete-${other.id}-${version.id}`, columns: differenceColumns },
  rows: (page: number) => {
    const place = { page, limit: DIFFERENCE_ROWS };
    return compareVersions(call.deps.pages, call.session, { before: other, after: version }, place);
  },
});

function Lines({ texto, isWhole, found: { rows, pagination } }: LinesShown) {
  if (rows.length === 0)
    return <Empty>{texto === '' ? 'Nenhuma linha nesta página.' : `Nenhuma conta começa com “${texto}”.`}</Empty>;
  return (
    <>
      <p class="muted" role="status">
        {counted(pagination.total, 'linha')}
      </p>
      <Table caption="Linhas do balancete" columns={columnsOf(isWhole)} rows={rows} />
    </>
  );
}

type DifferenceProps = Extract<VersionShown, { is: 'difference' }> &
  Readonly<{ version: TrialBalanceVersion; path: string }>;

function Difference({ other, version, path, found }: DifferenceProps) {
  const { incluidas, alteradas, removidas, iguais, rows } = found;
  return (
    <>
      <p role="status">
        De <strong>{nameOf(other)}</strong> para <strong>{nameOf(version)}</strong>:{' '}
        {counted(incluidas, 'conta incluída', 'contas incluídas')}, {counted(alteradas, 'alterada')},{' '}
        {counted(removidas, 'removida')}, {counted(iguais, 'igual', 'iguais')}. <a href={path}>Ver as linhas</a>
      </p>
      <Table
        caption="Diferenças entre as versões"
        {...{ columns: differenceColumns, rows }}
        empty="As duas versões têm as mesmas contas e os mesmos valores."
      />
    </>
  );
}

const changeOf = ({ antes, depois }: AccountDifference): string =>
  antes === null ? 'Incluída' : depois === null ? 'Removida' : 'Alterada';

function changed(head: string, of: keyof AccountAmounts): Column<AccountDifference> {
  const isBalance = of.startsWith('saldo');
  const amount = (cents: number | undefined) => (cents === undefined ? null : amountOf(cents));
  const name = isBalance ? `${head} (devedor)` : head;
  const file: FileColumns<AccountDifference> = {
    [`${name} antes`]: ['amount', ({ antes }) => amount(antes?.[of])],
    [`${name} depois`]: ['amount', ({ depois }) => amount(depois?.[of])],
  };
  return column(head, 'number', file, ({ antes, depois }) => (
    <Change antes={antes?.[of] ?? null} depois={depois?.[of] ?? null} hasSide={isBalance} />
  ));
}

const differenceColumns: readonly Column<AccountDifference>[] = [
  column('Conta', 'nowrap start', ['text', ({ contaCodigo }) => contaCodigo]),
  column('Descrição', 'line', ['text', ({ contaDescricao }) => contaDescricao]),
  column('Mudança', '', ['text', changeOf]),
  changed('Saldo anterior', 'saldoAnterior'),
  changed('Débito', 'debito'),
  changed('Crédito', 'credito'),
  changed('Saldo final', 'saldoFinal'),
];

type ChangeProps = Readonly<{ antes: number | null; depois: number | null; hasSide: boolean }>;

/** The amount before, struck out, above the one after; one alone where they are the same. */
function Change({ antes, depois, hasSide }: ChangeProps) {
  const amount = (cents: number) => (hasSide ? <Balance cents={cents} /> : <Money cents={cents} />);
  return (
    <>
      {antes !== null && antes !== depois && <del class="before">{amount(antes)}</del>}
      {depois !== null && amount(depois)}
    </>
  );
}

export const trialBalancePages: readonly ConsoleRoute[] = [
  get(VERSIONS, showVersions),
  get(`${VERSIONS}/{id}`, showVersion),
  form(`${VERSIONS}/{id}/liberar`, releaseVersion),
];

async function showVersions(call: ConsoleCall): Promise<void> {
  const { session } = call;
  const filters = filtersOf(call);
  await showList(call, {
    ...{ title: 'Balancetes', fileName: 'balancetes', caption: 'Versões dos balancetes' },
    add: session.access.hasAny(IMPORTERS) && [`${VERSIONS}/enviar`, 'Enviar balancete'],
    filters: [
      companyFilter(companiesSeen(call.deps.registers, session), filters.companyId),
      monthFilter(filters.period),
      { label: 'Situação', name: 'status', value: filters.status, all: 'Todas', choices: statusOptions },
    ],
    columns: columnsFor(call),
    rows: (page) => versionsSeen(call, { ...filters, page }),
    empty: 'Nenhum balancete foi importado ainda.',
    none: 'Nenhum balancete com este filtro.',
  });
}

async function showVersion(call: ConsoleCall): Promise<void> {
  const version = await versionSeen(call, parameter(call, 'id'));
  const others = await comparableWith(call, version);
  const shown = await asked(call, version);
  const path = `${VERSIONS}/${version.id}`;
  const isAnswered =
    shown.is === 'lines'
      ? await answeredAsFile(call, linesFile(call, version, shown))
      : await answeredAsFile(call, differenceFile(call, version, shown.other));
  if (isAnswered) return;
  showPage(call, {
    title: `Balancete ${nameOf(version)}`,
    actions: <LinkButton href={VERSIONS}>Balancetes</LinkButton>,
    body: (
      <>
        <VersionFacts version={version} />
        <ReleaseButton call={call} version={version} isMain />
        <div class="filters">
          <AccountSearch path={path} {...searchOf(shown)} />
          {others.length > 0 && (
            <Filters
              {...{ path, label: null, send: 'Comparar' }}
              fields={[comparing(version, others, shown.is === 'difference' ? shown.other.id : null)]}
            />
          )}
        </div>
        {shown.is === 'lines' && version.enviadas > version.linhas && <Scopes {...{ version, path, shown }} />}
        {shown.is === 'lines' ? <Lines {...shown} /> : <Difference {...shown} version={version} path={path} />}
        <Pagination address={new URLSearchParams(call.querystring)} path={path} {...shown.found.pagination} />
        {shown.found.rows.length > 0 && <Exports call={call} />}
      </>
    ),
  });
}

async function asked(call: ConsoleCall, version: Awaited<ReturnType<typeof versionSeen>>): Promise<VersionShown> {
  const { deps, session: scope } = call;
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
  const other = await versionSeen(call, comparar);
  if (other.empresaId !== version.empresaId) return notFound();
  const found = await compareVersions(deps.pages, scope, { before: other, after: version }, place);
  return { is: 'difference', other, found };
}

/** Releases the version only while it is the newest: a person releases what the page showed. */
async function releaseVersion(call: ConsoleCall, fields: FormFields): Promise<Done | void> {
  const version = await versionSeen(call, parameter(call, 'id'));
  const company = call.deps.registers.company(call.session.clientId, version.empresaId) ?? notFound();
  const asked = { company, competence: version.competencia as Competence, seen: version.id };
  const preview = await previewRelease(call.deps, asked, personContext(call));
  if (preview !== null && !isConfirmed(fields, shownIn(preview)))
    return showPage(call, {
      title: releaseQuestion(nameOf(version), version.empresaNome),
      body: <ReleaseQuestion {...{ call, version, preview }} />,
    });
  try {
    const { position, reconciliations } = await release(call.deps, asked, personContext(call));
    const fallen = preview === null ? [] : fallenIn(preview);
    const told = released(nameOf(version), version.empresaNome, { reconciliations, fallen });
    return { position, told, to: VERSIONS };
  } catch (error) {
    if (!(error instanceof DomainError) || ['Unavailable', 'RoleMissing'].includes(error.problem.is)) throw error;
    return { told: problemMessage(error.problem).error, kind: 'bad', to: VERSIONS };
  }
}

type QuestionProps = VersionProps & Readonly<{ call: ConsoleCall; preview: ReleasePreview }>;

function ReleaseQuestion({ call, version, preview }: QuestionProps) {
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
function shownIn(preview: ReleasePreview): string {
  return fingerprintOf(JSON.stringify(preview));
}

/** The approvals that would not be valid any more. */
function fallenIn({ affected }: ReleasePreview): readonly AffectedReconciliation[] {
  return affected.filter(({ status }) => isFinished(status));
}

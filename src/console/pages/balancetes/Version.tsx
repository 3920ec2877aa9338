// /console/balancetes/{id}: the lines of a version with a search, what differs from another, and its release.
import type { ComponentProps, VNode } from 'preact';
import { wholeNumber, counted } from '../../../messages/formats.js';
import * as lineSearch from '../../../projections/views/trialBalances/trialBalanceLineSearch.js';
import type { TrialBalanceVersion } from '../../../projections/views/trialBalances/trialBalanceVersions.js';
import { situationWords } from '../../../domain/trialBalance/lines.js';
import { AccountSearch, Filters, Chips } from '../../design/Filters.js';
import { column, ListedTable, PAGE_ROWS, type Column } from '../../design/Table.js';
import { Balance, DateTime, Money, Period, Facts, CountAndSums, State } from '../../design/values.js';
import {
  addressWith,
  addressWrong,
  queryOf,
  get,
  notFound,
  parameter,
  personContext,
  type ConsoleCall,
} from '../../route.js';
import * as versions from './Versions.js';
import { conventionWords, trialBalanceStatusWords } from '../../../domain/books/events.js';
import { previewRelease, release, type ReleasePreview } from '../../../commands/competence/release.js';
import { month, type Competence } from '../../../domain/kernel/competence.js';
import { AMOUNT_MAX, amountOf, centsOf } from '../../../domain/kernel/money.js';
import { DomainError } from '../../../domain/problem.js';
import {
  released,
  releaseQuestion,
  createdByRelease,
  fallenApprovals,
  unheldRolesText,
} from '../../../messages/confirmations.js';
import { problemMessage } from '../../../messages/problems.js';
import { hasAllLines } from '../../../projections/views/trialBalances/trialBalanceLines.js';
import type { Done } from '../../session/answers.js';
import { returnPath } from '../../session/draft.js';
import { isConfirmed, Confirm, LinkButton, useCall } from '../../design/Form.js';
import { showPage } from '../../design/Page.js';
import { answeredAsFile, type FileColumns } from '../../exportedTable.js';
import { form, type FormFields } from '../../session/readForm.js';
import { holdsRole, type Role } from '../../../domain/clients/roles.js';
import type { WorkflowSettings } from '../../../domain/clients/workflowSettings.js';
import { isFinished } from '../../../domain/reconciliation/states.js';
import { IMPACT_LISTED_MAX, type AffectedReconciliation } from '../../../domain/trialBalance/importOutcome.js';
import { fingerprintOf } from '../../upload/flow.js';
import { paths } from '../../paths.js';

export const trialBalancePages = [
  get(paths.trialBalances, versions.showVersions),
  get(`${paths.trialBalances}/{id}`, showVersion),
  form(`${paths.trialBalances}/{id}/liberar`, releaseVersion),
];

type PartShown = Readonly<{
  search: Omit<ComponentProps<typeof AccountSearch>, 'path'>;
  list: VNode;
}>;

async function showVersion(call: ConsoleCall): Promise<void> {
  const version = await versions.versionSeen(call, parameter(call, 'id'));
  const compared = queryOf(call).text('comparar');
  const part = compared === '' ? await lines(call, version) : await difference(call, version, compared);
  if (part === null) return;
  const others = await versions.comparableWith(call, version);
  showPage(call, {
    title: `Balancete ${nameOf(version)}`,
    of: version.empresaNome,
    actions: <LinkButton href={paths.trialBalances}>Balancetes</LinkButton>,
    body: (
      <>
        <VersionFacts version={version} />
        <versions.ReleaseButton version={version} isMain />
        <div class="filters">
          <AccountSearch path={call.path} {...part.search} />
          {others.length > 0 && (
            <Filters
              path={call.path}
              label={null}
              send="Comparar"
              fields={[comparing(version, others, compared)]}
            />
          )}
        </div>
        {part.list}
      </>
    ),
  });
}

type VersionProps = Readonly<{ version: TrialBalanceVersion }>;

function VersionFacts({ version }: VersionProps) {
  const by = (at: string | null, name: string) =>
    at !== null && (
      <>
        <DateTime at={at} /> por {name}
      </>
    );
  const { foraDoPlano, naoConciliam } = version;
  const counts = [
    counted(version.enviadas, 'enviada'),
    counted(version.linhas, 'importada'),
    ...(foraDoPlano === 0 ? [] : [`${wholeNumber(foraDoPlano)} fora do plano`]),
    ...(naoConciliam === 0 ? [] : [versions.unreconciled(naoConciliam)]),
  ];
  const convention = conventionWords[version.convencao];
  return (
    <Facts
      of={{
        Empresa: version.empresaNome,
        Competência: <Period period={version.competencia} />,
        Situação: <State {...trialBalanceStatusWords[version.status]} />,
        'Plano de contas': version.planoNome,
        Importado: by(version.importadoEm, version.importadoPor),
        Arquivo: version.arquivo !== '' && version.arquivo,
        Liberado: by(version.liberadoEm, version.liberadoPor),
        Linhas: counts.join('; '),
        Sinais: `${convention.name}: ${convention.meaning}`,
        Avisos: <versions.Warnings version={version} />,
      }}
    />
  );
}

function comparing({ competencia }: TrialBalanceVersion, others: readonly TrialBalanceVersion[], chosen: string) {
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

/** Lines of a file that are read at once. */
const FILE_ROWS = 250;

/** @returns null: answered as their file @throws ConsoleRefused AddressWrong */
async function lines(call: ConsoleCall, version: TrialBalanceVersion): Promise<PartShown | null> {
  const { deps, session } = call;
  const { text, page } = queryOf(call);
  const texto = text('texto');
  const hasAll = await hasAllLines(deps.pages, session, version);
  if (!['', 'todas'].includes(text('escopo'))) return addressWrong();
  const isWhole = hasAll && text('escopo') === 'todas';
  const columns = isWhole ? [...lineColumns, situationColumn] : lineColumns;
  const search = (at: number, limit: number) =>
    lineSearch.searchLines(deps.pages, session, version, { texto, isWhole, page: at, limit });
  const file = { name: 'Linhas', fileName: `balancete-${version.id}`, columns };
  if (await answeredAsFile(call, { ...file, rows: (at) => search(at, FILE_ROWS) })) return null;
  const listed = await search(page, PAGE_ROWS);
  const { total } = listed.pagination;
  const isAll = texto === '' && !isWhole;
  const sums = isAll ? await lineSearch.sumLines(deps.pages, session, version) : listed.sums;
  const none = texto === '' ? 'Nenhuma linha foi importada.' : `Nenhuma conta começa com “${texto}”.`;
  return {
    search: { texto, ...(isWhole && { fields: { escopo: 'todas' } }) },
    list: (
      <>
        {version.enviadas > version.linhas && <Scopes version={version} hasAll={hasAll} isWhole={isWhole} />}
        {listed.rows.length > 0 && (
          <p class="list-count" role="status">
            {counted(total, 'linha')}
          </p>
        )}
        <ListedTable
          listed={listed}
          columns={columns}
          caption="Linhas do balancete"
          empty={none}
          foot={sums !== null && total > 1 ? sumOf(sums, total) : undefined}
        />
      </>
    ),
  };
}

/** Sum as a line; none beyond what an amount can be. */
function sumOf(sums: lineSearch.AccountAmounts, total: number): Line | undefined {
  if (Object.values(sums).some((cents) => Math.abs(cents) > 100 * AMOUNT_MAX)) return undefined;
  return {
    contaCodigo: '',
    contaDescricao: `Soma de ${counted(total, 'linha')}`,
    saldoAnteriorDevedor: amountOf(sums.saldoAnterior),
    debito: amountOf(sums.debito),
    credito: amountOf(sums.credito),
    saldoFinalDevedor: amountOf(sums.saldoFinal),
  };
}

type ScopesProps = VersionProps & Readonly<{ hasAll: boolean; isWhole: boolean }>;

/** `hasAll`: the lines of the file that did not enter can be shown; `isWhole`: they are. */
function Scopes({ version: { enviadas, linhas }, hasAll, isWhole }: ScopesProps) {
  const call = useCall();
  if (!hasAll)
    return <p class="muted">Importado antes de as linhas que não entram serem guardadas: só há as importadas.</p>;
  const address = (escopo: string | null) => addressWith(call.path, call.querystring, { escopo, page: null });
  return (
    <Chips
      label="Linhas mostradas"
      chips={[
        { label: 'Importadas', count: linhas, href: address(null), isCurrent: !isWhole },
        { label: 'Todas as linhas', count: enviadas, href: address('todas'), isCurrent: isWhole },
      ]}
    />
  );
}

type Line = Omit<lineSearch.FoundLines['rows'][number], 'natureza' | 'saldoAnterior' | 'saldoFinal'>;

/** In its file debit positive, under a heading by which the file may be sent back. */
const balanceOf = (
  head: string,
  how: 'number' | 'number off',
  of: 'saldoAnteriorDevedor' | 'saldoFinalDevedor',
): Column<Line> =>
  column(head, how, ['amount', (line) => line[of]], (line) => <Balance cents={centsOf(line[of])} />);
const movementOf = (head: string, of: 'debito' | 'credito'): Column<Line> =>
  column(head, 'number off', ['amount', (line) => line[of]], (line) => <Money cents={centsOf(line[of])} />);

const lineColumns: readonly Column<Line>[] = [
  column('Conta', 'nowrap start', ['text', ({ contaCodigo }) => contaCodigo]),
  column('Descrição', 'line', ['text', ({ contaDescricao }) => contaDescricao]),
  balanceOf('Saldo anterior', 'number off', 'saldoAnteriorDevedor'),
  movementOf('Débito', 'debito'),
  movementOf('Crédito', 'credito'),
  balanceOf('Saldo final', 'number', 'saldoFinalDevedor'),
];

const situationColumn: Column<Line> = column('Situação', '', [
  'text',
  ({ situacao }) => situacao && situationWords[situacao].name,
]);

/** Differences of a file that are read at once: each read compares all accounts again. */
const DIFFERENCE_ROWS = 10_000;

/** @returns null: answered as their file @throws ConsoleRefused PageNotFound for a version of another company */
async function difference(call: ConsoleCall, after: TrialBalanceVersion, id: string): Promise<PartShown | null> {
  const { deps, session, path } = call;
  const before = await versions.versionSeen(call, id);
  if (before.empresaId !== after.empresaId) return notFound();
  const compared = (page: number, limit: number) =>
    lineSearch.compareVersions(deps.pages, session, { before, after }, { page, limit });
  const file = { name: 'Diferenças', fileName: `balancete-${before.id}-${after.id}`, columns: differenceColumns };
  if (await answeredAsFile(call, { ...file, rows: (page) => compared(page, DIFFERENCE_ROWS) })) return null;
  const listed = await compared(queryOf(call).page, PAGE_ROWS);
  const { incluidas, alteradas, removidas, iguais } = listed;
  return {
    search: { texto: '' },
    list: (
      <>
        <p role="status">
          De <strong>{nameOf(before)}</strong> para <strong>{nameOf(after)}</strong>:{' '}
          {counted(incluidas, 'conta incluída', 'contas incluídas')}, {counted(alteradas, 'alterada')},{' '}
          {counted(removidas, 'removida')}, {counted(iguais, 'igual', 'iguais')}. <a href={path}>Ver as linhas</a>
        </p>
        <ListedTable
          listed={listed}
          caption="Diferenças entre as versões"
          columns={differenceColumns}
          empty="As duas versões têm as mesmas contas e os mesmos valores."
        />
      </>
    ),
  };
}

const changeOf = ({ antes, depois }: lineSearch.AccountDifference): string =>
  antes === null ? 'Incluída' : depois === null ? 'Removida' : 'Alterada';

function changed(head: string, of: keyof lineSearch.AccountAmounts): Column<lineSearch.AccountDifference> {
  const isBalance = of.startsWith('saldo');
  const amount = (cents: number | undefined) => (cents === undefined ? null : amountOf(cents));
  const name = isBalance ? `${head} (devedor)` : head;
  const file: FileColumns<lineSearch.AccountDifference> = {
    [`${name} antes`]: ['amount', ({ antes }) => amount(antes?.[of])],
    [`${name} depois`]: ['amount', ({ depois }) => amount(depois?.[of])],
  };
  return column(head, 'number', file, ({ antes, depois }) => (
    <Change antes={antes?.[of] ?? null} depois={depois?.[of] ?? null} hasSide={isBalance} />
  ));
}

const differenceColumns: readonly Column<lineSearch.AccountDifference>[] = [
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

/** Releases the version only while it is the newest: a person releases what the page showed. */
async function releaseVersion(call: ConsoleCall, fields: FormFields): Promise<Done | void> {
  const version = await versions.versionSeen(call, parameter(call, 'id'));
  const company = call.deps.registers.company(call.session.clientId, version.empresaId) ?? notFound();
  const command = { company, competence: version.competencia as Competence, seen: version.id };
  const to = returnPath(fields.text('voltar') || `${paths.trialBalances}/${version.id}`);
  const preview = await previewRelease(call.deps, command, personContext(call));
  if (preview !== null && !isConfirmed(fields, fingerprintOf(preview)))
    return showPage(call, {
      title: releaseQuestion(nameOf(version), version.empresaNome),
      body: <ReleaseQuestion version={version} preview={preview} back={to} />,
    });
  try {
    const { position, reconciliations } = await release(call.deps, command, personContext(call));
    const fallen = preview === null ? [] : fallenIn(preview);
    const told = released(nameOf(version), version.empresaNome, { reconciliations, fallen });
    return { position, told, to };
  } catch (error) {
    if (!(error instanceof DomainError) || ['Unavailable', 'RoleMissing'].includes(error.problem.is)) throw error;
    return { told: problemMessage(error.problem).error, kind: 'bad', to };
  }
}

type QuestionProps = VersionProps & Readonly<{ preview: ReleasePreview; back: string }>;

function ReleaseQuestion({ version, preview, back }: QuestionProps) {
  const { isFirst, affected, created, approved } = preview;
  const { deps, session } = useCall();
  const unheld = unheldRoles(deps.registers.workflowOf(session.clientId), version.empresaId);
  const fallen = fallenIn(preview);
  const approvedFirst = [...fallen, ...affected.filter(({ status }) => !isFinished(status))];
  return (
    <Confirm
      action={`${paths.trialBalances}/${version.id}/liberar`}
      label="Liberar"
      back={back}
      fields={[['voltar', back]]}
      fingerprint={fingerprintOf(preview)}
    >
      {fallen.length > 0 && (
        <>
          <p>{fallenApprovals(fallen.length)}</p>
          <CountAndSums name="Aprovações" balances={fallen.map(({ balanceDebitCents }) => balanceDebitCents)} />
        </>
      )}
      {created > 0 && <p>{createdByRelease(created, approved)}</p>}
      {created > approved && unheld.length > 0 && (
        <p class="note warn">
          {unheldRolesText(unheld, version.empresaNome)} <a href={paths.people}>Pessoas</a>.
        </p>
      )}
      {!isFirst && <versions.Affected items={approvedFirst.slice(0, IMPACT_LISTED_MAX)} total={affected.length} />}
    </Confirm>
  );
}

/** Roles without which no reconciliation is approved, of those that nobody holds. A review may be left out. */
function unheldRoles({ users, owners }: WorkflowSettings, companyId: number): readonly Role[] {
  const isAssigned = (owners.get(companyId) ?? []).some(({ preparer }) => preparer !== null);
  const needed: readonly Role[] = [...(isAssigned ? [] : ['SUPERVISOR' as const]), 'PREPARER', 'APPROVER'];
  const people = [...users.keys()];
  return needed.filter((role) => !people.some((personId) => holdsRole({ users }, personId, role, companyId)));
}

function fallenIn({ affected }: ReleasePreview): readonly AffectedReconciliation[] {
  return affected.filter(({ status }) => isFinished(status));
}

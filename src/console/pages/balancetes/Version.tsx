// GET /console/balancetes/{id}: the lines of a version with a search, or what differs from another version.
import { wholeNumber, counted } from '../../../messages/formats.js';
import type {
  AccountAmounts,
  AccountDifference,
  FoundLines,
  VersionDifference,
} from '../../../projections/views/trialBalances/trialBalanceLineSearch.js';
import type { TrialBalanceVersion } from '../../../projections/views/trialBalances/trialBalanceVersions.js';
import { situationWords } from '../../../domain/trialBalance/lines.js';
import { AccountSearch, Filters, Chips } from '../../design/Filters.js';
import { Pagination, Table, type Column } from '../../design/Table.js';
import { Balance, DateTime, Money, Period, Empty, Facts, centsOf } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { VersionBadge } from './parts.js';
import { ReleaseButton, unreconciled, VERSIONS, Warnings } from './Versions.js';
import { conventionWords } from '../../../domain/books/events.js';

export type VersionShown =
  /** `hasAll`: the lines that did not enter can be shown. `isWhole`: they are. */
  | Readonly<{ is: 'lines'; texto: string; hasAll: boolean; isWhole: boolean; found: FoundLines }>
  | Readonly<{ is: 'difference'; other: TrialBalanceVersion; found: VersionDifference }>;

type Props = Readonly<{
  call: ConsoleCall;
  version: TrialBalanceVersion;
  others: readonly TrialBalanceVersion[];
  shown: VersionShown;
}>;

export function Version({ call, version, others, shown }: Props) {
  const path = `${VERSIONS}/${version.id}`;
  return (
    <>
      <VersionFacts version={version} />
      <ReleaseButton call={call} version={version} isMain />
      <div class="filters">
        <AccountSearch path={path} {...searchOf(shown)} />
        {others.length > 0 && (
          <CompareForm {...{ path, version, others }} chosen={shown.is === 'difference' ? shown.other.id : null} />
        )}
      </div>
      {shown.is === 'lines' && version.enviadas > version.linhas && <Scopes {...{ version, path, shown }} />}
      {shown.is === 'lines' ? <Lines {...shown} /> : <Difference {...shown} version={version} path={path} />}
      <Pagination address={new URLSearchParams(call.querystring)} path={path} {...shown.found.pagination} />
    </>
  );
}

function VersionFacts({ version }: Pick<Props, 'version'>) {
  const by = (at: string | null, name: string) =>
    at !== null && (
      <>
        <DateTime at={at} /> por {name}
      </>
    );
  const counts = [
    `${wholeNumber(version.enviadas)} enviadas; ${wholeNumber(version.linhas)} importadas`,
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

type CompareProps = Readonly<{
  path: string;
  version: TrialBalanceVersion;
  others: readonly TrialBalanceVersion[];
  chosen: number | null;
}>;

function CompareForm({ path, version, others, chosen }: CompareProps) {
  const sameMonthFirst = [...others].sort(
    (a, b) => Number(b.competencia === version.competencia) - Number(a.competencia === version.competencia),
  );
  const choices = sameMonthFirst.map((other) => [String(other.id), nameOf(other)] as const);
  const field = { label: 'Comparar com', name: 'comparar', value: chosen, choices };
  return <Filters path={path} label={null} send="Comparar" fields={[field]} />;
}

/** `03/2026, versão 2` */
export function nameOf({ competencia, versao }: TrialBalanceVersion): string {
  return `${competencia.slice(5)}/${competencia.slice(0, 4)}, versão ${versao}`;
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

const situationColumn: Column<Line> = {
  head: 'Situação',
  cell: ({ situacao }) => situacao !== undefined && situationWords[situacao].name,
};

const lineColumns: readonly Column<Line>[] = [
  { head: 'Conta', as: 'nowrap', phone: 'start', cell: ({ contaCodigo }) => contaCodigo },
  { head: 'Descrição', phone: 'line', cell: ({ contaDescricao }) => contaDescricao },
  {
    ...{ head: 'Saldo anterior', as: 'number' },
    cell: (line) => <Balance cents={centsOf(line.saldoAnteriorDevedor)} />,
  },
  { head: 'Débito', as: 'number', cell: (line) => <Money cents={centsOf(line.debito)} /> },
  { head: 'Crédito', as: 'number', cell: (line) => <Money cents={centsOf(line.credito)} /> },
  { head: 'Saldo final', as: 'number', cell: (line) => <Balance cents={centsOf(line.saldoFinalDevedor)} /> },
];

function Lines({ texto, isWhole, found: { rows, pagination } }: LinesShown) {
  if (rows.length === 0)
    return <Empty>{texto === '' ? 'Nenhuma linha nesta página.' : `Nenhuma conta começa com “${texto}”.`}</Empty>;
  return (
    <>
      <p class="muted" role="status">
        {counted(pagination.total, 'linha')}
      </p>
      <Table
        caption="Linhas do balancete"
        columns={isWhole ? [...lineColumns, situationColumn] : lineColumns}
        rows={rows}
      />
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
        De <strong>{nameOf(other)}</strong> para <strong>{nameOf(version)}</strong>: {wholeNumber(incluidas)}{' '}
        contas incluídas, {wholeNumber(alteradas)} alteradas, {wholeNumber(removidas)} removidas,{' '}
        {wholeNumber(iguais)} iguais. <a href={path}>Ver as linhas</a>
      </p>
      {rows.length === 0 ? (
        <Empty>As duas versões têm as mesmas contas e os mesmos valores.</Empty>
      ) : (
        <Table caption="Diferenças entre as versões" columns={differenceColumns} rows={rows} />
      )}
    </>
  );
}

const changeOf = ({ antes, depois }: AccountDifference): string =>
  antes === null ? 'Incluída' : depois === null ? 'Removida' : 'Alterada';

const changed = (head: string, of: keyof AccountAmounts): Column<AccountDifference> => ({
  ...{ head, as: 'number' },
  cell: ({ antes, depois }) => (
    <Change antes={antes?.[of] ?? null} depois={depois?.[of] ?? null} hasSide={of.startsWith('saldo')} />
  ),
});

const differenceColumns: readonly Column<AccountDifference>[] = [
  { head: 'Conta', as: 'nowrap', phone: 'start', cell: ({ contaCodigo }) => contaCodigo },
  { head: 'Descrição', phone: 'line', cell: ({ contaDescricao }) => contaDescricao },
  { head: 'Mudança', cell: changeOf },
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

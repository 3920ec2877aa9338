// GET /console/planos/{id}: the accounts of a chart with a search, and its versions.
import { kindNames, natureNames } from '../../../messages/charts.js';
import { wholeNumber } from '../../../messages/formats.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { AccountRow } from '../../../projections/views/accounts.js';
import type { ChartRow, ChartVersionRow } from '../../../projections/views/charts.js';
import { Fact } from '../../design/Fact.js';
import { AccountSearch } from '../../design/Filters.js';
import { Pagination, Table, type Column } from '../../design/Table.js';
import { DateTime } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { ActiveBadge, validityText } from './Charts.js';
import { CHARTS } from './query.js';

type Props = Readonly<{
  call: ConsoleCall;
  chart: ChartRow;
  companyName: string;
  texto: string;
  found: Page<AccountRow>;
  versions: Page<ChartVersionRow>;
}>;

export function Chart({ call, chart, companyName, texto, found, versions }: Props) {
  const path = `${CHARTS}/${chart.id}`;
  return (
    <>
      <dl class="facts">
        <Fact name="Empresa">{companyName}</Fact>
        <Fact name="Vigência">{validityText(chart.vigenciaInicio, chart.vigenciaFim)}</Fact>
        <Fact name="Situação">
          <ActiveBadge active={chart.ativo} />
        </Fact>
        <Fact name="Versão">{chart.versao}</Fact>
        <Fact name="Contas">{wholeNumber(versions.rows[0]?.contas ?? 0)}</Fact>
      </dl>
      <AccountSearch path={path} texto={texto} />
      <Table
        caption="Contas do plano"
        columns={accountColumns}
        rows={found.rows}
        empty={texto === '' ? 'O plano ainda não tem contas.' : 'Nenhuma conta com esta busca.'}
      />
      <Pagination address={new URLSearchParams(call.querystring)} path={path} {...found.pagination} />
      <h2>Versões</h2>
      <Versions {...versions} />
    </>
  );
}

const accountColumns: readonly Column<AccountRow>[] = [
  { head: 'Código', as: 'nowrap', phone: 'start', cell: ({ codigo }) => codigo },
  { head: 'Reduzido', as: 'nowrap', phone: 'end', cell: ({ codigoReduzido }) => codigoReduzido },
  { head: 'Descrição', phone: 'line', cell: ({ descricao }) => descricao },
  { head: 'Tipo', cell: ({ tipo }) => kindNames[tipo] },
  { head: 'Natureza', cell: ({ natureza }) => natureNames[natureza] },
  { head: 'Classificação', cell: ({ classificacao }) => classificacao },
  { head: 'Departamento', cell: ({ departamento }) => departamento },
  { head: 'Setor', cell: ({ setor }) => setor },
  { head: 'Concilia', cell: ({ exigeConciliacao }) => (exigeConciliacao ? 'Sim' : 'Não') },
];

const versionColumns: readonly Column<ChartVersionRow>[] = [
  { head: 'Versão', as: 'number', cell: ({ versao }) => versao },
  { head: 'Gravada', as: 'nowrap', cell: ({ em }) => <DateTime at={em} /> },
  { head: 'Por', cell: ({ por }) => por },
  { head: 'Contas', as: 'number', cell: ({ contas }) => wholeNumber(contas) },
  { head: 'Novas ou alteradas', as: 'number', cell: ({ contasAlteradas }) => wholeNumber(contasAlteradas) },
  { head: 'Vigência', as: 'nowrap', cell: (it) => validityText(it.vigenciaInicio, it.vigenciaFim) },
  { head: 'Situação', cell: ({ ativo }) => <ActiveBadge active={ativo} /> },
];

function Versions({ rows, pagination }: Page<ChartVersionRow>) {
  return (
    <>
      <Table caption="Versões do plano" columns={versionColumns} rows={rows} />
      {pagination.total > rows.length && (
        <p class="muted">
          As {rows.length} mais novas de {wholeNumber(pagination.total)} versões.
        </p>
      )}
    </>
  );
}

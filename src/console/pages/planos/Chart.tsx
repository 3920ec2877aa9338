// GET /console/planos/{id}: the accounts of a chart with a search, and its versions.
import { kindNames, natureNames } from '../../../messages/charts.js';
import { wholeNumber } from '../../../messages/formats.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { AccountRow } from '../../../projections/views/accounts.js';
import type { ChartRow, ChartVersionRow } from '../../../projections/views/charts.js';
import { AccountSearch } from '../../design/AccountSearch.js';
import { Fact } from '../../design/Fact.js';
import { Pagination, Table } from '../../design/Table.js';
import { DateTime, Empty } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { ActiveBadge, Validity } from './Charts.js';
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
        <Fact name="Vigência">
          <Validity from={chart.vigenciaInicio} to={chart.vigenciaFim} />
        </Fact>
        <Fact name="Situação">
          <ActiveBadge active={chart.ativo} />
        </Fact>
        <Fact name="Versão">{chart.versao}</Fact>
        <Fact name="Contas">{wholeNumber(versions.rows[0]?.contas ?? 0)}</Fact>
      </dl>
      <div class="filters">
        <AccountSearch path={path} texto={texto} />
      </div>
      <Accounts rows={found.rows} isSearch={texto !== ''} />
      <Pagination address={new URLSearchParams(call.querystring)} path={path} {...found.pagination} />
      <h2>Versões</h2>
      <Versions {...versions} />
    </>
  );
}

function Accounts({ rows, isSearch }: Readonly<{ rows: readonly AccountRow[]; isSearch: boolean }>) {
  if (rows.length === 0)
    return <Empty>{isSearch ? 'Nenhuma conta com esta busca.' : 'O plano ainda não tem contas.'}</Empty>;
  return (
    <Table
      stacked
      caption="Contas do plano"
      head={
        <>
          <th>Código</th>
          <th>Reduzido</th>
          <th>Descrição</th>
          <th>Tipo</th>
          <th>Natureza</th>
          <th>Classificação</th>
          <th>Departamento</th>
          <th>Setor</th>
          <th>Concilia</th>
        </>
      }
    >
      {rows.map((account) => (
        <tr>
          <td class="text-nowrap">{account.codigo}</td>
          <td class="text-nowrap" data-label="Reduzido">
            {account.codigoReduzido}
          </td>
          <td>{account.descricao}</td>
          <td data-label="Tipo">{kindNames[account.tipo]}</td>
          <td data-label="Natureza">{natureNames[account.natureza]}</td>
          <td data-label="Classificação">{account.classificacao}</td>
          <td data-label="Departamento">{account.departamento}</td>
          <td data-label="Setor">{account.setor}</td>
          <td data-label="Concilia">{account.exigeConciliacao ? 'Sim' : 'Não'}</td>
        </tr>
      ))}
    </Table>
  );
}

function Versions({ rows, pagination }: Page<ChartVersionRow>) {
  return (
    <>
      <Table
        stacked
        caption="Versões do plano"
        head={
          <>
            <th class="number">Versão</th>
            <th>Gravada</th>
            <th>Por</th>
            <th class="number">Contas</th>
            <th class="number">Novas ou alteradas</th>
            <th>Vigência</th>
            <th>Situação</th>
          </>
        }
      >
        {rows.map((version) => (
          <tr>
            <td class="number" data-label="Versão">
              {version.versao}
            </td>
            <td class="text-nowrap" data-label="Gravada">
              <DateTime at={version.em} />
            </td>
            <td data-label="Por">{version.por}</td>
            <td class="number" data-label="Contas">
              {wholeNumber(version.contas)}
            </td>
            <td class="number" data-label="Novas ou alteradas">
              {wholeNumber(version.contasAlteradas)}
            </td>
            <td class="text-nowrap" data-label="Vigência">
              <Validity from={version.vigenciaInicio} to={version.vigenciaFim} />
            </td>
            <td data-label="Situação">
              <ActiveBadge active={version.ativo} />
            </td>
          </tr>
        ))}
      </Table>
      {pagination.total > rows.length && (
        <p class="text-body-secondary">
          As {rows.length} mais novas de {wholeNumber(pagination.total)} versões.
        </p>
      )}
    </>
  );
}

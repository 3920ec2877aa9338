// GET /console/balancetes: the versions by company and competence, with counters and warnings of their import.
import { RELEASERS } from '../../../domain/clients/roles.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { wholeNumber } from '../../../messages/formats.js';
import type { Page } from '../../../projections/engine/pages.js';
import type { TrialBalanceVersion } from '../../../projections/views/trialBalances/trialBalanceVersions.js';
import { Choice, CompanyFilter, MonthFilter } from '../../design/filters.js';
import { Form } from '../../design/Form.js';
import { Pagination, Table } from '../../design/Table.js';
import { DateTime, Empty, Period } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { statusOptions, VersionBadge } from './parts.js';
import type { VersionFilters } from './query.js';

export const VERSIONS = '/console/balancetes';

type Props = Readonly<{
  call: ConsoleCall;
  companies: readonly CompanyFacts[];
  filters: VersionFilters;
  found: Page<TrialBalanceVersion>;
}>;

export function Versions({ call, companies, filters, found: { rows, pagination } }: Props) {
  const isFiltered = filters.companyId !== null || filters.period !== null || filters.status !== null;
  return (
    <>
      <Filters companies={companies} filters={filters} />
      {rows.length === 0 ? (
        <Empty>{isFiltered ? 'Nenhum balancete com este filtro.' : 'Nenhum balancete foi importado ainda.'}</Empty>
      ) : (
        <Table
          stacked
          caption="Versões dos balancetes"
          head={
            <>
              <th>Empresa</th>
              <th>Competência</th>
              <th class="number">Versão</th>
              <th>Situação</th>
              <th>Importado</th>
              <th>Liberado</th>
              <th class="number">Linhas</th>
              <th>Avisos</th>
              <th>
                <span class="visually-hidden">Atos</span>
              </th>
            </>
          }
        >
          {rows.map((version) => (
            <VersionRow key={version.id} call={call} version={version} />
          ))}
        </Table>
      )}
      <Pagination address={new URLSearchParams(call.querystring)} path={VERSIONS} {...pagination} />
    </>
  );
}

function Filters({ companies, filters }: Pick<Props, 'companies' | 'filters'>) {
  return (
    <form method="get" action={VERSIONS} class="filters">
      <CompanyFilter companies={companies} value={filters.companyId} />
      <MonthFilter value={filters.period} />
      <Choice label="Situação" name="status" value={filters.status} all="Todas">
        {statusOptions}
      </Choice>
      <button class="btn btn-sm btn-outline-secondary">Filtrar</button>
    </form>
  );
}

function VersionRow({ call, version }: Readonly<{ call: ConsoleCall; version: TrialBalanceVersion }>) {
  return (
    <tr>
      <td>{version.empresaNome}</td>
      <td data-label="Competência">
        <Period period={version.competencia} />
      </td>
      <td class="number" data-label="Versão">
        <a href={`${VERSIONS}/${version.id}`}>{version.versao}</a>
      </td>
      <td data-label="Situação">
        <VersionBadge status={version.status} />
      </td>
      <td class="text-nowrap" data-label="Importado">
        <DateTime at={version.importadoEm} />
        <div class="text-body-secondary small">{version.importadoPor}</div>
      </td>
      <td class="text-nowrap" data-label="Liberado">
        {version.liberadoEm !== null && (
          <>
            <DateTime at={version.liberadoEm} />
            <div class="text-body-secondary small">{version.liberadoPor}</div>
          </>
        )}
      </td>
      <td class="number" data-label="Linhas">
        {wholeNumber(version.linhas)}
        <Ignored version={version} />
      </td>
      <td data-label="Avisos">
        <Warnings version={version} />
      </td>
      <td>
        <ReleaseButton call={call} version={version} />
      </td>
    </tr>
  );
}

/** Lines of accounts that are not reconciled. */
export function unreconciled(count: number): string {
  return `${wholeNumber(count)} que ${count === 1 ? 'não concilia' : 'não conciliam'}`;
}

/** What of the lines sent is not among those imported. */
function Ignored({ version: { enviadas, linhas, ...version } }: Readonly<{ version: TrialBalanceVersion }>) {
  if (enviadas === linhas) return null;
  const { foraDoPlano, naoConciliam } = version;
  return (
    <div class="text-body-secondary small">
      de {wholeNumber(enviadas)}
      {foraDoPlano > 0 && <div>{wholeNumber(foraDoPlano)} fora do plano</div>}
      {naoConciliam > 0 && <div>{unreconciled(naoConciliam)}</div>}
    </div>
  );
}

export function Warnings({ version: { avisos, totalDeAvisos } }: Readonly<{ version: TrialBalanceVersion }>) {
  if (avisos === null) return <span title="Importado antes de os avisos serem guardados">–</span>;
  if (totalDeAvisos === 0) return <>nenhum</>;
  const more = totalDeAvisos - avisos.length;
  return (
    <details>
      <summary>{totalDeAvisos === 1 ? '1 aviso' : `${wholeNumber(totalDeAvisos)} avisos`}</summary>
      <ul class="warnings">
        {avisos.map((sentence) => (
          <li>{sentence}</li>
        ))}
        {more > 0 && <li>e mais {wholeNumber(more)}</li>}
      </ul>
    </details>
  );
}

/** Shown to whoever holds a role that releases, for any company; disabled with the reason where the act would be refused. */
export function ReleaseButton({ call, version }: Readonly<{ call: ConsoleCall; version: TrialBalanceVersion }>) {
  const { access } = call.state.session;
  if (!version.atual || version.status !== 'IMPORTED') return null;
  if (!access.hasAny(RELEASERS)) return null;
  const reason = !access.hasAny(RELEASERS, version.empresaId)
    ? 'Só Supervisor e Administrador do módulo desta empresa liberam balancetes'
    : version.fechada
      ? 'A competência está fechada'
      : undefined;
  return (
    <Form call={call} action={`${VERSIONS}/${version.id}/liberar`}>
      <button class="btn btn-sm btn-primary" disabled={reason !== undefined} title={reason}>
        Liberar
      </button>
      {reason !== undefined && <div class="text-body-secondary small reason">{reason}</div>}
    </Form>
  );
}

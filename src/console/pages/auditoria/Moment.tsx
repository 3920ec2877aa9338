// The lists of a month as of a moment, and the form that asks for them.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { month, wholeNumber } from '../../../messages/formats.js';
import type { ReconciliationRow } from '../../../projections/views/reconciliations/reconciliations.js';
import { Pagination, Table } from '../../design/Table.js';
import { balanceText, DateTime, DeadlineBadge, Day, Empty, sidedText, StatusBadge } from '../../design/values.js';
import { VersionBadge } from '../balancetes/parts.js';
import { MOMENT, AUDIT } from './filter.js';
import type { MonthAtMoment } from './monthAtMoment.js';

type FormProps = Readonly<{ companyId: number; period: Competence | null; written: string }>;

/** Also a part of Auditoria, whose company it keeps. */
export function MomentForm({ companyId, period, written }: FormProps) {
  return (
    <form class="list-filters" method="get" action={MOMENT} aria-label="Listas em um momento">
      <input type="hidden" name="companyId" value={String(companyId)} />
      <label>
        Competência
        <input class="form-control form-control-sm" type="month" name="period" required value={period ?? ''} />
      </label>
      <label class="moment">
        Como estava em
        <input
          class="form-control form-control-sm"
          type="datetime-local"
          name="em"
          step="any"
          required
          value={written}
        />
      </label>
      <button class="btn btn-sm btn-primary">Ver listas</button>
    </form>
  );
}

type Props = Readonly<{
  company: CompanyFacts;
  period: Competence;
  until: string;
  address: URLSearchParams;
  found: MonthAtMoment;
  rows: readonly ReconciliationRow[];
  page: number;
  pages: number;
}>;

export function Moment({ company, period, until, address, found, rows, page, pages }: Props) {
  const total = found.reconciliations.length;
  const exported = (format: string): string => `${MOMENT}/exportar?${address.toString()}&formato=${format}`;
  return (
    <>
      <p role="status">
        {`${company.legalName}, competência ${month(period)}, como estava em `}
        <DateTime at={until} />
        {': '}
        {situation(found)}
      </p>
      <h2 class="h5 mt-4">Balancetes</h2>
      {found.trialBalances.length === 0 ? (
        <Empty>Nenhum balancete até este momento.</Empty>
      ) : (
        <TrialBalances trialBalances={found.trialBalances} />
      )}
      <h2 class="h5 mt-4">Conciliações</h2>
      {total === 0 ? (
        <Empty>Nenhuma conciliação até este momento.</Empty>
      ) : (
        <>
          <p>
            {total === 1 ? '1 conciliação' : `${wholeNumber(total)} conciliações`}
            {' · '}
            <a href={exported('csv')}>Exportar CSV</a>
            {' · '}
            <a href={exported('xlsx')}>Exportar XLSX</a>
          </p>
          <Reconciliations rows={rows} />
          <Pagination {...{ address, path: MOMENT, page, pages, total }} />
        </>
      )}
      <p>
        <a href={`${AUDIT}?companyId=${company.companyId}&period=${period}`}>Eventos desta competência</a>
      </p>
    </>
  );
}

function situation({ closing, closedBy }: MonthAtMoment) {
  if (closing === null) return 'aberta.';
  return (
    <>
      {closing.closed ? 'fechada' : 'aberta, reaberta'}
      {closedBy === '' ? '' : ` por ${closedBy}`} em <DateTime at={closing.at} />.
    </>
  );
}

function TrialBalances({ trialBalances }: Pick<MonthAtMoment, 'trialBalances'>) {
  return (
    <Table
      caption="Balancetes neste momento"
      id="balancetes-no-momento"
      stacked
      head={
        <>
          <th scope="col" class="number">
            Versão
          </th>
          <th scope="col">Situação</th>
          <th scope="col">Importado em</th>
          <th scope="col">Por</th>
          <th scope="col" class="number">
            Linhas
          </th>
        </>
      }
    >
      {trialBalances.map(({ versao, status, importadoEm, importadoPor, linhas }) => (
        <tr>
          <td class="number" data-label="Versão">
            {versao}
          </td>
          <td data-label="Situação">
            <VersionBadge status={status} />
          </td>
          <td class="text-nowrap" data-label="Importado em">
            <DateTime at={importadoEm} />
          </td>
          <td data-label="Por">{importadoPor}</td>
          <td class="number" data-label="Linhas">
            {wholeNumber(linhas)}
          </td>
        </tr>
      ))}
    </Table>
  );
}

const BOOK_BALANCE = 'Saldo contábil';
const AMOUNTS = ['Conciliado', 'Ajustes', 'Diferença'] as const;

function Reconciliations({ rows }: Pick<Props, 'rows'>) {
  return (
    <Table
      caption="Conciliações neste momento"
      id="conciliacoes-no-momento"
      stacked
      head={
        <>
          <th scope="col">Conta</th>
          {[BOOK_BALANCE, ...AMOUNTS].map((name) => (
            <th scope="col" class="number">
              {name}
            </th>
          ))}
          <th scope="col">Estado</th>
          <th scope="col">Responsável</th>
          <th scope="col">Prazo</th>
        </>
      }
    >
      {rows.map((row) => (
        <tr>
          <th scope="row" class="fw-normal">
            <a href={`/console/conciliacoes/${row.id}`}>{row.contaCodigo}</a> {row.contaDescricao}
          </th>
          <td class="number" data-label={BOOK_BALANCE}>
            {balanceText(Math.round(row.saldoContabilDevedor * 100))}
          </td>
          {[row.saldoConciliado, row.ajustes, row.diferenca].map((amount, at) => (
            <td class="number" data-label={AMOUNTS[at]}>
              {sidedText(Math.round(amount * 100), row)}
            </td>
          ))}
          <td data-label="Estado">
            <StatusBadge status={row.status} />
          </td>
          <td data-label="Responsável">{row.responsavelNome || '–'}</td>
          <td class="text-nowrap" data-label="Prazo">
            <Day at={row.prazo} /> <DeadlineBadge status={row.slaStatus} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

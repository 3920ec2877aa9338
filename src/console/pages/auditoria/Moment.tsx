// The lists of a month as of a moment, and the form that asks for them.
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { month, wholeNumber } from '../../../messages/formats.js';
import type { ReconciliationRow } from '../../../projections/views/reconciliations/reconciliations.js';
import type { WithDebit } from '../../../projections/views/trialBalances/debitOf.js';
import { Empty } from '../../design/Empty.js';
import { companyFilter, Filters, monthFilter } from '../../design/Filters.js';
import { Exports, Pagination, Table, type Column } from '../../design/Table.js';
import { Amount, Balance, DateTime, DeadlineBadge, Day, sidedText, StatusBadge } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { VersionBadge } from '../balancetes/parts.js';
import { MOMENT, AUDIT, type Audited } from './filter.js';
import type { MonthAtMoment } from './monthAtMoment.js';

type FormProps = Readonly<{
  choices: readonly Audited[];
  companyId: number;
  period: Competence | null;
  written: string;
}>;

/** Also a part of Auditoria. */
export function MomentForm({ choices, companyId, period, written }: FormProps) {
  return (
    <Filters
      path={MOMENT}
      role="form"
      label="Listas em um momento"
      send="Ver listas"
      fields={[
        companyFilter(choices, companyId, null),
        { ...monthFilter(period), required: true },
        {
          label: 'Como estava em',
          name: 'em',
          type: 'datetime-local',
          value: written,
          required: true,
          step: 'any',
        },
      ]}
    />
  );
}

type Props = Readonly<{
  call: ConsoleCall;
  company: CompanyFacts;
  period: Competence;
  until: string;
  address: URLSearchParams;
  found: MonthAtMoment;
  rows: readonly (ReconciliationRow & WithDebit)[];
  page: number;
}>;

export function Moment({ call, company, period, until, address, found, rows, page }: Props) {
  const { total, pages } = found;
  return (
    <>
      <p role="status">
        {`${company.legalName}, competência ${month(period)}, como estava em `}
        <DateTime at={until} />
        {': '}
        {situation(found)}
      </p>
      <h2>Balancetes</h2>
      <Table
        caption="Balancetes neste momento"
        id="balancetes-no-momento"
        columns={versionColumns}
        rows={found.trialBalances}
        empty="Nenhum balancete até este momento."
      />
      <h2>Conciliações</h2>
      {total === 0 ? (
        <Empty>Nenhuma conciliação até este momento.</Empty>
      ) : (
        <>
          <p>{total === 1 ? '1 conciliação' : `${wholeNumber(total)} conciliações`}</p>
          <Exports call={call} path={`${MOMENT}/exportar`} address={address} />
          <Table
            caption="Conciliações neste momento"
            id="conciliacoes-no-momento"
            columns={reconciliationColumns(address.get('em') ?? '')}
            rows={rows}
          />
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

const versionColumns: readonly Column<MonthAtMoment['trialBalances'][number]>[] = [
  { head: 'Versão', as: 'number', cell: ({ versao }) => versao },
  { head: 'Situação', cell: ({ status }) => <VersionBadge status={status} /> },
  { head: 'Importado em', as: 'nowrap', cell: ({ importadoEm }) => <DateTime at={importadoEm} /> },
  { head: 'Por', cell: ({ importadoPor }) => importadoPor },
  { head: 'Linhas', as: 'number', cell: ({ linhas }) => wholeNumber(linhas) },
];

const sided = (amount: number, row: ReconciliationRow & WithDebit) => (
  <Amount text={sidedText(Math.round(amount * 100), row)} />
);

/** @param written the moment, in which the links stay */
const reconciliationColumns = (written: string): readonly Column<ReconciliationRow & WithDebit>[] => [
  {
    ...{ head: 'Conta', as: 'name', phone: 'start' },
    cell: ({ id, contaCodigo, contaDescricao }) => (
      <>
        <a href={`${MOMENT}/${id}?em=${encodeURIComponent(written)}`}>
          {contaCodigo} {contaDescricao}
        </a>
      </>
    ),
  },
  {
    ...{ head: 'Saldo contábil', as: 'number', phone: 'end' },
    cell: ({ saldoContabilDevedor }) => <Balance cents={Math.round(saldoContabilDevedor * 100)} />,
  },
  { head: 'Conciliado', as: 'number', phone: 'off', cell: (row) => sided(row.saldoConciliado, row) },
  { head: 'Ajustes', as: 'number', phone: 'off', cell: (row) => sided(row.ajustes, row) },
  { head: 'Diferença', as: 'number', cell: (row) => sided(row.diferenca, row) },
  { head: 'Estado', phone: 'start', cell: ({ status }) => <StatusBadge status={status} /> },
  { head: 'Responsável', phone: 'off', cell: ({ responsavelNome }) => responsavelNome || '–' },
  {
    ...{ head: 'Prazo', as: 'nowrap', phone: 'end' },
    cell: ({ prazo, slaStatus }) => (
      <>
        <Day at={prazo} /> <DeadlineBadge status={slaStatus} />
      </>
    ),
  },
];

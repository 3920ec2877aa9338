// The companies of one competence: stage, whose turn it is, what is late.
import type { VNode } from 'preact';
import { money, wholeNumber } from '../../../messages/formats.js';
import { PagedTable, type Column } from '../../design/Table.js';
import { LinkedNumber } from '../../design/values.js';
import type { ExportedList } from '../../exportedTable.js';
import type { ConsoleCall } from '../../route.js';
import {
  afterClosingAddress,
  allAddress,
  checklistAddress,
  differenceAddress,
  dueSoonAddress,
  overdueAddress,
  rowAddress,
  trialBalanceAddress,
  trialBalancesAddress,
  turnAddress,
  type Place,
  stageTones,
  turnShades,
} from './addresses.js';
import {
  blocksOf,
  turns,
  type ClosingMonth,
  type CompanyMonth,
  type Counts,
} from '../../../projections/views/competences/closingMonths.js';
import { actsAfterClosing, groupName, stageNames, turnNames } from '../../../messages/closing.js';

type Row = Readonly<{
  counts: Counts;
  /** Null: of several companies, which no list names. */
  place: Place | null;
  name: string;
  stage: VNode | string;
  stageName: string;
  warnings: string | null;
  group: string;
}>;

const columns: readonly Column<Row>[] = [
  {
    ...{ head: 'Empresa', as: 'name', phone: 'start' },
    file: ['text', ({ name }) => name],
  },
  {
    ...{ head: 'Etapa', phone: 'end' },
    file: ['text', (row) => row.stageName],
    cell: ({ stage }) => stage,
  },
  {
    ...{ head: 'Conciliações', as: 'nowrap', phone: 'start' },
    cell: ({ counts, place }) => turnBar(counts, place),
    file: ['integer', ({ counts }) => counts.total],
  },
  ...turns.map((turn): Column<Row> => ({
    ...{ head: turnNames[turn], as: 'number', phone: 'off' },
    cell: ({ counts, place }) => (
      <LinkedNumber count={counts.byTurn[turn]} href={place && turnAddress(place, turn)} />
    ),
    file: ['integer', ({ counts }) => counts.byTurn[turn]],
  })),
  {
    head: 'Atrasadas',
    ...{ as: 'number', phone: 'end' },
    cell: ({ counts, place }) => (
      <LinkedNumber
        count={counts.overdue}
        href={place && overdueAddress(place)}
        look="bad"
        unit={['atrasada', 'atrasadas']}
      />
    ),
    file: ['integer', ({ counts }) => counts.overdue],
  },
  {
    ...{ head: 'Vencem em 24 h', as: 'number', phone: 'off' },
    cell: ({ counts, place }) => (
      <LinkedNumber count={counts.dueSoon} href={place && dueSoonAddress(place)} look="warn" />
    ),
    file: ['integer', ({ counts }) => counts.dueSoon],
  },
  {
    ...{ head: 'Diferenças em aberto', as: 'number' },
    cell: ({ counts: { openDifferenceCents: cents }, place }) => (
      <LinkedNumber count={cents} href={place && differenceAddress(place)} shown={money(cents)} />
    ),
    file: ['amount', ({ counts }) => counts.openDifferenceCents / 100],
  },
  {
    head: 'Avisos',
    as: 'number',
    phone: 'off',
    cell: ({ counts, warnings }) => <LinkedNumber count={counts.warnings} href={warnings} />,
    file: { Avisos: ['integer', ({ counts }) => counts.warnings], Grupo: ['text', ({ group }) => group] },
  },
];

type Props = Readonly<{ call: ConsoleCall; month: ClosingMonth; label: string }>;

/** The file of a month's companies. */
export function closingFile({ competence, companies }: ClosingMonth): ExportedList<Row> {
  return { name: 'Fechamento', fileName: `fechamento-${competence}`, columns, rows: companies.map(rowOf) };
}

export function ClosingTable({ call, month, label }: Props) {
  const all: Place = { companyId: null, competence: month.competence };
  const blocks = blocksOf(month);
  const rows = blocks.flatMap((block) => [
    ...(block.group === null ? [] : [groupRow(block, block.group)]),
    ...block.companies.map(rowOf),
  ]);
  const total: Row = {
    ...{ counts: month, place: all, name: 'Total', group: '', warnings: trialBalancesAddress(all) },
    ...{ stageName: '', stage: `${wholeNumber(month.closed)} de ${wholeNumber(month.companies.length)} fechadas` },
  };
  return (
    <PagedTable
      call={call}
      caption={label}
      look="closing"
      columns={columns}
      rows={rows}
      foot={month.companies.length > 1 ? total : undefined}
    />
  );
}

function groupRow(block: ClosingMonth, { legalName }: CompanyMonth['company']): Row {
  return {
    ...{ counts: block, place: null, name: groupName(legalName), group: legalName, warnings: null },
    ...{ stageName: '', stage: `${wholeNumber(block.closed)} de ${wholeNumber(block.companies.length)} fechadas` },
  };
}

function rowOf(row: CompanyMonth): Row {
  const place = { companyId: row.company.companyId, competence: row.competence };
  const imported = row.state?.imported ?? null;
  return {
    ...{ counts: row, place, name: row.company.legalName, stage: stageOf(row), stageName: stageNames[row.stage] },
    group: row.group?.legalName ?? '',
    warnings: imported === null ? '' : trialBalanceAddress(imported.trialBalanceId),
  };
}

/** With the version that waits for its release while an earlier one is released. */
function stageOf(row: CompanyMonth): VNode {
  const { imported = null, progress = null } = row.state ?? {};
  const waits = imported !== null && progress !== null && imported.trialBalanceId !== progress.trialBalanceId;
  return (
    <>
      <a class={`state ${stageTones[row.stage]}`} href={rowAddress(row)}>
        {stageNames[row.stage]}
      </a>
      {waits && <small>{`versão ${imported.version} não liberada`}</small>}
      <small>
        <a href={checklistAddress({ companyId: row.company.companyId, competence: row.competence })}>Checklist</a>
      </small>
      {row.actsAfterClosing > 0 && (
        <small>
          <a href={afterClosingAddress(row)}>{actsAfterClosing(row.actsAfterClosing)}</a>
        </small>
      )}
    </>
  );
}

const BAR_WIDTH = 96;

/** The parts of a bar are in the columns beside it as numbers. */
function turnBar({ byTurn, total }: Counts, place: Place | null): VNode {
  if (total === 0) return <span class="zero">0</span>;
  let x = 0;
  const parts = turns.map((turn) => {
    const width = Math.round((byTurn[turn] / total) * BAR_WIDTH * 10) / 10;
    const part = width === 0 ? null : <rect {...turnShades[turn]} x={x} width={width} height="8" />;
    x += width;
    return part;
  });
  const bar = (
    <>
      <svg viewBox={`0 0 ${BAR_WIDTH} 8`} width={BAR_WIDTH} height="8" aria-hidden="true">
        {parts}
      </svg>
      {wholeNumber(total)}
    </>
  );
  return place === null ? bar : <a href={allAddress(place)}>{bar}</a>;
}

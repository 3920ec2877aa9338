// The companies of one competence: stage, whose turn it is, what is late.
import type { VNode } from 'preact';
import { money, wholeNumber } from '../../../messages/formats.js';
import { Table, type Column } from '../../design/Table.js';
import { Dimmed } from '../../design/values.js';
import {
  afterClosingAddress,
  allAddress,
  differenceAddress,
  dueSoonAddress,
  overdueAddress,
  rowAddress,
  trialBalanceAddress,
  trialBalancesAddress,
  turnAddress,
  type Place,
} from './addresses.js';
import {
  turns,
  type ClosingMonth,
  type CompanyMonth,
  type Counts,
} from '../../../projections/views/competences/closingMonths.js';
import { actsAfterClosing, stageNames, turnNames } from '../../../messages/closing.js';
import { stageTones, turnShades } from './names.js';

type Row = Readonly<{ counts: Counts; place: Place; name: string; stage: VNode | string; warnings: string }>;

const columns: readonly Column<Row>[] = [
  { head: 'Empresa', as: 'name', phone: 'start', cell: ({ name }) => name },
  { head: 'Etapa', phone: 'end', cell: ({ stage }) => stage },
  { head: 'Conciliações', as: 'nowrap', phone: 'start', cell: ({ counts, place }) => turnBar(counts, place) },
  ...turns.map((turn): Column<Row> => ({
    ...{ head: turnNames[turn], as: 'number', phone: 'off' },
    cell: ({ counts, place }) => number(counts.byTurn[turn], turnAddress(place, turn)),
  })),
  {
    head: 'Atrasadas',
    ...{ as: 'number', phone: 'end' },
    cell: ({ counts, place }) => number(counts.overdue, overdueAddress(place), 'bad'),
  },
  {
    ...{ head: 'Vencem em 24 h', as: 'number', phone: 'off' },
    cell: ({ counts, place }) => number(counts.dueSoon, dueSoonAddress(place), 'warn'),
  },
  { head: 'Diferenças em aberto', as: 'number', cell: ({ counts, place }) => difference(counts, place) },
  {
    head: 'Avisos',
    as: 'number',
    phone: 'off',
    cell: ({ counts, warnings }) => number(counts.warnings, warnings),
  },
];

type Props = Readonly<{ month: ClosingMonth; companies: readonly CompanyMonth[]; label: string }>;

/** @param companies those of the month that are shown; the total is of all */
export function ClosingTable({ month, companies, label }: Props) {
  const all: Place = { companyId: null, competence: month.competence };
  const total: Row = {
    ...{ counts: month, place: all, name: 'Total', warnings: trialBalancesAddress(all) },
    stage: `${wholeNumber(month.closed)} de ${wholeNumber(month.companies.length)} fechadas`,
  };
  const rows = companies.map(rowOf);
  return (
    <Table
      caption={label}
      look="closing"
      columns={columns}
      rows={rows}
      foot={month.companies.length > 1 ? total : undefined}
    />
  );
}

function rowOf(row: CompanyMonth): Row {
  const place = { companyId: row.company.companyId, competence: row.competence };
  const imported = row.state?.imported ?? null;
  return {
    ...{ counts: row, place, name: row.company.legalName, stage: stageOf(row) },
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
      {row.actsAfterClosing > 0 && (
        <small>
          <a href={afterClosingAddress(row)}>{actsAfterClosing(row.actsAfterClosing)}</a>
        </small>
      )}
    </>
  );
}

function number(count: number, address: string, look?: 'bad' | 'warn'): VNode {
  if (count === 0) return <Dimmed>0</Dimmed>;
  return (
    <a href={address} class={look}>
      {wholeNumber(count)}
      {look === 'bad' && <span class="phone"> {count === 1 ? 'atrasada' : 'atrasadas'}</span>}
    </a>
  );
}

function difference({ openDifferenceCents }: Counts, place: Place): VNode {
  if (openDifferenceCents === 0) return <Dimmed>{money(0)}</Dimmed>;
  return <a href={differenceAddress(place)}>{money(openDifferenceCents)}</a>;
}

const BAR_WIDTH = 96;

/** The parts of a bar are in the columns beside it as numbers. */
function turnBar({ byTurn, total }: Counts, place: Place): VNode {
  if (total === 0) return <Dimmed>0</Dimmed>;
  let x = 0;
  const parts = turns.map((turn) => {
    const width = Math.round((byTurn[turn] / total) * BAR_WIDTH * 10) / 10;
    const part = width === 0 ? null : <rect {...turnShades[turn]} x={x} width={width} height="8" />;
    x += width;
    return part;
  });
  return (
    <a href={allAddress(place)}>
      <svg viewBox={`0 0 ${BAR_WIDTH} 8`} width={BAR_WIDTH} height="8" aria-hidden="true">
        {parts}
      </svg>
      {wholeNumber(total)}
    </a>
  );
}

// The companies of one competence: stage, whose turn it is, what is late. Hundreds of rows are shown at once, so cells are
// plain functions without attributes for their look, and rows are kept. All characters are of Latin-1: half the
// time and memory of others.
import type { VNode } from 'preact';
import { money, wholeNumber } from '../../../messages/formats.js';
import {
  allAddress,
  competencesAddress,
  differenceAddress,
  dueSoonAddress,
  overdueAddress,
  trialBalanceAddress,
  trialBalancesAddress,
  turnAddress,
  type Place,
} from './addresses.js';
import { turns, type ClosingMonth, type CompanyMonth, type Counts } from './closingMonths.js';
import { stageNames, stageTones, turnNames } from './names.js';
import { rowHtml } from './shownRows.js';

export function ClosingTable({ month, label }: Readonly<{ month: ClosingMonth; label: string }>) {
  const all: Place = { companyId: null, competence: month.competence };
  return (
    <div class="table-responsive" tabindex={0} role="region" aria-label={label}>
      <table class="table table-sm table-hover align-middle closing">
        <thead>
          <tr>
            <th scope="col">Empresa</th>
            <th scope="col">Etapa</th>
            <th scope="col">Conciliações</th>
            {turns.map((turn) => (
              <th scope="col">{turnNames[turn]}</th>
            ))}
            <th scope="col">Atrasadas</th>
            <th scope="col">Vencem em 24 h</th>
            <th scope="col">Diferenças em aberto</th>
            <th scope="col">Avisos</th>
          </tr>
        </thead>
        <tbody dangerouslySetInnerHTML={{ __html: month.companies.map(keptRow).join('') }} />
        {month.companies.length > 1 && (
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>{`${wholeNumber(month.closed)} de ${wholeNumber(month.companies.length)} fechadas`}</td>
              {countCells(month, all, trialBalancesAddress(all))}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  );
}

/** Contains all that `companyRow` shows. */
function keyOf({ company, competence, stage, state, byTurn, ...counts }: CompanyMonth): string {
  const { overdue, dueSoon, openDifferenceCents, warnings } = counts;
  const { imported = null, progress = null } = state ?? {};
  const versions = [imported?.trialBalanceId, imported?.version, progress?.trialBalanceId];
  const shown = [overdue, dueSoon, openDifferenceCents, warnings, ...turns.map((turn) => byTurn[turn])];
  return [company.companyId, competence, stage, ...versions, ...shown, company.legalName].join(' ');
}

function keptRow(row: CompanyMonth): string {
  return rowHtml(keyOf(row), () => companyRow(row));
}

function companyRow(row: CompanyMonth): VNode {
  const place = { companyId: row.company.companyId, competence: row.competence };
  const imported = row.state?.imported ?? null;
  return (
    <tr>
      <th scope="row">{row.company.legalName}</th>
      <td>
        <a class={`badge text-bg-${stageTones[row.stage]}`} href={stageAddress(row, place)}>
          {stageNames[row.stage]}
        </a>
        {pendingVersion(row)}
      </td>
      {countCells(row, place, imported === null ? '' : trialBalanceAddress(imported.trialBalanceId))}
    </tr>
  );
}

/** Where the work of this stage is done. */
function stageAddress({ stage }: CompanyMonth, place: Place): string {
  switch (stage) {
    case 'AWAITING':
    case 'IMPORTED':
      return trialBalancesAddress(place);
    case 'RELEASED':
    case 'IN_WORK':
      return allAddress(place);
    case 'READY':
    case 'CLOSED':
      return competencesAddress(place);
  }
}

/** A version that waits for its release while an earlier one is released. */
function pendingVersion({ state }: CompanyMonth): VNode | null {
  const { imported = null, progress = null } = state ?? {};
  if (imported === null || progress === null || imported.trialBalanceId === progress.trialBalanceId) return null;
  return <small class="pending-version">{`versão ${imported.version} não liberada`}</small>;
}

function countCells(counts: Counts, place: Place, warningsAddress: string): VNode {
  return (
    <>
      <td>{turnBar(counts, place)}</td>
      {turns.map((turn) => number(counts.byTurn[turn], turnAddress(place, turn)))}
      {number(counts.overdue, overdueAddress(place), 'late')}
      {number(counts.dueSoon, dueSoonAddress(place), 'soon')}
      <td>
        {counts.openDifferenceCents === 0 ? (
          money(0)
        ) : (
          <a href={differenceAddress(place)}>{money(counts.openDifferenceCents)}</a>
        )}
      </td>
      {number(counts.warnings, warningsAddress)}
    </>
  );
}

function number(count: number, address: string, look?: 'late' | 'soon'): VNode {
  if (count === 0) return <td>0</td>;
  return (
    <td>
      <a href={address} class={look}>
        {wholeNumber(count)}
      </a>
    </td>
  );
}

const BAR_WIDTH = 120;

/** The parts of a bar are in the columns beside it as numbers. */
function turnBar({ byTurn, total }: Counts, place: Place): VNode | string {
  if (total === 0) return '0';
  let x = 0;
  const parts = turns.map((turn) => {
    const width = (byTurn[turn] / total) * BAR_WIDTH;
    const part =
      width === 0 ? null : <rect class={`turn-${turn}`} x={round(x)} width={round(width)} height="10" />;
    x += width;
    return part;
  });
  return (
    <a href={allAddress(place)}>
      <svg viewBox={`0 0 ${BAR_WIDTH} 10`} aria-hidden="true">
        {parts}
      </svg>
      {wholeNumber(total)}
    </a>
  );
}

const round = (value: number): number => Math.round(value * 10) / 10;

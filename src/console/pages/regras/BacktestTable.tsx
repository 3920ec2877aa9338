// What the company's rules would have done in a month, below its rules, and the form that asks for it.
import type { Competence } from '../../../domain/kernel/competence.js';
import type { Backtest, BacktestRow } from '../../../domain/reconciliation/backtest.js';
import {
  BACKTEST_EXPLAINED,
  backtestNames,
  backtestSum,
  backtestTitle,
  disagreedText,
  neverReleased,
  shareText,
} from '../../../messages/reconciliations.js';
import { wholeNumber } from '../../../messages/formats.js';
import { Empty } from '../../design/values.js';
import { Filters } from '../../design/Filters.js';
import { Table, type Column } from '../../design/Table.js';

/** The parameter that asks for it: a competence. */
export const BACKTEST = 'retroteste';

/** `period`: of the form; `found` undefined: not asked for; null: that month was never released. */
export type BacktestProps = Readonly<{
  path: string;
  period: Competence | null;
  found: Backtest | null | undefined;
}>;

export function BacktestTable({ path, period, found }: BacktestProps) {
  return (
    <section aria-labelledby={BACKTEST}>
      <h2 id={BACKTEST}>
        {found === undefined || period === null ? 'O que as regras teriam feito' : backtestTitle(period)}
      </h2>
      <Filters
        path={`${path}#${BACKTEST}`}
        role="form"
        label="O que as regras teriam feito"
        send="Ver"
        fields={[
          { label: 'Em um mês já conciliado', name: BACKTEST, type: 'month', value: period, required: true },
        ]}
      />
      {found === null && period !== null && <Empty>{neverReleased(period)}</Empty>}
      {found && (
        <>
          <p role="status">{backtestSum(found)}</p>
          <Table caption="O que as regras teriam feito" rows={found.rows} columns={columnsOf(found)} />
          <p class="muted">{BACKTEST_EXPLAINED}</p>
        </>
      )}
    </section>
  );
}

function columnsOf(found: Backtest): readonly Column<BacktestRow>[] {
  return [
    { ...{ head: 'Regra', as: 'name', phone: 'line' }, cell: ({ rule }) => backtestNames[rule] },
    { head: 'Ligada', cell: ({ isOn }) => (isOn ? 'sim' : 'não') },
    { ...{ head: 'Contas', as: 'number' }, cell: ({ accounts }) => wholeNumber(accounts) },
    { ...{ head: 'Das contas do mês', as: 'number' }, cell: ({ accounts }) => shareText(found, accounts) },
    { ...{ head: 'Pessoas concordaram', as: 'number' }, cell: ({ agreed }) => wholeNumber(agreed) },
    { ...{ head: 'Discordaram', as: 'number' }, cell: ({ disagreed }) => wholeNumber(disagreed.length) },
    { ...{ head: 'Sem resultado', as: 'number' }, cell: ({ undecided }) => wholeNumber(undecided) },
    { ...{ head: 'Quais discordaram', as: 'long' }, cell: ({ disagreed }) => disagreedText(disagreed) || '–' },
  ];
}

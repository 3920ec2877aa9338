// What the company's rules would have done in a month, below its rules, and the form that asks for it.
import type { Competence } from '../../../domain/kernel/competence.js';
import type { Backtest, BacktestRow } from '../../../domain/reconciliation/backtest.js';
import * as words from '../../../messages/reconciliations.js';
import { wholeNumber } from '../../../messages/formats.js';
import { Empty } from '../../design/values.js';
import { Filters } from '../../design/Filters.js';
import { column, Table, type Column } from '../../design/Table.js';

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
        {found === undefined || period === null ? 'O que as regras teriam feito' : words.backtestTitle(period)}
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
      {found === null && period !== null && <Empty>{words.neverReleased(period)}</Empty>}
      {found && (
        <>
          <p role="status">{words.backtestSum(found)}</p>
          <Table caption="O que as regras teriam feito" rows={found.rows} columns={columnsOf(found)} />
          <p class="muted">{words.BACKTEST_EXPLAINED}</p>
        </>
      )}
    </section>
  );
}

function columnsOf(found: Backtest): readonly Column<BacktestRow>[] {
  return [
    column('Regra', 'name line', ({ rule }) => words.backtestNames[rule]),
    column('Ligada', '', ({ isOn }) => (isOn ? 'sim' : 'não')),
    column('Contas', 'number', ({ accounts }) => wholeNumber(accounts)),
    column('Das contas do mês', 'number', ({ accounts }) => words.shareText(found, accounts)),
    column('Pessoas concordaram', 'number', ({ agreed }) => wholeNumber(agreed)),
    column('Discordaram', 'number', ({ disagreed }) => wholeNumber(disagreed.length)),
    column('Sem resultado', 'number', ({ undecided }) => wholeNumber(undecided)),
    column('Quais discordaram', 'long', ({ disagreed }) => words.disagreedText(disagreed) || '–'),
  ];
}

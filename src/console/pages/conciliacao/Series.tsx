// The closing balances of the account over the last months: a small line, and the same numbers as a table.
import type { Competence } from '../../../domain/kernel/competence.js';
import { month } from '../../../messages/formats.js';
import { seriesText } from '../../../messages/reconciliationPage.js';
import type { AccountBalanceRow } from '../../../projections/views/trialBalances/accountSeries.js';
import { Chart } from '../../design/Chart.js';
import { Table } from '../../design/Table.js';
import { Amount, balanceText, centsOf } from '../../design/values.js';
import type { PageData } from './pageData.js';

const [STEP, HEIGHT] = [16, 32];
/** Of two months the amounts already say the change. */
const SHOWN_FROM = 3;

const cents = ({ saldoFinalDevedor }: AccountBalanceRow): number => centsOf(saldoFinalDevedor);

export function Series({ data: { series } }: Readonly<{ data: PageData }>) {
  const [first, last] = [series[0], series.at(-1)];
  if (series.length < SHOWN_FROM || first === undefined || last === undefined) return null;
  const balances = series.map(cents);
  const least = Math.min(...balances);
  const label = seriesText(balanceText(cents(first)), first.competencia as Competence, balanceText(cents(last)));
  return (
    <Chart
      id="serie"
      label={label}
      bars={balances.map((one) => ({ values: {}, line: one - least }))}
      parts={[]}
      most={Math.max(1, Math.max(...balances) - least)}
      {...{ step: STEP, height: HEIGHT }}
    >
      <details>
        <summary>{label}</summary>
        <Table
          caption="Saldos dos últimos meses"
          rows={series}
          columns={[
            { head: 'Competência', cell: ({ competencia }) => month(competencia as Competence), as: 'name' },
            { head: 'Saldo final', cell: (one) => <Amount text={balanceText(cents(one))} />, as: 'number' },
          ]}
        />
      </details>
    </Chart>
  );
}

// Reconciliations finished on each working day, and in all, against the deadline.
import { month as monthName, wholeNumber } from '../../../messages/formats.js';
import { Chart, Key } from '../../design/Chart.js';
import { Table } from '../../design/Table.js';
import type { DoneByDay, WorkingDay } from '../../../projections/views/competences/closingMonths.js';

/** Of the bars, in pixels of a desktop. */
const WIDTH = 1_150;

export function DoneChart({ chart }: Readonly<{ chart: DoneByDay }>) {
  const { days, total, deadlines, competence, isCut } = chart;
  const today = days.findIndex(({ isToday }) => isToday);
  const due = deadlines.at(-1) ?? null;
  return (
    <Chart
      id="por-dia"
      label={`Concluídas por dia útil depois de ${monthName(competence)}; os números estão na tabela abaixo`}
      bars={days.map(({ done, doneSoFar }, at) => ({
        values: { done },
        line: today === -1 || at <= today ? doneSoFar : null,
        ideal: due !== null && at <= due ? (total * at) / due : null,
      }))}
      parts={['done']}
      most={Math.max(total, 1)}
      step={Math.floor(WIDTH / days.length)}
      height={160}
      axes={{
        labels: days.map(({ number }) => (number === 0 ? 'até' : `${number}º`)),
        here: today,
        ticks: [0, total / 2, total].filter(Number.isInteger),
        marks: deadlines,
        below: 'dia útil depois do fim do mês',
      }}
    >
      <figcaption class="keys">
        <Key look={{ class: 'done' }}>concluídas no dia</Key>
        <Key look="line">concluídas até o dia</Key>
        {due !== null && <Key look="ideal">ritmo para cumprir o prazo</Key>}
        {deadlines.length > 0 && <Key look="mark">{deadlineText(deadlines)}</Key>}
      </figcaption>
      <details class="no-print">
        <summary>Números do gráfico</summary>
        <Table
          caption="Números do gráfico"
          rows={days.map((day, at) => ({ ...day, name: dayName(day, isCut && at === days.length - 1) }))}
          columns={[
            { head: 'Dia útil', cell: ({ name }) => name, phone: 'start' },
            { head: 'Data', cell: ({ number, date }) => (number === 0 ? '' : dayText(date)), phone: 'end' },
            { head: 'Concluídas no dia', as: 'number', cell: ({ done }) => wholeNumber(done) },
            { head: 'Até o dia', as: 'number', cell: ({ doneSoFar }) => wholeNumber(doneSoFar) },
          ]}
        />
      </details>
    </Chart>
  );
}

function deadlineText(deadlines: readonly number[]): string {
  const named = deadlines.map((day) => `${day}º`).join(' e ');
  return `prazo do Aprovador: fim do ${named} dia útil`;
}

/** `2026-11-22` → `22/11/2026` */
function dayText(date: string): string {
  return date.split('-').reverse().join('/');
}

function dayName({ number }: WorkingDay, withLater: boolean): string {
  if (number === 0) return 'até o fim do mês';
  return withLater ? `${number}º em diante` : `${number}º`;
}

// Reconciliations finished on each working day, and in all, against the deadline: SVG with classes, as the CSP refuses styles.
import { month as monthName, wholeNumber } from '../../../messages/formats.js';
import type { DoneByDay, WorkingDay } from './workingDays.js';

const LEFT = 44;
const TOP = 12;
const HEIGHT = 150;
const DAY = 26;
const RIGHT = 12;
const BELOW = 34;

export function DoneChart({ chart }: Readonly<{ chart: DoneByDay }>) {
  const { days, total, deadlines, competence } = chart;
  const width = LEFT + days.length * DAY + RIGHT;
  const top = Math.max(total, 1);
  const y = (count: number): number => TOP + HEIGHT - (count / top) * HEIGHT;
  const x = (number: number): number => LEFT + number * DAY;
  const line = days
    .filter(untilToday(days))
    .map(({ number, doneSoFar }) => `${x(number) + DAY / 2},${y(doneSoFar)}`);
  return (
    <figure class="done-chart" id="por-dia">
      <svg
        viewBox={`0 0 ${width} ${TOP + HEIGHT + BELOW}`}
        width={width}
        role="img"
        aria-label={`Concluídas por dia útil depois de ${monthName(competence)}; os números estão na tabela abaixo`}
      >
        {[0, total / 2, total].map((count) => (
          <g>
            <line class="grid" x1={LEFT} x2={width - RIGHT} y1={y(count)} y2={y(count)} />
            {Number.isInteger(count) && (
              <text class="scale" x={LEFT - 6} y={y(count) + 4}>
                {wholeNumber(count)}
              </text>
            )}
          </g>
        ))}
        {days.map(({ number, done, isToday }) => (
          <g>
            {done > 0 && (
              <rect class="done" x={x(number) + 5} width={DAY - 10} y={y(done)} height={TOP + HEIGHT - y(done)} />
            )}
            <text class={isToday ? 'day today' : 'day'} x={x(number) + DAY / 2} y={TOP + HEIGHT + 15}>
              {number === 0 ? 'até' : `${number}º`}
            </text>
          </g>
        ))}
        <polyline class="so-far" points={line.join(' ')} />
        {deadlines.map((day) => (
          <line class="deadline" x1={x(day + 1)} x2={x(day + 1)} y1={TOP} y2={TOP + HEIGHT} />
        ))}
        <text class="axis" x={LEFT + (days.length * DAY) / 2} y={TOP + HEIGHT + 31}>
          dia útil depois do fim do mês
        </text>
      </svg>
      <figcaption>
        <span class="key key-done">concluídas no dia</span>
        <span class="key key-so-far">concluídas até o dia</span>
        {deadlines.length > 0 && <span class="key key-deadline">{deadlineText(deadlines)}</span>}
      </figcaption>
      <details>
        <summary>Números do gráfico</summary>
        <table class="table table-sm w-auto">
          <thead>
            <tr>
              <th scope="col">Dia útil</th>
              <th scope="col">Data</th>
              <th scope="col" class="number">
                Concluídas no dia
              </th>
              <th scope="col" class="number">
                Até o dia
              </th>
            </tr>
          </thead>
          <tbody>
            {days.map((day, at) => (
              <tr>
                <td>{dayName(day, chart.isCut && at === days.length - 1)}</td>
                <td>{day.number === 0 ? '' : dayText(day.date)}</td>
                <td class="number">{wholeNumber(day.done)}</td>
                <td class="number">{wholeNumber(day.doneSoFar)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

/** The line of what is finished ends today. */
function untilToday(days: readonly WorkingDay[]): (day: WorkingDay) => boolean {
  const today = days.find(({ isToday }) => isToday)?.number ?? Infinity;
  return ({ number }) => number <= today;
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

// Fechamento: a section for each of the last competences, and the chart of one of them.
import { previousCompetence, type Competence } from '../../../domain/kernel/competence.js';
import { month as monthName, wholeNumber } from '../../../messages/formats.js';
import { Key } from '../../design/Chart.js';
import { Empty } from '../../design/Empty.js';
import { ClosingTable } from './ClosingTable.js';
import type { ClosingMonth, ClosingMonths } from './closingMonths.js';
import { DoneChart } from './DoneChart.js';
import { turns } from './closingMonths.js';
import { turnNames, turnShades } from './names.js';
import type { DoneByDay } from './workingDays.js';

type Props = Readonly<{ closing: ClosingMonths; chart: DoneByDay | null; until: Competence | null }>;

export function Closing({ closing: { months, hasOlder }, chart, until }: Props) {
  if (months.every(({ companies }) => companies.length === 0))
    return (
      <>
        <Empty>
          {until === null
            ? 'Nenhuma empresa que você vê tem o módulo de conciliação.'
            : `Nenhum balancete até ${monthName(until)}.`}
        </Empty>
        {until !== null && <OtherMonths months={months} hasOlder={false} until={until} />}
      </>
    );
  return (
    <>
      {chart !== null && (
        <section aria-labelledby="titulo-grafico">
          <h2 id="titulo-grafico">{`Concluídas por dia útil em ${monthName(chart.competence)}`}</h2>
          <DoneChart chart={chart} />
        </section>
      )}
      <p class="keys" aria-hidden="true">
        {turns.map((turn) => (
          <Key look={turnShades[turn]}>{turnNames[turn]}</Key>
        ))}
      </p>
      {months.map((month) => (
        <MonthSection month={month} isCharted={chart?.competence === month.competence} until={until} />
      ))}
      {(hasOlder || until !== null) && <OtherMonths months={months} hasOlder={hasOlder} until={until} />}
    </>
  );
}

function MonthSection({
  month,
  isCharted,
  until,
}: Readonly<{ month: ClosingMonth; isCharted: boolean; until: Competence | null }>) {
  const name = monthName(month.competence);
  const title = `titulo-${month.competence}`;
  if (month.companies.length === 0) return null;
  return (
    <section aria-labelledby={title}>
      <h2 id={title}>{name}</h2>
      {month.total > 0 && (
        <p class="muted">
          {`${wholeNumber(month.byTurn.done)} de ${wholeNumber(month.total)} conciliações concluídas`}
          {!isCharted && (
            <span class="no-print">
              {' · '}
              <a href={`/console?${until === null ? '' : `ate=${until}&`}competencia=${month.competence}#por-dia`}>
                {`Por dia útil em ${name}`}
              </a>
            </span>
          )}
        </p>
      )}
      <ClosingTable month={month} label={`Empresas em ${name}`} />
    </section>
  );
}

function OtherMonths({
  months,
  hasOlder,
  until,
}: Readonly<{ months: readonly ClosingMonth[]; hasOlder: boolean; until: Competence | null }>) {
  const oldest = months.at(-1)?.competence;
  return (
    <nav class="buttons no-print" aria-label="Outras competências">
      {until !== null && <a href="/console">Competências mais novas</a>}
      {hasOlder && oldest !== undefined && (
        <a href={`/console?ate=${previousCompetence(oldest)}`}>Competências anteriores</a>
      )}
    </nav>
  );
}

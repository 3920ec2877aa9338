// Fechamento: the month that is being closed, and the other competences one line each.
import { previousCompetence, type Competence, parseCompetence } from '../../../domain/kernel/competence.js';
import { month as monthName, wholeNumber } from '../../../messages/formats.js';
import { Key } from '../../design/Chart.js';
import { LinkedNumber, Empty, Facts, Part } from '../../design/values.js';
import { get, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { Table, type Column } from '../../design/Table.js';
import { overdueAddress, unbegunAddress, turnShades } from './addresses.js';
import { ClosingTable, closingFile } from './ClosingTable.js';
import {
  closingMonths,
  doneByDay,
  monthToClose,
  turns,
  type ClosingDependencies,
  type ClosingMonth,
  type ClosingMonths,
  type DoneByDay,
} from '../../../projections/views/competences/closingMonths.js';
import { DoneChart } from './DoneChart.js';
import { actsAfterClosing, turnNames } from '../../../messages/closing.js';
import { holidaysOf } from '../../../domain/clients/workflowSettings.js';
import { showPage } from '../../design/Page.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { answeredAsFile } from '../../exportedTable.js';

/** `shown`: one of the months; null: none has anything. */
type Props = Readonly<{
  call: ConsoleCall;
  closing: ClosingMonths;
  shown: ClosingMonth | null;
  chart: DoneByDay | null;
  until: Competence | null;
}>;

const PATH = '/console/fechamento';

export function Closing({ closing: { months, hasOlder }, shown, chart, until, call }: Props) {
  const oldest = months.at(-1)?.competence;
  const others = months.filter((month) => month !== shown && month.companies.length > 0);
  const isClosed = ({ closed, companies }: ClosingMonth): boolean => closed === companies.length;
  return (
    <>
      {shown === null ? (
        <Empty>
          {until === null
            ? 'Nenhuma empresa que você vê tem o módulo de conciliação.'
            : `Nenhum balancete até ${monthName(until)}.`}
        </Empty>
      ) : (
        <ShownMonth month={shown} {...{ call, chart }} />
      )}
      <Others
        title="Outras competências abertas"
        months={others.filter((month) => !isClosed(month))}
        until={until}
      />
      <Others title="Competências fechadas" months={others.filter(isClosed)} until={until} />
      {(hasOlder || until !== null) && (
        <nav class="buttons no-print" aria-label="Outras competências">
          {until !== null && <a href={PATH}>Competências mais novas</a>}
          {hasOlder && oldest !== undefined && (
            <a href={`${PATH}?ate=${previousCompetence(oldest)}`}>Competências anteriores</a>
          )}
        </nav>
      )}
    </>
  );
}

type OthersProps = Readonly<{ title: string; months: readonly ClosingMonth[]; until: Competence | null }>;

function Others({ title, months, until }: OthersProps) {
  if (months.length === 0) return null;
  return (
    <Part title={title}>
      <Table caption={title} columns={otherColumns(until)} rows={months} />
    </Part>
  );
}

type MonthProps = Pick<Props, 'call' | 'chart'> & Readonly<{ month: ClosingMonth }>;

function ShownMonth({ call, month, chart }: MonthProps) {
  const name = monthName(month.competence);
  const title = `titulo-${month.competence}`;
  const all = { companyId: null, competence: month.competence };
  return (
    <Part id={title} title={name}>
      <Facts
        look="facts cards"
        of={{
          Concluídas: [percentDone(month), ' ', <small>{doneText(month)}</small>],
          'Dias úteis até o prazo': chart && wholeNumber(chart.daysLeft),
          Atrasadas: <LinkedNumber count={month.overdue} href={overdueAddress(all)} look="bad" />,
          'Não começadas': <LinkedNumber count={month.unbegun} href={unbegunAddress(all)} />,
        }}
      />
      {chart !== null && (
        <>
          <h3>{`Concluídas por dia útil em ${name}`}</h3>
          <DoneChart chart={chart} />
        </>
      )}
      <p class="keys" aria-hidden="true">
        {turns.map((turn) => (
          <Key look={turnShades[turn]}>{turnNames[turn]}</Key>
        ))}
      </p>
      <ClosingTable {...{ call, month }} label={`Empresas em ${name}`} />
    </Part>
  );
}

const doneText = ({ byTurn, total }: ClosingMonth): string =>
  `${wholeNumber(byTurn.done)} de ${wholeNumber(total)} conciliações`;

const percentDone = ({ byTurn, total }: ClosingMonth): string =>
  total === 0 ? '–' : `${Math.floor((byTurn.done * 100) / total)} %`;

const otherColumns = (until: Competence | null): readonly Column<ClosingMonth>[] => [
  {
    ...{ head: 'Competência', as: 'name', phone: 'start' },
    cell: ({ competence }) => (
      <a href={`${PATH}?${until === null ? '' : `ate=${until}&`}competencia=${competence}`}>
        {monthName(competence)}
      </a>
    ),
  },
  {
    ...{ head: 'Empresas', phone: 'end' },
    cell: ({ closed, companies }) => `${wholeNumber(closed)} de ${wholeNumber(companies.length)} fechadas`,
  },
  { head: 'Concluídas', as: 'number', cell: doneText },
  { head: 'Atrasadas', as: 'number', cell: ({ overdue }) => wholeNumber(overdue) },
  {
    head: 'Depois do fechamento',
    cell: ({ actsAfterClosing: count }) => (count === 0 ? '–' : actsAfterClosing(count)),
  },
];

type Deps = ClosingDependencies & Pick<ConsoleDependencies, 'spool'>;

export function fechamentoRoutes(deps: Deps): readonly ConsoleRoute[] {
  return [get('/console/fechamento', (call) => showClosing(call, deps))];
}

/** `ate`: the newest competence shown; `competencia`: that shown, else the one to close. Others are ignored: old links stay open. */
async function showClosing(call: ConsoleCall, deps: Deps): Promise<void> {
  const { session } = call.state;
  const until = competenceIn(call, 'ate');
  const closing = await closingMonths(deps, session, { until: until ?? undefined });
  const { months } = closing;
  const asked = competenceIn(call, 'competencia');
  const withCompanies = months.filter(({ companies }) => companies.length > 0);
  const shown =
    withCompanies.find(({ competence }) => competence === asked) ??
    monthToClose(withCompanies) ??
    withCompanies[0] ??
    null;
  if (shown !== null && (await answeredAsFile(call, deps, closingFile(shown)))) return;
  const holidays = holidaysOf(deps.registers.workflowOf(session.clientId));
  const chart = shown === null || shown.total === 0 ? null : doneByDay(shown, holidays, deps.clock.now());
  showPage(call, {
    ...{ title: 'Fechamento', now: deps.clock.now() },
    body: <Closing {...{ call, closing, shown, chart, until }} />,
  });
}

function competenceIn({ query }: ConsoleCall, name: string): Competence | null {
  const value = query[name];
  return typeof value === 'string' ? parseCompetence(value) : null;
}

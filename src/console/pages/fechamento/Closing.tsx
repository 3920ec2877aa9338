// GET /console/fechamento: the month that is being closed, its companies, and the other competences one line each.
import { counted, dayText, wholeNumber, money } from '../../../messages/formats.js';
import { Chart, Key } from '../../design/Chart.js';
import { column, Table, PagedTable, type Column } from '../../design/Table.js';
import {
  type DoneByDay,
  type WorkingDay,
  blocksOf,
  turns,
  type ClosingMonth,
  type CompanyMonth,
  type Counts,
  closingMonths,
  doneByDay,
  monthToClose,
  type ClosingMonths,
} from '../../../projections/views/competences/closingMonths.js';
import type { VNode } from 'preact';
import { LinkedNumber, Empty, Facts, Part } from '../../design/values.js';
import { type ExportedList, answeredAsFile } from '../../exportedTable.js';
import { type ConsoleCall, get, type ConsoleRoute, askedIn } from '../../route.js';
import * as links from './addresses.js';
import { actsAfterClosing, groupName, stageNames, turnNames } from '../../../messages/closing.js';
import { month as monthName, previousCompetence, type Competence } from '../../../domain/kernel/competence.js';
import { holidaysOf } from '../../../domain/clients/workflowSettings.js';
import { showPage } from '../../design/Page.js';
import { VERSIONS } from '../balancetes/Versions.js';

/** Of the bars, in pixels of a desktop. */
const WIDTH = 1_150;

function DoneChart({ chart }: Readonly<{ chart: DoneByDay }>) {
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
        <Table<WorkingDay & Readonly<{ name: string }>>
          caption="Números do gráfico"
          rows={days.map((day, at) => ({ ...day, name: dayName(day, isCut && at === days.length - 1) }))}
          columns={[
            column('Dia útil', 'start', ({ name }) => name),
            column('Data', 'end', ({ number, date }) => (number === 0 ? '' : dayText(date))),
            column('Concluídas no dia', 'number', ({ done }) => wholeNumber(done)),
            column('Até o dia', 'number', ({ doneSoFar }) => wholeNumber(doneSoFar)),
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

function dayName({ number }: WorkingDay, withLater: boolean): string {
  if (number === 0) return 'até o fim do mês';
  return withLater ? `${number}º em diante` : `${number}º`;
}

type Row = Readonly<{
  counts: Counts;
  place: links.Place;
  name: string;
  stage: VNode | string;
  stageName: string;
  warnings: string | null;
  group: string;
}>;

const columns: readonly Column<Row>[] = [
  column('Empresa', 'name start', ['text', ({ name }) => name]),
  column('Etapa', 'end', ['text', (row) => row.stageName], ({ stage }) => stage),
  column('Conciliações', 'nowrap start', ['integer', ({ counts }) => counts.total], ({ counts, place }) =>
    turnBar(counts, place),
  ),
  ...turns.map((turn): Column<Row> =>
    column(
      turnNames[turn],
      'number off',
      ['integer', ({ counts }) => counts.byTurn[turn]],
      ({ counts, place }) => <LinkedNumber count={counts.byTurn[turn]} href={links.turnAddress(place, turn)} />,
    ),
  ),
  column('Atrasadas', 'number end', ['integer', ({ counts }) => counts.overdue], ({ counts, place }) => (
    <LinkedNumber
      count={counts.overdue}
      href={links.overdueAddress(place)}
      look="bad"
      unit={['atrasada', 'atrasadas']}
    />
  )),
  column('Vencem em 24 h', 'number off', ['integer', ({ counts }) => counts.dueSoon], ({ counts, place }) => (
    <LinkedNumber count={counts.dueSoon} href={links.dueSoonAddress(place)} look="warn" />
  )),
  column(
    'Diferenças em aberto',
    'number',
    ['amount', ({ counts }) => counts.openDifferenceCents / 100],
    ({ counts: { openDifferenceCents: cents }, place }) => (
      <LinkedNumber count={cents} href={links.differenceAddress(place)} shown={money(cents)} />
    ),
  ),
  column(
    'Avisos',
    'number off',
    { Avisos: ['integer', ({ counts }) => counts.warnings], Grupo: ['text', ({ group }) => group] },
    ({ counts, warnings }) => <LinkedNumber count={counts.warnings} href={warnings} />,
  ),
];

type TableProps = Readonly<{ call: ConsoleCall; month: ClosingMonth; label: string }>;

/** The file of a month's companies. */
function closingFile({ competence, companies }: ClosingMonth): ExportedList<Row> {
  return { name: 'Fechamento', fileName: `fechamento-${competence}`, columns, rows: companies.map(rowOf) };
}

function ClosingTable({ call, month, label }: TableProps) {
  const all: links.Place = { companyId: null, competence: month.competence };
  const blocks = blocksOf(month);
  const rows = blocks.flatMap((block) => [
    ...(block.group === null ? [] : [groupRow(block, block.group)]),
    ...block.companies.map(rowOf),
  ]);
  const total: Row = {
    ...{ counts: month, place: all, name: 'Total', group: '', warnings: links.trialBalancesAddress(all) },
    ...{ stageName: '', stage: closedText(month) },
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

function groupRow(block: ClosingMonth, { companyId: groupId, legalName }: CompanyMonth['company']): Row {
  const place = { companyId: null, groupId, competence: block.competence };
  return {
    ...{ counts: block, place, name: groupName(legalName), group: legalName, warnings: null },
    ...{ stageName: '', stage: closedText(block) },
  };
}

function rowOf(row: CompanyMonth): Row {
  const place = { companyId: row.company.companyId, competence: row.competence };
  const imported = row.state?.imported ?? null;
  return {
    ...{ counts: row, place, name: row.company.legalName, stage: stageOf(row), stageName: stageNames[row.stage] },
    group: row.group?.legalName ?? '',
    warnings: imported === null ? '' : `${VERSIONS}/${imported.trialBalanceId}`,
  };
}

/** With the version that waits for its release while an earlier one is released. */
function stageOf(row: CompanyMonth): VNode {
  const { imported = null, progress = null } = row.state ?? {};
  const waits = imported !== null && progress !== null && imported.trialBalanceId !== progress.trialBalanceId;
  return (
    <>
      <a class={`state ${links.stageTones[row.stage]}`} href={links.rowAddress(row)}>
        {stageNames[row.stage]}
      </a>
      {waits && <small>{`versão ${imported.version} não liberada`}</small>}
      <small>
        <a href={links.checklistAddress({ companyId: row.company.companyId, competence: row.competence })}>
          Checklist
        </a>
      </small>
      {row.actsAfterClosing > 0 && (
        <small>
          <a href={links.afterClosingAddress(row)}>{actsAfterClosing(row.actsAfterClosing)}</a>
        </small>
      )}
    </>
  );
}

const BAR_WIDTH = 96;

/** The parts of a bar are in the columns beside it as numbers. */
function turnBar({ byTurn, total }: Counts, place: links.Place): VNode {
  if (total === 0) return <span class="zero">0</span>;
  let x = 0;
  const parts = turns.map((turn) => {
    const width = Math.round((byTurn[turn] / total) * BAR_WIDTH * 10) / 10;
    const part = width === 0 ? null : <rect {...links.turnShades[turn]} x={x} width={width} height="8" />;
    x += width;
    return part;
  });
  return (
    <a href={links.allAddress(place)}>
      <svg viewBox={`0 0 ${BAR_WIDTH} 8`} width={BAR_WIDTH} height="8" aria-hidden="true">
        {parts}
      </svg>
      {wholeNumber(total)}
    </a>
  );
}

/** `shown`: one of the months; null: none has anything. */
type Props = Readonly<{
  call: ConsoleCall;
  closing: ClosingMonths;
  shown: ClosingMonth | null;
  chart: DoneByDay | null;
  until: Competence | null;
}>;

const PATH = '/console/fechamento';

function Closing({ closing: { months, hasOlder }, shown, chart, until, call }: Props) {
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
          Atrasadas: <LinkedNumber count={month.overdue} href={links.overdueAddress(all)} look="bad" />,
          'Não começadas': <LinkedNumber count={month.unbegun} href={links.unbegunAddress(all)} />,
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
          <Key look={links.turnShades[turn]}>{turnNames[turn]}</Key>
        ))}
      </p>
      <ClosingTable {...{ call, month }} label={`Empresas em ${name}`} />
    </Part>
  );
}

const doneText = ({ byTurn, total }: ClosingMonth): string =>
  `${wholeNumber(byTurn.done)} de ${counted(total, 'conciliação', 'conciliações')}`;

function closedText({ closed, companies }: Pick<ClosingMonth, 'closed' | 'companies'>): string {
  return `${wholeNumber(closed)} de ${counted(companies.length, 'fechada')}`;
}

const percentDone = ({ byTurn, total }: ClosingMonth): string =>
  total === 0 ? '–' : `${Math.floor((byTurn.done * 100) / total)} %`;

const otherColumns = (until: Competence | null): readonly Column<ClosingMonth>[] => [
  column('Competência', 'name start', ({ competence }) => (
    <a href={`${PATH}?${until === null ? '' : `ate=${until}&`}competencia=${competence}`}>
      {monthName(competence)}
    </a>
  )),
  column('Empresas', 'end', closedText),
  column('Concluídas', 'number', doneText),
  column('Atrasadas', 'number', ({ overdue }) => wholeNumber(overdue)),
  column('Depois do fechamento', '', ({ actsAfterClosing: count }) =>
    count === 0 ? '–' : actsAfterClosing(count),
  ),
];

export const fechamentoRoutes: readonly ConsoleRoute[] = [get('/console/fechamento', showClosing)];

/** `ate`: the newest competence shown; `competencia`: that shown, else the one to close. Others are ignored: old links stay open. */
async function showClosing(call: ConsoleCall): Promise<void> {
  const { deps, session } = call;
  const until = askedIn(call).month('ate');
  const closing = await closingMonths(deps, session, { until: until ?? undefined });
  const { months } = closing;
  const asked = askedIn(call).month('competencia');
  const withCompanies = months.filter(({ companies }) => companies.length > 0);
  const shown =
    withCompanies.find(({ competence }) => competence === asked) ??
    monthToClose(withCompanies) ??
    withCompanies[0] ??
    null;
  if (shown !== null && (await answeredAsFile(call, closingFile(shown)))) return;
  const holidays = holidaysOf(deps.registers.workflowOf(session.clientId));
  const chart = shown === null || shown.total === 0 ? null : doneByDay(shown, holidays, deps.clock.now());
  showPage(call, {
    ...{ title: 'Fechamento', now: deps.clock.now() },
    body: <Closing {...{ call, closing, shown, chart, until }} />,
  });
}

// GET /console/fechamento: the month that is being closed, its companies, and the other competences one line each.
import { counted, dayText, wholeNumber, money } from '../../../messages/formats.js';
import { Chart, Key } from '../../design/Chart.js';
import { monthFilter, refusedFilters, type Filter } from '../../design/Filters.js';
import { column, Numbers, PagedTable, Table, type Column } from '../../design/Table.js';
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
} from '../../../projections/views/competences/closingMonths.js';
import type { ComponentProps, VNode } from 'preact';
import { LinkedNumber, Empty, Errors, Facts, Part } from '../../design/values.js';
import { answeredAsFile } from '../../exportedTable.js';
import { addressWith, type ConsoleCall, get, queryOf } from '../../route.js';
import { useCall } from '../../design/Form.js';
import { NoCompany, NoReconciliation } from '../registers/change.js';
import { companiesSeen } from '../../session/access.js';
import * as links from './addresses.js';
import {
  actsAfterClosing,
  approverDeadlines,
  daysLeftText,
  groupName,
  notAmongMonths,
  stageWords,
  turnNames,
} from '../../../messages/closing.js';
import { month as monthName, previousCompetence, type Competence } from '../../../domain/kernel/competence.js';
import { showPage } from '../../design/Page.js';
import { paths } from '../../paths.js';

/** The width of all bars on a desktop, in pixels. */
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
        marks: deadlines.filter((_, at) => at === 0 || at === deadlines.length - 1),
        below: 'dia útil depois do fim do mês',
      }}
    >
      <figcaption class="keys">
        <Key look={{ class: 'done' }}>concluídas no dia</Key>
        <Key look="line">concluídas até o dia</Key>
        {due !== null && <Key look="ideal">ritmo para cumprir o prazo</Key>}
        {deadlines.length > 0 && <Key look="mark">{approverDeadlines(deadlines)}</Key>}
      </figcaption>
      <Numbers<WorkingDay>
        label="Números do gráfico"
        rows={days}
        columns={[
          column('Dia útil', 'start', (day) =>
            day.number === 0
              ? 'até o fim do mês'
              : `${day.number}º${isCut && day === days.at(-1) ? ' em diante' : ''}`,
          ),
          column('Data', 'end', ({ number, date }) => (number === 0 ? '' : dayText(date))),
          column('Concluídas no dia', 'number', ({ done }) => wholeNumber(done)),
          column('Até o dia', 'number', ({ doneSoFar }) => wholeNumber(doneSoFar)),
        ]}
      />
    </Chart>
  );
}

/** `group`: that of the company. */
type Row = Counts &
  Readonly<{
    place: links.Place;
    name: string;
    group: string;
    stage: VNode | string;
    /** "" of several companies. */
    stageName: string;
    /** The page that lists the warnings. */
    warningsAddress: string | null;
  }>;

function linked(
  head: string,
  how: 'number off' | 'number wide' | 'number end',
  count: (row: Row) => number,
  addressOf: (place: links.Place) => string,
  more: Pick<ComponentProps<typeof LinkedNumber>, 'look' | 'unit'> = {},
): Column<Row> {
  return column(head, how, ['integer', count], (row) => (
    <LinkedNumber count={count(row)} href={addressOf(row.place)} {...more} />
  ));
}

const columns: readonly Column<Row>[] = [
  column('Empresa', 'line', ['text', ({ name }) => name], ({ name, stageName }) =>
    stageName === '' ? <strong>{name}</strong> : name,
  ),
  column('Etapa', 'line', ['text', (row) => row.stageName], ({ stage }) => stage),
  column('Conciliações', 'nowrap start', ['integer', ({ total }) => total], turnBar),
  ...turns.map((turn) =>
    linked(
      turnNames[turn],
      'number wide',
      ({ byTurn }) => byTurn[turn],
      (place) => links.turnAddress(place, turn),
    ),
  ),
  linked('Atrasadas', 'number end', ({ overdue }) => overdue, links.overdueAddress, {
    look: 'bad',
    unit: ['atrasada', 'atrasadas'],
  }),
  linked('Vencem em 24 h', 'number off', ({ dueSoon }) => dueSoon, links.dueSoonAddress, { look: 'warn' }),
  column(
    'Diferenças em aberto',
    'number line',
    ['amount', ({ openDifferenceCents }) => openDifferenceCents / 100],
    ({ openDifferenceCents: cents, place }) => (
      <LinkedNumber
        count={cents}
        href={links.differenceAddress(place)}
        text={money(cents)}
        unit={['de diferença', 'de diferença']}
      />
    ),
  ),
  column(
    'Avisos',
    'number off',
    { Avisos: ['integer', (row) => row.warnings], Grupo: ['text', ({ group }) => group] },
    (row) => <LinkedNumber count={row.warnings} href={row.warningsAddress} />,
  ),
];

function ClosingTable({ month }: MonthProps) {
  const { competence } = month;
  const rows = blocksOf(month).flatMap((block) => [
    ...(block.group === null ? [] : [groupRow(block, block.group)]),
    ...block.companies.map(rowOf),
  ]);
  const foot = month.companies.length > 1 ? sumOf(month, { companyId: null, competence }) : undefined;
  const caption = `Empresas em ${monthName(competence)}`;
  return <PagedTable caption={caption} look="closing" columns={columns} rows={rows} foot={foot} />;
}

function groupRow(block: ClosingMonth, { companyId: groupId, legalName: group }: CompanyMonth['company']): Row {
  const sum = sumOf(block, { companyId: null, groupId, competence: block.competence });
  return { ...sum, name: groupName(group), group, warningsAddress: null };
}

function sumOf(month: ClosingMonth, place: links.Place): Row {
  return {
    ...month,
    place,
    name: 'Total',
    group: '',
    warningsAddress: links.trialBalancesAddress(place),
    stageName: '',
    stage: closedText(month),
  };
}

function rowOf(row: CompanyMonth): Row {
  const place = { companyId: row.company.companyId, competence: row.competence };
  const imported = row.state?.imported ?? null;
  return {
    ...row,
    place,
    name: row.company.legalName,
    group: row.group?.legalName ?? '',
    stage: stageOf(row, place),
    stageName: stageWords[row.stage].name,
    warningsAddress: imported === null ? '' : `${paths.trialBalances}/${imported.balanceteId}`,
  };
}

/** Stage, with the version that waits for its release while an earlier one is released. */
function stageOf(row: CompanyMonth, place: links.Place): VNode {
  const { imported = null, progress = null } = row.state ?? {};
  const { tone, name } = stageWords[row.stage];
  const waits = imported !== null && progress !== null && imported.balanceteId !== progress.trialBalanceId;
  return (
    <>
      <a class={`state ${tone}`} href={links.rowAddress(row)}>
        {name}
      </a>
      {waits && <small>{`versão ${imported.versao} não liberada`}</small>}
      <small>
        <a href={links.checklistAddress(place)}>Checklist</a>
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
function turnBar({ byTurn, total, place }: Row): VNode {
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

type OthersProps = Readonly<{ title: string; months: readonly ClosingMonth[]; areClosed?: boolean }>;

function Others({ title, months, areClosed = false }: OthersProps) {
  const { querystring } = useCall();
  if (months.length === 0) return null;
  const addressOf = (period: Competence) =>
    addressWith(paths.closing, querystring, { period, competencia: null, page: null });
  /** Opens the month, whose companies lead to the acts. */
  const afterClosing = column<ClosingMonth>('Atos posteriores', 'number', ({ actsAfterClosing, competence }) => (
    <LinkedNumber count={actsAfterClosing} href={addressOf(competence)} />
  ));
  return (
    <Part title={title}>
      <Table<ClosingMonth>
        caption={title}
        look="alike"
        rows={months}
        columns={[
          column('Competência', 'start', ({ competence }) => (
            <a href={addressOf(competence)}>{monthName(competence)}</a>
          )),
          column('Empresas', 'end', closedText),
          column('Concluídas', 'number', doneText),
          ...(areClosed ? [afterClosing] : []),
          column('Atrasadas', 'number', ({ overdue, competence }) => (
            <LinkedNumber
              count={overdue}
              href={links.overdueAddress({ companyId: null, competence })}
              look="bad"
            />
          )),
        ]}
      />
    </Part>
  );
}

type MonthProps = Readonly<{ month: ClosingMonth }>;

function ShownMonth({ month, chart }: MonthProps & Readonly<{ chart: DoneByDay | null }>) {
  const name = monthName(month.competence);
  const title = `titulo-${month.competence}`;
  const all = { companyId: null, competence: month.competence };
  return (
    <Part id={title} title={name}>
      <Facts
        look="facts cards"
        of={{
          Concluídas: [percentDone(month), ' ', <small>{doneText(month)}</small>],
          'Dias úteis até o prazo': chart && daysLeftText(chart.daysLeft),
          Atrasadas: <LinkedNumber count={month.overdue} href={links.overdueAddress(all)} look="bad" />,
          'Não começadas': <LinkedNumber count={month.unbegun} href={links.unbegunAddress(all)} />,
        }}
      />
      {chart !== null && (
        <>
          <h3>Concluídas por dia útil</h3>
          <DoneChart chart={chart} />
        </>
      )}
      <p class="keys" aria-hidden="true">
        {turns.map((turn) => (
          <Key look={links.turnShades[turn]}>{turnNames[turn]}</Key>
        ))}
      </p>
      <ClosingTable month={month} />
    </Part>
  );
}

const doneText = ({ byTurn, total }: ClosingMonth): string =>
  total === 0
    ? 'nenhuma conciliação'
    : `${wholeNumber(byTurn.done)} de ${counted(total, 'conciliação', 'conciliações')}`;

function closedText({ closed, companies }: Pick<ClosingMonth, 'closed' | 'companies'>): string {
  return `${wholeNumber(closed)} de ${counted(companies.length, 'fechada')}`;
}

const percentDone = ({ byTurn, total }: ClosingMonth): string =>
  total === 0 ? '–' : `${Math.floor((byTurn.done * 100) / total)} %`;

export const fechamentoRoutes = [get(paths.closing, showClosing)];

/** `ate`: the newest competence on the page; `period` (old: `competencia`): that shown, else the one to close. */
const ADDRESS: readonly Filter[] = [
  { label: 'Até', name: 'ate', type: 'month' },
  monthFilter(null),
  { label: 'Competência', name: 'competencia', type: 'month' },
];

/** What the address names and the page does not have is said above the month to close: old links stay open. */
async function showClosing(call: ConsoleCall): Promise<void> {
  const { deps, session } = call;
  const { month } = queryOf(call);
  const until = month('ate');
  const requested = month() ?? month('competencia');
  const { months, hasOlder } = await closingMonths(deps, session, { until: until ?? undefined });
  const toClose = await monthToClose(deps, session, { months, hasOlder: hasOlder && until === null });
  const withCompanies = months.filter(({ companies }) => companies.length > 0);
  const current =
    withCompanies.find(({ competence }) => competence === requested) ?? toClose ?? withCompanies[0] ?? null;
  const refused = refusedFilters(call, ADDRESS);
  const missing = requested === null || requested === current?.competence ? [] : [notAmongMonths(requested)];
  const isAsked = refused.length === 0 && missing.length === 0;
  if (current !== null && isAsked) {
    const file = { name: 'Fechamento', fileName: `fechamento-${current.competence}`, columns };
    if (await answeredAsFile(call, { ...file, rows: current.companies.map(rowOf) })) return;
  }
  const now = deps.clock.now();
  const { holidays } = deps.registers.workflowOf(session.clientId);
  const chart = current === null || current.total === 0 ? null : doneByDay(current, holidays, now);
  const others = withCompanies.filter((one) => one !== current);
  const isClosed = ({ closed, companies }: ClosingMonth): boolean => closed === companies.length;
  const oldest = months.at(-1)?.competence;
  const seesCompanies = companiesSeen(deps.registers, session).length > 0;
  showPage(call, {
    title: 'Fechamento',
    now,
    status: refused.length > 0 ? 400 : 200,
    body: (
      <>
        <Errors sentences={[...refused, ...missing]} />
        {current !== null && <ShownMonth month={current} chart={chart} />}
        {current === null && until !== null && <Empty>{`Nenhum balancete até ${monthName(until)}.`}</Empty>}
        {current === null && until === null && (seesCompanies ? <NoReconciliation /> : <NoCompany />)}
        <Others title="Outras competências abertas" months={others.filter((one) => !isClosed(one))} />
        <Others title="Competências fechadas" months={others.filter(isClosed)} areClosed />
        {(hasOlder || until !== null) && (
          <nav class="buttons no-print" aria-label="Outras competências">
            {until !== null && <a href={paths.closing}>Competências mais novas</a>}
            {hasOlder && oldest !== undefined && (
              <a href={`${paths.closing}?ate=${previousCompetence(oldest)}`}>Competências anteriores</a>
            )}
          </nav>
        )}
      </>
    ),
  });
}

// Meu dia: what waits for the person, and what those who oversee look after.
import type { ComponentChildren } from 'preact';
import { wholeNumber } from '../../../messages/formats.js';
import { reconciliationStates } from '../../../domain/reconciliation/states.js';
import * as words from '../../../messages/deadlines.js';
import { Table, type Column } from '../../design/Table.js';
import { DateTime, LinkedNumber, Period, State, Facts, Part } from '../../design/values.js';
import { LIST_PATH } from '../conciliacoes/address.js';
import { allAddress, rowAddress, stageTones } from '../fechamento/addresses.js';
import type { CompanyMonth } from '../../../projections/views/competences/closingMonths.js';
import { COUNTED_MAX } from '../../../projections/views/worklist/worklist.js';
import { stageNames } from '../../../messages/closing.js';
import { type LateOwner, type MyDay, type Returned, readMyDay, type MyDayDependencies } from './query.js';
import { showPage } from '../../design/Page.js';
import { redirectTo } from '../../session/answers.js';
import { get, type ConsoleRoute } from '../../route.js';

type Waiting = Omit<Returned, 'words'> & Partial<Pick<Returned, 'words'>>;
const MINE = `${LIST_PATH}?fila=minhas`;
const BAR_WIDTH = 160;

export function MyDayPage({ day, now }: Readonly<{ day: MyDay; now: Date }>) {
  const { mine, late, blocking, closed } = day;
  const next = (href: string, label: string) => <a href={href}>{label}</a>;
  return (
    <>
      {mine && <Mine mine={mine} now={now} />}
      {blocking && (
        <Listed title="O que impede o fechamento" columns={companyColumns} rows={blocking}>
          {words.nothingBlocks} {next('/console/competencias', 'Ir para Competências')}
        </Listed>
      )}
      {late && (
        <Listed title="Atrasadas por pessoa" columns={lateColumns(late, now)} rows={late}>
          {words.nothingLate}
        </Listed>
      )}
      {late && late.reduce((sum, { count }) => sum + count, 0) >= COUNTED_MAX && (
        <p class="hint">
          {words.countedOnly(COUNTED_MAX)} {next(`${LIST_PATH}?fila=atrasadas`, 'Ver todas as atrasadas')}
        </p>
      )}
      {closed && (
        <Listed title="Fechadas por último" columns={[...companyColumns, closedAt]} rows={closed}>
          {words.nothingClosed} {next('/console/fechamento', 'Ver o Fechamento')}
        </Listed>
      )}
    </>
  );
}

function Mine({ mine, now }: Readonly<{ mine: NonNullable<MyDay['mine']>; now: Date }>) {
  const { rows, returned, counts } = mine;
  const count = (number: number, filter: string, look?: 'bad' | 'warn') => (
    <LinkedNumber count={number} href={`${MINE}${filter}`} look={look} />
  );
  return (
    <>
      <Facts
        look="facts cards"
        of={{
          'Esperam por mim': count(counts.waiting, '&ordem=prazo'),
          Devolvidas: <LinkedNumber count={counts.returned} href="#devolvidas" look="warn" />,
          Atrasadas: count(counts.late, '&slaStatus=OVERDUE', 'bad'),
          'Vencem hoje': count(counts.today, '&slaStatus=DUE_SOON', 'warn'),
        }}
      />
      {returned.length > 0 && (
        <div id="devolvidas">
          <Listed title="Devolvidas a mim" columns={waitingColumns(now)} rows={returned} />
        </div>
      )}
      {(rows.length > 0 || returned.length === 0) && (
        <Listed title="Espera por mim" columns={waitingColumns(now)} rows={rows}>
          {words.nothingWaits} <a href={`${LIST_PATH}?fila=todas`}>Ver todas as conciliações</a>
        </Listed>
      )}
      {counts.waiting > rows.length + returned.length && (
        <p>
          <a href={`${MINE}&ordem=prazo`}>{`Ver todas as ${wholeNumber(counts.waiting)}`}</a>
        </p>
      )}
    </>
  );
}

type ListedProps<Row> = Readonly<{ title: string; columns: readonly Column<Row>[]; rows: readonly Row[] }>;

/** @param children in place of no rows */
function Listed<Row>({ title, columns, rows, children }: ListedProps<Row> & { children?: ComponentChildren }) {
  return (
    <Part title={title}>
      <Table caption={title} {...{ columns, rows }} empty={children} isList />
    </Part>
  );
}

const waitingColumns = (now: Date): readonly Column<Waiting>[] => [
  {
    ...{ head: 'Conta', as: 'name', phone: 'line' },
    cell: ({ id, contaCodigo, contaDescricao, empresaNome, competencia }) => (
      <>
        <a href={`${LIST_PATH}/${id}`}>{`${contaCodigo} ${contaDescricao}`}</a>
        <small>
          {empresaNome} · <Period period={competencia} />
        </small>
      </>
    ),
  },
  {
    ...{ head: 'Por quê', phone: 'start' },
    cell: ({ status, words: said }) => (
      <>
        {reconciliationStates[status].waits}
        {said && <small>“{said}”</small>}
      </>
    ),
  },
  {
    ...{ head: 'Prazo', as: 'nowrap', phone: 'end' },
    cell: ({ prazo, slaStatus }) => (
      <State tone={slaStatus === 'OVERDUE' ? 'bad' : slaStatus === 'DUE_SOON' ? 'warn' : 'plain'}>
        {words.daysFrom(prazo, now)}
      </State>
    ),
  },
];

const companyColumns: readonly Column<CompanyMonth>[] = [
  {
    ...{ head: 'Empresa', as: 'name', phone: 'start' },
    cell: (row) => <a href={rowAddress(row)}>{row.company.legalName}</a>,
  },
  { head: 'Competência', phone: 'end', cell: ({ competence }) => <Period period={competence} /> },
  {
    ...{ head: 'Etapa', phone: 'start' },
    cell: (row) => <State tone={stageTones[row.stage]}>{stageNames[row.stage]}</State>,
  },
  {
    ...{ head: 'Faltam', as: 'number', phone: 'end' },
    cell: ({ total, byTurn, company: { companyId }, competence }) => (
      <LinkedNumber
        count={total - byTurn.done}
        href={`${allAddress({ companyId, competence })}&vez=abertas`}
        unit={['conciliação', 'conciliações']}
      />
    ),
  },
];

const closedAt: Column<CompanyMonth> = {
  ...{ head: 'Fechada em', phone: 'line' },
  cell: ({ state }) => <DateTime at={state?.closing?.at ?? null} />,
};

const lateColumns = (late: readonly LateOwner[], now: Date): readonly Column<LateOwner>[] => [
  {
    ...{ head: 'Pessoa', as: 'name', phone: 'start' },
    cell: ({ personId, name, role }) => (
      <>
        {personId === null ? (
          'Ninguém ainda'
        ) : (
          <a href={`${LIST_PATH}?fila=atrasadas&responsavel=${encodeURIComponent(name)}`}>{name}</a>
        )}
        <small>{role}</small>
      </>
    ),
  },
  {
    ...{ head: 'Atrasadas', phone: 'line' },
    cell: ({ count }) => (
      <span class="bad chart">
        <svg viewBox={`0 0 ${BAR_WIDTH} 8`} width={BAR_WIDTH} height="8" aria-hidden="true">
          <rect height="8" width={Math.max(2, Math.round((count / (late[0]?.count ?? 1)) * BAR_WIDTH))} />
        </svg>{' '}
        {wholeNumber(count)}
      </span>
    ),
  },
  { head: 'A mais antiga', as: 'nowrap', phone: 'end', cell: ({ oldest }) => words.daysFrom(oldest, now) },
];

export function myDayRoutes(deps: MyDayDependencies): readonly ConsoleRoute[] {
  return [
    get('/console', async (call) => {
      if (/[?&](ate|competencia)=/.test(call.search)) return redirectTo(call, `/console/fechamento${call.search}`);
      const day = await readMyDay(deps, call.state.session);
      showPage(call, { title: 'Meu dia', body: <MyDayPage day={day} now={deps.clock.now()} /> });
    }),
  ];
}

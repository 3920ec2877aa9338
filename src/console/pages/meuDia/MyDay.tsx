// GET /console, Meu dia: what waits for the person, and what those who oversee look after, by their roles.
import * as words from '../../../messages/deadlines.js';
import { valuesOf } from '../../../domain/kernel/vocabulary.js';
import { lateByPerson, turns, type WorklistRow } from '../../../projections/views/worklist/worklist.js';
import type { SignedIn } from '../../session/sessions.js';
import { allSeen, lateNamed, readWaiting, returnsOf, type ListDependencies } from '../conciliacoes/query.js';
import {
  closingMonths,
  monthToClose,
  type ClosingDependencies,
  type CompanyMonth,
} from '../../../projections/views/competences/closingMonths.js';
import type { ComponentChildren } from 'preact';
import { wholeNumber } from '../../../messages/formats.js';
import { NOBODY_YET } from '../../../messages/reconciliations.js';
import { reconciliationStates, slaStatusWords } from '../../../domain/reconciliation/states.js';
import { column, monthColumn, Numbers, stateColumn, Table, type Column } from '../../design/Table.js';
import { LinkedNumber, Period, Facts, Part } from '../../design/values.js';
import { rowAddress, sendAddress, unfinishedAddress } from '../fechamento/addresses.js';
import { stageWords } from '../../../messages/closing.js';
import { showPage } from '../../design/Page.js';
import { redirectTo } from '../../session/answers.js';
import { companiesSeen } from '../../session/access.js';
import { NoCompany } from '../registers/change.js';
import { addressWith, get, type ConsoleRoute } from '../../route.js';
import { pagePath } from '../conciliacao/addresses.js';
import { waitingPart } from '../enviar/upload.js';
import { paths } from '../../paths.js';

const ROWS_MAX = 10;

type MyDayDependencies = ListDependencies & ClosingDependencies;
/** `said`: by who returned it. */
type Waiting = WorklistRow & Readonly<{ said?: string | undefined }>;
type LateOwner = Awaited<ReturnType<typeof readLate>>[number];

/** Null: not of the person's roles. `blocking`: companies of the month to close that are not ready. */
async function readMyDay(deps: MyDayDependencies, session: SignedIn) {
  const { has, hasAny } = session.access;
  const needsMonths = hasAny(['MODULE_ADMIN', 'AUDITOR']);
  const [mine, late, closing] = await Promise.all([
    hasAny(['PREPARER', 'REVIEWER', 'APPROVER', 'SUPERVISOR']) ? readMine(deps, session) : null,
    hasAny(['REVIEWER', 'APPROVER', 'SUPERVISOR', 'MODULE_ADMIN']) ? readLate(deps, session) : null,
    needsMonths ? closingMonths(deps, session) : null,
  ]);
  const months = closing?.months ?? [];
  const open = closing !== null && has('MODULE_ADMIN') ? await monthToClose(deps, session, closing) : null;
  const blocking = open?.companies.filter(({ stage }) => stage !== 'CLOSED' && stage !== 'READY') ?? [];
  const closed = months.flatMap(({ companies }) => companies.filter(({ stage }) => stage === 'CLOSED'));
  const closedAt = ({ state }: CompanyMonth): string => state?.closing?.em ?? '';
  return {
    mine,
    late,
    blocking: has('MODULE_ADMIN') ? blocking : null,
    closed: has('AUDITOR') ? closed.sort((a, b) => (closedAt(a) < closedAt(b) ? 1 : -1)).slice(0, ROWS_MAX) : null,
  };
}

async function readMine(deps: MyDayDependencies, session: SignedIn) {
  const list = (filters: string) => readWaiting(deps, session, { filters });
  const [all, late, today, reviewed, rejected] = await Promise.all([
    list(''),
    list('&slaStatus=OVERDUE'),
    list('&slaStatus=DUE_SOON'),
    list('&status=RETURNED_BY_REVIEW'),
    list('&status=REJECTED'),
  ]);
  const returned = [...reviewed.rows, ...rejected.rows].sort((a, b) => (a.prazo < b.prazo ? -1 : 1));
  const shown = returned.slice(0, ROWS_MAX);
  const ids = shown.map(({ id }) => id);
  const returns = await returnsOf(deps, session.clientId, ids);
  const total = (page: typeof all) => page.pagination.total;
  return {
    rows: all.rows.filter(({ id }) => !returned.some((one) => one.id === id)).slice(0, ROWS_MAX),
    returned: shown.map((row) => ({ ...row, said: returns.get(row.id)?.said })),
    counts: {
      waiting: total(all),
      late: total(late),
      today: total(today),
      returned: total(reviewed) + total(rejected),
    },
  };
}

async function readLate(deps: MyDayDependencies, session: SignedIn) {
  const { users, erased } = deps.registers.workflowOf(session.clientId);
  const query = { companies: allSeen(deps, session), people: [...users.keys(), ...erased] };
  const late = await lateByPerson(deps.pages, session, query, deps.clock.now());
  return lateNamed(deps, late);
}

const MINE = `${paths.reconciliations}?fila=minhas`;
const BAR_WIDTH = 160;

function Mine({ rows, returned, counts, now }: Awaited<ReturnType<typeof readMine>> & Readonly<{ now: Date }>) {
  const count = (number: number, filter: string, look?: 'bad' | 'warn') => (
    <LinkedNumber count={number} href={`${MINE}${filter}`} look={look} />
  );
  return (
    <>
      {counts.waiting > 0 && (
        <Facts
          look="facts cards"
          of={{
            'Esperam por mim': count(counts.waiting, '&ordem=prazo'),
            Devolvidas: <LinkedNumber count={counts.returned} href="#devolvidas" look="warn" />,
            Atrasadas: count(counts.late, '&slaStatus=OVERDUE', 'bad'),
            'Vencem hoje': count(counts.today, '&slaStatus=DUE_SOON', 'warn'),
          }}
        />
      )}
      {returned.length > 0 && (
        <div id="devolvidas">
          <Listed title="Devolvidas a mim" columns={waitingColumns(now)} rows={returned} />
        </div>
      )}
      {(rows.length > 0 || returned.length === 0) && (
        <Listed title="Esperam por mim" columns={waitingColumns(now)} rows={rows}>
          {words.nothingWaits} <a href={`${paths.reconciliations}?fila=todas`}>Ver todas as conciliações</a>
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

function Listed<Row>({ title, columns, rows, children }: ListedProps<Row> & { children?: ComponentChildren }) {
  return (
    <Part title={title}>
      <Table caption={title} look="day" columns={columns} rows={rows} empty={children} isList />
    </Part>
  );
}

const waitingColumns = (now: Date): readonly Column<Waiting>[] => [
  column('Conta', 'line', ({ id, contaCodigo, contaDescricao, empresaNome, competencia }) => (
    <>
      <a href={pagePath(id)}>{`${contaCodigo} ${contaDescricao}`}</a>
      <small>
        {empresaNome} · <Period period={competencia} />
      </small>
    </>
  )),
  column('Por quê', 'start', ({ status, said }) => (
    <>
      {reconciliationStates[status].waits}
      {said && <small>{said}</small>}
    </>
  )),
  stateColumn('Prazo', 'nowrap end', ({ prazo, slaStatus }) => ({
    tone: slaStatusWords[slaStatus].tone,
    name: words.daysFrom(prazo, now),
  })),
];

const companyColumns: readonly Column<CompanyMonth>[] = [
  column('Empresa', 'start', ['text', ({ company }) => company.legalName], { href: workAddress }),
  monthColumn('Competência', 'end', ({ competence }) => competence),
];

/** A month without a trial balance begins with sending one. */
function workAddress(month: CompanyMonth): string {
  const place = { companyId: month.company.companyId, competence: month.competence };
  return month.stage === 'AWAITING' ? sendAddress(place) : rowAddress(month);
}

const missing: Column<CompanyMonth> = column(
  'Faltam',
  'number end',
  ({ total, byTurn, company: { companyId }, competence }) =>
    total === 0 ? (
      '–'
    ) : (
      <LinkedNumber
        count={total - byTurn.done}
        href={unfinishedAddress({ companyId, competence })}
        unit={['a concluir', 'a concluir']}
      />
    ),
);

const blockingColumns: readonly Column<CompanyMonth>[] = [
  ...companyColumns,
  stateColumn('Etapa', 'start', ({ stage }) => stageWords[stage]),
  missing,
];
const closedColumns: readonly Column<CompanyMonth>[] = [
  ...companyColumns,
  column('Fechada em', 'start', ['moment', ({ state }) => state?.closing?.em]),
  missing,
];

function lateAddress({ name, role }: LateOwner): string {
  const turn = valuesOf(turns).find((one) => turns[one].name === role) ?? null;
  return addressWith(paths.reconciliations, '', { fila: 'atrasadas', responsavel: name || NOBODY_YET, vez: turn });
}

const lateColumns = (late: readonly LateOwner[], now: Date): readonly Column<LateOwner>[] => [
  column('Pessoa', 'start', (owner) => (
    <>
      <a href={lateAddress(owner)}>{owner.name || NOBODY_YET}</a>
      <small>{owner.role}</small>
    </>
  )),
  column('Atrasadas', 'line', ({ count }) => (
    <span class="bad chart">
      <svg viewBox={`0 0 ${BAR_WIDTH} 8`} width={BAR_WIDTH} height="8" aria-hidden="true">
        <rect height="8" width={Math.max(2, Math.round((count / (late[0]?.count ?? 1)) * BAR_WIDTH))} />
      </svg>{' '}
      {wholeNumber(count)}
    </span>
  )),
  column('A mais antiga', 'nowrap', ({ oldest }) => words.daysFrom(oldest, now)),
];

export const myDayRoutes: readonly ConsoleRoute[] = [
  get(paths.myDay, async (call) => {
    const { deps } = call;
    if (/[?&](ate|competencia)=/.test(call.search)) return redirectTo(call, `${paths.closing}${call.search}`);
    if (companiesSeen(deps.registers, call.session).length === 0)
      return showPage(call, { title: 'Meu dia', body: <NoCompany /> });
    const { mine, late, blocking, closed } = await readMyDay(deps, call.session);
    const now = deps.clock.now();
    showPage(call, {
      title: 'Meu dia',
      body: (
        <>
          {await waitingPart(call)}
          {mine && <Mine {...mine} now={now} />}
          {blocking && (
            <Listed title="O que impede o fechamento" columns={blockingColumns} rows={blocking.slice(0, ROWS_MAX)}>
              {words.nothingBlocks} <a href={paths.competences}>Ir para Competências</a>
            </Listed>
          )}
          {blocking && blocking.length > ROWS_MAX && (
            <p>
              <a href={paths.closing}>{words.allBlocking(blocking.length)}</a>
            </p>
          )}
          {late && (
            <Listed title="Atrasadas por pessoa" columns={lateColumns(late, now)} rows={late.slice(0, ROWS_MAX)}>
              {words.nothingLate}
            </Listed>
          )}
          {late && late.length > ROWS_MAX && (
            <Numbers label={words.otherPeople} columns={lateColumns(late, now)} rows={late.slice(ROWS_MAX)} />
          )}
          {closed && (
            <Listed title="Fechadas por último" columns={closedColumns} rows={closed}>
              {words.nothingClosed} <a href={paths.closing}>Ver o Fechamento</a>
            </Listed>
          )}
        </>
      ),
    });
  }),
];

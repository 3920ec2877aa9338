// /console/avisos: what the bell of the header counts, and leads to.
import { renderToString } from 'preact-render-to-string';
import type { Competence } from '../../../domain/kernel/competence.js';
import { CALENDAR_EXPLAINED, CALENDAR_MADE } from '../../../messages/calendar.js';
import { month, wholeNumber } from '../../../messages/formats.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { NOTICE_COUNT, NOTICES } from '../../design/navigation.js';
import { Form } from '../../design/Form.js';
import { showPage } from '../../design/Page.js';
import { alike, PagedTable, type Column } from '../../design/Table.js';
import { DateTime, Day, Period, State } from '../../design/values.js';
import { answeredAsFile } from '../../exportedTable.js';
import { anyRole, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { CALENDAR, calendarForms } from './calendarRoutes.js';
import { mailChoiceFor, mailForm, Mails } from './Mails.js';
import { noticeKinds, readNotices, type Notice } from './query.js';

type RouteDependencies = ConsoleDependencies;

/** More are not counted. */
const COUNTED_MAX = 99;

export function noticeRoutes(deps: RouteDependencies): readonly ConsoleRoute[] {
  return [
    { method: 'GET', path: NOTICES, may: anyRole, handle: (call) => showNotices(call, deps) },
    ...calendarForms(deps, (call, address) => showNotices(call, deps, address)),
    mailForm(deps),
    { method: 'GET', path: NOTICE_COUNT, may: anyRole, handle: (call) => showCount(call, deps) },
  ];
}

const columns: readonly Column<Notice>[] = [
  {
    ...{ head: 'O quê', as: 'nowrap', phone: 'start' },
    file: { 'O quê': ['text', ({ kind }) => noticeKinds[kind].name] },
    cell: ({ kind }) => <State tone={noticeKinds[kind].tone}>{noticeKinds[kind].name}</State>,
  },
  {
    ...{ head: 'Quando', as: 'nowrap', phone: 'end', file: { Quando: ['moment', ({ at }) => at] } },
    cell: ({ kind, at }) => (kind === 'mentioned' || kind === 'webhook' ? <DateTime at={at} /> : <Day at={at} />),
  },
  {
    ...{ head: 'Sobre', as: 'name', phone: 'line' },
    file: {
      Sobre: ['text', ({ title }) => title],
      Empresa: ['text', ({ under }) => under],
      Competência: ['text', ({ competence }) => competence && month(competence as Competence)],
    },
    cell: ({ href, title, under, competence }) => (
      <>
        <a class="breaks" href={href}>
          {title}
        </a>
        {competence !== null && (
          <small>
            {under} · <Period period={competence} />
          </small>
        )}
      </>
    ),
  },
  { ...alike<Notice>('O que foi dito', ({ said }) => said), phone: 'line' },
];

/** @param made the address of the calendar that was just made */
async function showNotices(call: ConsoleCall, deps: RouteDependencies, made: string | null = null): Promise<void> {
  const rows = await readNotices(deps, call.state.session);
  if (await answeredAsFile(call, deps, { name: 'Avisos', fileName: 'avisos', columns, rows })) return;
  const choice = mailChoiceFor(deps, call);
  const empty = 'Nada a avisar: nada foi devolvido a você, nem está atrasado ou vence amanhã.';
  showPage(call, {
    title: 'Avisos',
    body: (
      <>
        <PagedTable caption="Avisos" {...{ call, columns, rows, empty }} isList />
        <Calendar {...{ call, made }} exists={await deps.credentials.hasCalendar(call.state.session.personId)} />
        {choice !== null && <Mails {...{ call, choice }} />}
      </>
    ),
  });
}

type CalendarProps = Readonly<{ call: ConsoleCall; made: string | null; exists: boolean }>;

function Calendar({ call, made, exists }: CalendarProps) {
  return (
    <section class="form-page no-print" aria-labelledby="calendario">
      <h2 id="calendario">Prazos no seu calendário</h2>
      <p class="muted">{CALENDAR_EXPLAINED}</p>
      {made !== null && (
        <div class="note done" role="status">
          {CALENDAR_MADE}: <code class="breaks">{made}</code>
        </div>
      )}
      <Form call={call} action={CALENDAR}>
        <button>{exists ? 'Trocar o endereço' : 'Criar endereço'}</button>
      </Form>
      {exists && (
        <Form call={call} action={`${CALENDAR}/revogar`}>
          <button>Revogar o endereço</button>
        </Form>
      )}
    </section>
  );
}

/** The number alone, which the header asks for once it is there. */
async function showCount(call: ConsoleCall, deps: RouteDependencies): Promise<void> {
  const { length } = await readNotices(deps, call.state.session);
  const shown = length > COUNTED_MAX ? `${COUNTED_MAX}+` : wholeNumber(length);
  call.type = 'html';
  call.body = length === 0 ? '' : renderToString(<strong id="contagem">{shown}</strong>);
}

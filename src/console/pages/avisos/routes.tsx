// /console/avisos: what the bell of the header counts, and leads to.
import { renderToString } from 'preact-render-to-string';
import type { Competence } from '../../../domain/kernel/competence.js';
import { CALENDAR_EXPLAINED, CALENDAR_MADE } from '../../../messages/deadlines.js';
import { month, wholeNumber } from '../../../messages/formats.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { NOTICE_COUNT, NOTICES } from '../../design/navigation.js';
import { Form, Checkbox } from '../../design/Form.js';
import { showList } from '../../design/List.js';
import type { Column } from '../../design/Table.js';
import { DateTime, Day, Period, State, Part } from '../../design/values.js';
import { get, noteWritten, personContext, post, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { CALENDAR, calendarForms } from './calendarRoutes.js';
import { noticeKinds, readNotices, type Notice } from './query.js';
import { chooseMail } from '../../../commands/people/enrolPeople.js';
import { mailChoiceOf } from '../../../domain/clients/workflowSettings.js';
import type { MailChoice } from '../../../domain/clients/events.js';
import { MAIL_AT_ONCE, MAIL_CHOSEN, MAIL_DAILY, MAIL_EXPLAINED, MAIL_HEADING } from '../../../messages/mail.js';
import { notice, redirectTo } from '../../session/answers.js';
import { readForm } from '../../session/readForm.js';

/** More are not counted. */
const COUNTED_MAX = 99;

export function noticeRoutes(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  return [
    get(NOTICES, (call) => showNotices(call, deps)),
    ...calendarForms(deps, (call, address) => showNotices(call, deps, address)),
    mailForm(deps),
    get(NOTICE_COUNT, (call) => showCount(call, deps)),
  ];
}

const columns: readonly Column<Notice>[] = [
  {
    ...{ head: 'O quê', as: 'nowrap', phone: 'start' },
    file: ['text', ({ kind }) => noticeKinds[kind].name],
    cell: ({ kind }) => <State tone={noticeKinds[kind].tone}>{noticeKinds[kind].name}</State>,
  },
  {
    ...{ head: 'Quando', as: 'nowrap', phone: 'end', file: ['moment', ({ at }) => at] },
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
  { head: 'O que foi dito', phone: 'line', file: ['text', ({ said }) => said] },
];

/** @param made the address of the calendar that was just made */
async function showNotices(
  call: ConsoleCall,
  deps: ConsoleDependencies,
  made: string | null = null,
): Promise<void> {
  const rows = await readNotices(deps, call.state.session);
  const choice = mailChoiceFor(deps, call);
  await showList(call, deps, {
    ...{ title: 'Avisos', fileName: 'avisos', columns, rows, isList: true },
    empty: 'Nada a avisar: nada foi devolvido a você, nem está atrasado ou vence amanhã.',
    after: (
      <>
        <Calendar {...{ call, made }} exists={await deps.credentials.hasCalendar(call.state.session.personId)} />
        {choice !== null && <Mails {...{ call, choice }} />}
      </>
    ),
  });
}

type CalendarProps = Readonly<{ call: ConsoleCall; made: string | null; exists: boolean }>;

function Calendar({ call, made, exists }: CalendarProps) {
  return (
    <Part id="calendario" look="form-page no-print" title="Prazos no seu calendário">
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
    </Part>
  );
}

/** The number alone, which the header asks for once it is there. */
async function showCount(call: ConsoleCall, deps: ConsoleDependencies): Promise<void> {
  const { length } = await readNotices(deps, call.state.session);
  const shown = length > COUNTED_MAX ? `${COUNTED_MAX}+` : wholeNumber(length);
  call.type = 'html';
  call.body = length === 0 ? '' : renderToString(<strong id="contagem">{shown}</strong>);
}

const MAIL = `${NOTICES}/emails`;

export function mailForm(deps: ConsoleDependencies): ConsoleRoute {
  return post(MAIL, async (call) => {
    const form = await readForm(call, deps);
    const { eventLog: log, folds, clock } = deps;
    const choice = { daily: form.has('diario'), atOnce: form.has('naHora') };
    const position = await chooseMail({ log, folds, clock }, call.state.session, choice, personContext(call));
    await noteWritten(deps, call, position);
    notice(call, MAIL_CHOSEN);
    redirectTo(call, NOTICES);
  });
}

/** As the person chose; null where no mail is sent. */
export function mailChoiceFor(
  { sendsMail, registers }: ConsoleDependencies,
  call: ConsoleCall,
): MailChoice | null {
  const { clientId, personId } = call.state.session;
  return sendsMail ? mailChoiceOf(registers.workflowOf(clientId), personId) : null;
}

export function Mails({ call, choice }: Readonly<{ call: ConsoleCall; choice: MailChoice }>) {
  return (
    <Part id="emails" look="form-page no-print" title={MAIL_HEADING}>
      <p class="muted">{MAIL_EXPLAINED}</p>
      <Form call={call} action={MAIL}>
        <Checkbox name="diario" label={MAIL_DAILY} checked={choice.daily} />
        <Checkbox name="naHora" label={MAIL_AT_ONCE} checked={choice.atOnce} />
        <button>Salvar</button>
      </Form>
    </Part>
  );
}

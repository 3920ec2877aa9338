// /console/avisos: what the bell of the header counts, and leads to. The person's deadlines as a calendar, at a secret address without
// a session (docs/spec/console.md#calendar).
import { createHash, randomBytes } from 'node:crypto';
import type { CallContext, OpenRoute } from '../../../api/call.js';
import { calendarOf, CALENDAR_REVOKED, CALENDAR_EXPLAINED, CALENDAR_MADE } from '../../../messages/deadlines.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { NOTICES, NOTICE_COUNT } from '../../design/navigation.js';
import { accessOf } from '../../session/access.js';
import { ownAddress } from '../../session/answers.js';
import { form } from '../../session/readForm.js';
import { ConsoleRefused, type ConsoleCall, type ConsoleRoute, get, personContext } from '../../route.js';
import { pagePath } from '../conciliacao/addresses.js';
import { readAddress, readList, type ListViewer } from '../conciliacoes/query.js';
import { renderToString } from 'preact-render-to-string';
import { month, type Competence } from '../../../domain/kernel/competence.js';
import { wholeNumber } from '../../../messages/formats.js';
import { Form, Checkbox } from '../../design/Form.js';
import { showList } from '../../design/List.js';
import { column, type Column } from '../../design/Table.js';
import { DateTime, Day, Period, State, Part } from '../../design/values.js';
import { noticeKinds, readNotices, type Notice } from './query.js';
import { chooseMail } from '../../../commands/people/enrolPeople.js';
import { mailChoiceOf } from '../../../domain/clients/workflowSettings.js';
import type { MailChoice } from '../../../domain/clients/events.js';
import { MAIL_AT_ONCE, MAIL_CHOSEN, MAIL_DAILY, MAIL_EXPLAINED, MAIL_HEADING } from '../../../messages/mail.js';

const CALENDAR = `${NOTICES}/calendario`;
const MAIL = `${NOTICES}/emails`;
const FEED = '/console/prazos';
const SECRET_BYTES = 32;
/** Deadlines told, the nearest first. */
const DEADLINES_MAX = 500;

const idOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** An unknown, a revoked and an erased person's address answer alike. */
export function calendarFeed(deps: ConsoleDependencies): OpenRoute {
  return {
    method: 'GET',
    path: `${FEED}/{secret}`,
    async handle(context) {
      const secret: unknown = context.params['secret'];
      const found = typeof secret === 'string' ? await deps.credentials.personOfCalendar(idOf(secret)) : null;
      const grants = found && deps.registers.workflowOf(found.clientId).users.get(found.personId);
      if (!found || !grants) throw new ConsoleRefused('PageNotFound');
      context.state.clientId = found.clientId;
      context.set('Cache-Control', 'private, no-store');
      context.type = 'text/calendar; charset=utf-8';
      context.body = await deadlinesOf(deps, context, { ...found, access: accessOf(grants) });
    },
  };
}

async function deadlinesOf(deps: ConsoleDependencies, context: CallContext, viewer: ListViewer): Promise<string> {
  const origin = deps.publicUrl ?? ownAddress(context);
  const address = readAddress(new URLSearchParams('fila=minhas&ordem=prazo'), 'minhas');
  const { rows } = await readList(deps, viewer, address, { limit: DEADLINES_MAX });
  const deadlines = rows.map((row) => ({
    id: row.id,
    accountCode: row.contaCodigo,
    accountName: row.contaDescricao,
    company: row.empresaNome,
    dueAt: row.prazo,
    link: `${origin}${pagePath(row.id)}`,
  }));
  return calendarOf(deadlines, new URL(origin).hostname);
}

/** More are not counted. */
const COUNTED_MAX = 99;

export const noticeRoutes: readonly ConsoleRoute[] = [
  get(NOTICES, (call) => showNotices(call)),
  form(CALENDAR, async (call) => {
    const secret = randomBytes(SECRET_BYTES).toString('base64url');
    await call.deps.credentials.setCalendar(call.state.session, idOf(secret));
    await showNotices(call, `${call.deps.publicUrl ?? ownAddress(call)}${FEED}/${secret}`);
  }),
  form(`${CALENDAR}/revogar`, async (call) => {
    await call.deps.credentials.setCalendar(call.state.session, null);
    return { told: CALENDAR_REVOKED, to: NOTICES };
  }),
  form(MAIL, async (call, fields) => {
    const choice = { daily: fields.has('diario'), atOnce: fields.has('naHora') };
    const position = await chooseMail(call.deps, call.state.session, choice, personContext(call));
    return { position, told: MAIL_CHOSEN, to: NOTICES };
  }),
  get(NOTICE_COUNT, showCount),
];

const columns: readonly Column<Notice>[] = [
  column('O quê', 'nowrap start', ['text', ({ kind }) => noticeKinds[kind].name], ({ kind }) => (
    <State tone={noticeKinds[kind].tone}>{noticeKinds[kind].name}</State>
  )),
  column('Quando', 'nowrap end', ['moment', ({ at }) => at], ({ kind, at }) =>
    kind === 'mentioned' || kind === 'webhook' ? <DateTime at={at} /> : <Day at={at} />,
  ),
  column(
    'Sobre',
    'name line',
    {
      Sobre: ['text', ({ title }) => title],
      Empresa: ['text', ({ under }) => under],
      Competência: ['text', ({ competence }) => competence && month(competence as Competence)],
    },
    ({ href, title, under, competence }) => (
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
  ),
  column('O que foi dito', 'line', ['text', ({ said }) => said]),
];

/** @param made the address of the calendar that was just made */
async function showNotices(call: ConsoleCall, made: string | null = null): Promise<void> {
  const rows = await readNotices(call.deps, call.state.session);
  const choice = mailChoiceFor(call);
  await showList(call, {
    ...{ title: 'Avisos', fileName: 'avisos', columns, rows, isList: true },
    empty: 'Nada a avisar: nada foi devolvido a você, nem está atrasado ou vence amanhã.',
    after: (
      <>
        <Calendar
          {...{ call, made }}
          exists={await call.deps.credentials.hasCalendar(call.state.session.personId)}
        />
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
async function showCount(call: ConsoleCall): Promise<void> {
  const { length } = await readNotices(call.deps, call.state.session);
  const shown = length > COUNTED_MAX ? `${COUNTED_MAX}+` : wholeNumber(length);
  call.type = 'html';
  call.body = length === 0 ? '' : renderToString(<strong id="contagem">{shown}</strong>);
}

/** As the person chose; null where no mail is sent. */
function mailChoiceFor(call: ConsoleCall): MailChoice | null {
  const { sendsMail, registers } = call.deps;
  const { clientId, personId } = call.state.session;
  return sendsMail ? mailChoiceOf(registers.workflowOf(clientId), personId) : null;
}

function Mails({ call, choice }: Readonly<{ call: ConsoleCall; choice: MailChoice }>) {
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

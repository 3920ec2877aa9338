// /console/avisos: what the bell counts. Nothing of it is stored: a notice lasts while it is so, a mention a week
// or until the person acts there. The person's deadlines as a calendar, at a secret address without a session
// (docs/spec/console.md#calendar).
import { hash } from 'node:crypto';
import type { CallContext, OpenRoute } from '../../../api/call.js';
import { calendarOf, CALENDAR_REVOKED, CALENDAR_EXPLAINED, CALENDAR_MADE } from '../../../messages/deadlines.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { NOTICE_COUNT } from '../../design/navigation.js';
import { accessOf } from '../../session/access.js';
import { ownAddress } from '../../session/answers.js';
import { form } from '../../session/readForm.js';
import {
  ConsoleRefused,
  type ConsoleCall,
  type ConsoleRoute,
  get,
  parameter,
  personContext,
} from '../../route.js';
import { pagePath } from '../conciliacao/addresses.js';
import { readWaiting, returnsOf, saidBy, type ListViewer, type ListDependencies } from '../conciliacoes/query.js';
import { renderToString } from 'preact-render-to-string';
import { month, type Competence } from '../../../domain/kernel/competence.js';
import { wholeNumber } from '../../../messages/formats.js';
import { Form, Checkbox, useCall } from '../../design/Form.js';
import { showList } from '../../design/List.js';
import { column, stateColumn, type Column } from '../../design/Table.js';
import { DateTime, Day, Period, Part } from '../../design/values.js';
import { chooseMail } from '../../../commands/people/enrolPeople.js';
import { mailChoiceOf } from '../../../domain/clients/workflowSettings.js';
import { MAIL_AT_ONCE, MAIL_CHOSEN, MAIL_DAILY, MAIL_EXPLAINED, MAIL_HEADING } from '../../../messages/mail.js';
import { DAY_MS, dayInSaoPaulo } from '../../../domain/kernel/calendarDate.js';
import { textOf } from '../../../domain/reconciliation/itemFacts.js';
import { deactivationReasons } from '../../../domain/webhooks/events.js';
import { mentionFinder, revisionOf } from '../../../projections/views/reconciliationPage/entries.js';
import { entriesOf, mentionsAfter } from '../../../projections/views/reconciliationPage/query.js';
import { namedReconciliations, type WorklistRow } from '../../../projections/views/worklist/worklist.js';
import { newSecret, type SignedIn } from '../../session/sessions.js';
import { mayRead } from '../webhooks/query.js';
import { paths } from '../../paths.js';

const CALENDAR = `${paths.notices}/calendario`;
const MAIL = `${paths.notices}/emails`;
const FEED = '/console/prazos';
/** Deadlines in a calendar, the nearest first. */
const DEADLINES_MAX = 500;

const idOf = (secret: string): string => hash('sha256', secret);

/** An unknown, a revoked and an erased person's address answer alike. */
export function calendarFeed(deps: ConsoleDependencies): OpenRoute {
  return {
    method: 'GET',
    path: `${FEED}/{secret}`,
    async handle(context) {
      const owner = await deps.credentials.personOfCalendar(idOf(parameter(context, 'secret')));
      const grants = owner && deps.registers.workflowOf(owner.clientId).users.get(owner.personId);
      if (!owner || !grants) throw new ConsoleRefused('PageNotFound');
      context.state.clientId = owner.clientId;
      context.set('Cache-Control', 'private, no-store');
      context.type = 'text/calendar; charset=utf-8';
      context.body = await deadlinesOf(deps, context, { ...owner, access: accessOf(grants) });
    },
  };
}

async function deadlinesOf(deps: ConsoleDependencies, context: CallContext, viewer: ListViewer): Promise<string> {
  const origin = deps.publicUrl ?? ownAddress(context);
  const { rows } = await readWaiting(deps, viewer, { limit: DEADLINES_MAX });
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

const COUNTED_MAX = 99;

export const noticeRoutes: readonly ConsoleRoute[] = [
  get(paths.notices, (call) => showNotices(call)),
  form(CALENDAR, async (call) => {
    const secret = newSecret();
    await call.deps.credentials.setCalendar(call.session, idOf(secret));
    await showNotices(call, `${call.deps.publicUrl ?? ownAddress(call)}${FEED}/${secret}`);
  }),
  form(`${CALENDAR}/revogar`, async (call) => {
    await call.deps.credentials.setCalendar(call.session, null);
    return { told: CALENDAR_REVOKED, to: paths.notices };
  }),
  form(MAIL, async (call, fields) => {
    const choice = { daily: fields.has('diario'), atOnce: fields.has('naHora') };
    const position = await chooseMail(call.deps, call.session, choice, personContext(call));
    return { position, told: MAIL_CHOSEN, to: paths.notices };
  }),
  get(NOTICE_COUNT, showCount),
];

const columns: readonly Column<Notice>[] = [
  stateColumn('O quê', 'nowrap start', ({ kind }) => noticeKinds[kind]),
  column('Quando', 'nowrap end', ['moment', ({ at }) => at], ({ kind, at }) =>
    kind === 'late' || kind === 'tomorrow' ? <Day at={at} /> : <DateTime at={at} />,
  ),
  column(
    'Sobre',
    'line',
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
  const rows = await withWords(call, await readNotices(call.deps, call.session));
  await showList(call, {
    title: 'Avisos',
    fileName: 'avisos',
    columns,
    rows,
    isList: true,
    empty: 'Nada a avisar: nada foi devolvido a você, nem está atrasado ou vence amanhã.',
    after: (
      <>
        <Calendar made={made} exists={await call.deps.credentials.hasCalendar(call.session.personId)} />
        {call.deps.sendsMail && <Mails />}
      </>
    ),
  });
}

/** Of what was returned, when it was, by whom and with which words. */
async function withWords({ deps, session }: ConsoleCall, notices: readonly Notice[]): Promise<readonly Notice[]> {
  const returned = notices.filter(({ kind }) => kind === 'returned');
  const ids = returned.flatMap(({ reconciliationId }) => reconciliationId ?? []);
  const returns = await returnsOf(deps, session.clientId, ids);
  return notices.map((notice) => ({
    ...notice,
    ...(returned.includes(notice) && returns.get(notice.reconciliationId ?? NaN)),
  }));
}

function Calendar({ made, exists }: Readonly<{ made: string | null; exists: boolean }>) {
  return (
    <Part id="calendario" look="form-page no-print" title="Prazos no seu calendário">
      <p class="muted">{CALENDAR_EXPLAINED}</p>
      {made !== null && (
        <div class="note done" role="status">
          {CALENDAR_MADE}: <code class="breaks">{made}</code>
        </div>
      )}
      <Form action={CALENDAR}>
        <button>{exists ? 'Trocar o endereço' : 'Criar endereço'}</button>
      </Form>
      {exists && (
        <Form action={`${CALENDAR}/revogar`}>
          <button>Revogar o endereço</button>
        </Form>
      )}
    </Part>
  );
}

/** The number alone, which the header asks for once it is there. */
async function showCount(call: ConsoleCall): Promise<void> {
  const { length } = await readNotices(call.deps, call.session);
  const text = length > COUNTED_MAX ? `${COUNTED_MAX}+` : wholeNumber(length);
  call.type = 'html';
  call.body = length === 0 ? '' : renderToString(<strong id="contagem">{text}</strong>);
}

function Mails() {
  const { deps, session } = useCall();
  const choice = mailChoiceOf(deps.registers.workflowOf(session.clientId), session.personId);
  return (
    <Part id="emails" look="form-page no-print" title={MAIL_HEADING}>
      <p class="muted">{MAIL_EXPLAINED}</p>
      <Form action={MAIL}>
        <Checkbox name="diario" label={MAIL_DAILY} checked={choice.daily} />
        <Checkbox name="naHora" label={MAIL_AT_ONCE} checked={choice.atOnce} />
        <button>Salvar</button>
      </Form>
    </Part>
  );
}

const noticeKinds = {
  returned: { name: 'Devolvida', tone: 'warn' },
  mentioned: { name: 'Mencionou você', tone: 'plain' },
  late: { name: 'Atrasada', tone: 'bad' },
  tomorrow: { name: 'Vence amanhã', tone: 'plain' },
  webhook: { name: 'Webhook desligado', tone: 'warn' },
} as const;

const urgency = Object.keys(noticeKinds);

/** `under`: company and month. `said`: by whom, or why. `at`: the deadline, or when it happened. */
type Notice = Readonly<{
  kind: keyof typeof noticeKinds;
  href: string;
  title: string;
  under: string;
  competence: string | null;
  said: string;
  at: string;
  /** Of what waits for the person. */
  reconciliationId?: number;
}>;

const MENTION_DAYS_MS = 7 * DAY_MS;
/** Reconciliations looked through of what waits, and again of what was returned: the earliest deadlines. */
const OWN_READ = 200;
/** The newest texts with an @ that are looked through, and those told: a bulk act writes its text on each. */
const MENTIONS_READ = 1_000;
const MENTIONS_TOLD = 20;

type NoticeDependencies = ListDependencies & Pick<ConsoleDependencies, 'webhookDirectory'>;

/** Notices in the order of urgency; at most one for each reconciliation. */
async function readNotices(deps: NoticeDependencies, session: SignedIn): Promise<readonly Notice[]> {
  const [own, mentions, webhooks] = await Promise.all([
    mine(deps, session),
    mentionsOf(deps, session),
    switchedOff(deps, session),
  ]);
  const notices = [...own, ...mentions, ...webhooks].sort(
    (a, b) => urgency.indexOf(a.kind) - urgency.indexOf(b.kind),
  );
  return notices.filter(({ href }, at) => notices.findIndex((other) => other.href === href) === at);
}

async function mine(deps: NoticeDependencies, session: SignedIn): Promise<readonly Notice[]> {
  const filters = ['&status=RETURNED_BY_REVIEW', '&status=REJECTED', ''];
  const pages = await Promise.all(
    filters.map((one) => readWaiting(deps, session, { filters: one, limit: OWN_READ })),
  );
  const tomorrow = dayInSaoPaulo(new Date(deps.clock.now().getTime() + DAY_MS).toISOString());
  const kindOf = ({ status, slaStatus, prazo }: WorklistRow): Notice['kind'] | null => {
    if (status === 'RETURNED_BY_REVIEW' || status === 'REJECTED') return 'returned';
    if (slaStatus === 'OVERDUE') return 'late';
    return dayInSaoPaulo(prazo) === tomorrow ? 'tomorrow' : null;
  };
  const rows = new Map(pages.flatMap((page) => page.rows).map((row) => [row.id, row]));
  return [...rows.values()].flatMap((row): Notice[] => {
    const kind = kindOf(row);
    const title = `${row.contaCodigo} ${row.contaDescricao}`;
    const about = { under: row.empresaNome, competence: row.competencia, said: '', at: row.prazo };
    return kind === null ? [] : [{ kind, href: pagePath(row.id), title, reconciliationId: row.id, ...about }];
  });
}

async function mentionsOf(
  { registers, names, pages, clock }: NoticeDependencies,
  { clientId, personId, access }: SignedIn,
): Promise<readonly Notice[]> {
  const since = new Date(clock.now().getTime() - MENTION_DAYS_MS).toISOString();
  const written = await mentionsAfter(pages.store, clientId, since, MENTIONS_READ);
  if (written.length === 0) return [];
  const personIds = [...registers.workflowOf(clientId).users.keys()];
  const nameOf = await names.of(personIds);
  const byId = new Map(personIds.map((id) => [id, nameOf(id)]));
  const peopleIn = mentionFinder(byId);
  const ofPerson = written.filter(({ companyId, actorId, said }) => {
    const isTold = actorId !== personId && access.sees(companyId);
    return isTold && said.split('\n').some((words) => peopleIn(words).includes(personId));
  });
  const oneOfEachAct = new Map(ofPerson.map((mention) => [`${mention.actorId} ${mention.at}`, mention])).values();
  const newest = [...oneOfEachAct].slice(0, MENTIONS_TOLD);
  const ids = newest.map(({ reconciliationId }) => reconciliationId);
  const accounts = await namedReconciliations(pages, { clientId }, ids);
  const told = newest.map(async ({ id, reconciliationId, actorId, at }): Promise<Notice | null> => {
    const about = accounts.find((account) => account.id === reconciliationId);
    const later = await entriesOf(pages.store, clientId, reconciliationId, { after: revisionOf(id) - 1 });
    if (about === undefined || later.some(({ actor }) => actor.id === personId)) return null;
    const text = later.flatMap(({ revision, fact }) => (revision === revisionOf(id) ? textOf(fact) : [])).at(0);
    return {
      kind: 'mentioned',
      href: pagePath(reconciliationId),
      title: about.account,
      at,
      under: registers.companyName(about.companyId),
      competence: about.competence,
      said: saidBy(byId.get(actorId), text),
    };
  });
  return (await Promise.all(told)).filter((notice) => notice !== null);
}

async function switchedOff(
  { webhookDirectory }: NoticeDependencies,
  { clientId, access }: SignedIn,
): Promise<readonly Notice[]> {
  if (!mayRead(access)) return [];
  const webhooks = await webhookDirectory.webhooksOf(clientId);
  return webhooks.flatMap(({ webhookId, url, deactivation }): Notice[] => {
    if (deactivation === null || deactivation.reason === 'REQUESTED') return [];
    const said = deactivationReasons[deactivation.reason].name;
    const about = { title: url, under: '', competence: null, said, at: deactivation.at };
    return [{ kind: 'webhook', href: `${paths.webhooks}/${webhookId}`, ...about }];
  });
}

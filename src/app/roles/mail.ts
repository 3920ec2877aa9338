// Mails of the role `webhooks`, where SMTP_URL is set: joins the outbox with log, registers and console lists.
import type { Registry } from 'prom-client';
import type { Deployment } from '../../commands/log/deployment.js';
import { readWaiting } from '../../console/pages/conciliacoes/query.js';
import { pagePath } from '../../console/pages/conciliacao/addresses.js';
import { paths } from '../../console/paths.js';
import { accessOf } from '../../console/session/access.js';
import { mailChoiceOf } from '../../domain/clients/workflowSettings.js';
import { dayInSaoPaulo } from '../../domain/kernel/calendarDate.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { bankHolidays } from '../../domain/reconciliation/deadlines.js';
import { followLog, type Audience, type Telling } from '../../mail/followLog.js';
import { tellMornings } from '../../mail/mornings.js';
import type { ClaimedMail, Mail, Outbox } from '../../mail/outbox.js';
import { sendMails } from '../../mail/sendMails.js';
import { dailyMail, MAILED_ACCOUNTS_MAX, toldMail, webhookMail, type MailText } from '../../messages/mail.js';
import { Pages } from '../../projections/engine/pages.js';
import type { ReadStore } from '../../projections/engine/readStore.js';
import { mentionFinder, mentionsIn } from '../../projections/views/reconciliationPage/entries.js';
import { singleFlight } from '../../runtime/singleFlight.js';
import type { CommandSide } from '../commandSide.js';
import type { Config } from '../config.js';
import { limitRepeats } from '../limitRepeats.js';
import { scrapedGauges } from '../metrics.js';
import { openOutbox } from '../stores.js';
import type { RoleDependencies } from './roleDependencies.js';

type Parts = Readonly<{
  commandSide: CommandSide;
  store: ReadStore;
  names: RoleDependencies['names'];
  link: string;
}>;

/** Begins once the deployment is known. Nothing without SMTP_URL. */
export function startMail(role: RoleDependencies): void {
  const { config, commandSide, mongo, metrics, onStop } = role;
  if (config.mail === null) return;
  const outbox = openOutbox(config, mongo);
  mailGauges(metrics, outbox);
  const stopping = new AbortController();
  let work: Promise<unknown> | null = null;
  commandSide.deployment
    .then(async (deployment) => {
      if (!stopping.signal.aborted && config.mail !== null)
        await (work = runMail(role, config.mail, deployment, outbox, stopping.signal));
    })
    .catch((error: unknown) => {
      if (!stopping.signal.aborted) commandSide.onError('mail', error);
    });
  onStop(async () => {
    stopping.abort();
    await work?.catch(() => undefined);
    await outbox.close();
  });
}

async function runMail(
  { commandSide, store, names, access: { people }, logger }: RoleDependencies,
  mail: NonNullable<Config['mail']>,
  { logId }: Deployment,
  outbox: Outbox,
  signal: AbortSignal,
): Promise<unknown> {
  const { createSend } = await import('../../mail/mailServer.js');
  const { log, clock, failPoints, follower } = commandSide;
  const { registers } = follower;
  const parts: Parts = { commandSide, store, names, link: mail.link };
  const common = {
    outbox,
    clock,
    failPoints,
    signal,
    onError: (error: unknown) => commandSide.onError('mail', error),
  };
  const warn = limitRepeats((reason) => logger.log.warn({ reason }, 'a mail waits for another attempt'));
  const choice = (clientId: number, personId: string) => mailChoiceOf(registers.workflowOf(clientId), personId);
  return Promise.all([
    followLog({
      ...common,
      log,
      logId,
      audienceOf: (clientId) => audienceOf(parts, clientId),
      wantsAtOnce: (clientId, personId) => choice(clientId, personId).atOnce,
      wording: (telling) => wordingOf(parts, telling),
    }),
    tellMornings({
      ...common,
      clientIds: () => registers.clients().map(({ clientId }) => clientId),
      holidaysOf: (clientId, day) =>
        new Set([...bankHolidays([Number(day.slice(0, 4))]), ...registers.workflowOf(clientId).holidays]),
      wantDaily: (clientId) =>
        [...registers.workflowOf(clientId).users.keys()].filter((id) => choice(clientId, id).daily),
      mailOf: (clientId, personId, day) => dailyMailOf(parts, clientId, personId, day),
    }),
    sendMails({
      ...common,
      send: createSend(mail),
      onDelay: (error) => warn(String(error)),
      async addressOf(claimed) {
        if (!maySee(commandSide, claimed)) return null;
        const [person] = await people.byId([claimed.personId]);
        return person?.email ?? null;
      },
    }),
  ]);
}

/** Everything that the mail tells of, still. */
function maySee({ follower }: CommandSide, { clientId, personId, companyIds }: ClaimedMail): boolean {
  const grants = follower.registers.workflowOf(clientId).users.get(personId);
  return grants !== undefined && companyIds.every(accessOf(grants).sees);
}

/** An event may be told of before this process has followed the registration of its people. */
async function audienceOf({ commandSide: { follower }, names }: Parts, clientId: number): Promise<Audience> {
  await follower.refresh();
  const { users } = follower.registers.workflowOf(clientId);
  const nameOf = await names.of(users.keys());
  const peopleIn = mentionFinder(new Map([...users.keys()].map((personId) => [personId, nameOf(personId)])));
  return { users, mentionedIn: (text) => [...new Set(mentionsIn(text).flatMap((mention) => peopleIn(mention)))] };
}

function wordingOf({ commandSide: { follower }, link }: Parts, telling: Telling): MailText {
  const settings = `${link}${paths.notices}`;
  if (telling.about === 'webhook')
    return webhookMail(telling.reason, `${link}/console/webhooks/${telling.webhookId}`, settings);
  const { about, companyId, competence, items } = telling;
  const company = follower.registers.companyName(companyId);
  const accounts = items
    .slice(0, MAILED_ACCOUNTS_MAX)
    .map(({ reconciliationId, accountCode: code, accountName: name }) => {
      return { code, name, company, competence, link: `${link}${pagePath(reconciliationId)}` };
    });
  return toldMail(about, accounts, items.length, settings);
}

async function dailyMailOf(
  { commandSide, store, names, link }: Parts,
  clientId: number,
  personId: string,
  day: string,
): Promise<Omit<Mail, 'id' | 'clientId' | 'personId'> | null> {
  const { follower, clock } = commandSide;
  const { registers } = follower;
  const access = accessOf(registers.workflowOf(clientId).users.get(personId) ?? []);
  const { rows, pagination } = await readWaiting(
    { registers, names, clock, pages: new Pages(store) },
    { clientId, personId, access },
    { limit: MAILED_ACCOUNTS_MAX },
  );
  const waitingRows = rows.map((row) => ({
    when: row.slaStatus === 'OVERDUE' ? 'late' : dayInSaoPaulo(row.prazo) === day ? 'today' : 'later',
    code: row.contaCodigo,
    name: row.contaDescricao,
    company: row.empresaNome,
    competence: row.competencia as Competence,
    link: `${link}${pagePath(row.id)}`,
  }));
  const of = (when: string) => waitingRows.filter((each) => each.when === when);
  const waiting = { late: of('late'), today: of('today'), later: of('later'), total: pagination.total };
  const text = dailyMail(
    waiting,
    `${link}${paths.reconciliations}?fila=minhas&ordem=prazo`,
    `${link}${paths.notices}`,
  );
  return text && { ...text, companyIds: [...new Set(rows.map(({ empresaId }) => empresaId))] };
}

/** Collected when they are scraped; no value while the outbox is unavailable. */
function mailGauges(registry: Registry, outbox: Outbox): void {
  const { now: counts } = singleFlight(async () => outbox.counts().catch(() => null));
  scrapedGauges(registry, {
    mails_waiting: ['Mails not yet sent nor given up', async () => (await counts())?.waiting ?? null],
    mails_failed: ['Mails given up in the last 35 days', async () => (await counts())?.failed ?? null],
  });
}

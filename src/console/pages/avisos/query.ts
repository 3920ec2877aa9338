// What a person is told of inside the product: returned, mentioned, late, due tomorrow, a webhook switched off. Nothing of it is
// stored: each lasts while it is so, a mention a week or until the person acts there.
import { DAY_MS, dayInSaoPaulo } from '../../../domain/kernel/calendarDate.js';
import { textOf } from '../../../domain/reconciliation/itemFacts.js';
import { deactivationReasons } from '../../../domain/webhooks/events.js';
import { mentioned, revisionOf } from '../../../projections/views/reconciliationPage/entries.js';
import { entriesAfter, mentionsAfter } from '../../../projections/views/reconciliationPage/query.js';
import { reconciliationsNamed, type WorklistRow } from '../../../projections/views/worklist/worklist.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import type { SignedIn } from '../../session/sessions.js';
import { readAddress, readList, type ListDependencies } from '../conciliacoes/query.js';
import { pagePath } from '../conciliacao/addresses.js';
import { mayRead } from '../webhooks/query.js';

export const noticeKinds = {
  returned: { name: 'Devolvida', tone: 'warn' },
  mentioned: { name: 'Mencionou você', tone: 'plain' },
  late: { name: 'Atrasada', tone: 'bad' },
  tomorrow: { name: 'Vence amanhã', tone: 'plain' },
  webhook: { name: 'Webhook desligado', tone: 'warn' },
} as const;

/** `under`: company and month. `said`: by whom, or why. `at`: the deadline, or when it happened. */
export type Notice = Readonly<{
  kind: keyof typeof noticeKinds;
  href: string;
  title: string;
  under: string;
  competence: string | null;
  said: string;
  at: string;
}>;

const MENTION_DAYS_MS = 7 * DAY_MS;
/** Reconciliations that wait for the person, those with the earliest deadlines: more are not looked through. */
const OWN_READ = 200;
/** The newest texts with an @ that are looked through, and those that are told. A bulk act has its text on each reconciliation. */
const MENTIONS_READ = 1_000;
const MENTIONS_TOLD = 20;

type NoticeDependencies = ListDependencies & Pick<ConsoleDependencies, 'webhookDirectory'>;

/** The pressing first; one of each reconciliation. */
export async function readNotices(deps: NoticeDependencies, session: SignedIn): Promise<readonly Notice[]> {
  const [own, mentions, webhooks] = await Promise.all([
    mine(deps, session),
    mentionsOf(deps, session),
    switchedOff(deps, session),
  ]);
  const of = (kind: Notice['kind']) => own.filter((notice) => notice.kind === kind);
  const found = [...of('returned'), ...mentions, ...of('late'), ...of('tomorrow'), ...webhooks];
  return found.filter(({ href }, at) => found.findIndex((other) => other.href === href) === at);
}

/** Of those that wait for the person. */
async function mine(deps: NoticeDependencies, session: SignedIn): Promise<readonly Notice[]> {
  const address = readAddress(new URLSearchParams('fila=minhas&ordem=prazo'), 'minhas');
  const { rows } = await readList(deps, session, address, { limit: OWN_READ });
  const tomorrow = dayInSaoPaulo(new Date(deps.clock.now().getTime() + DAY_MS).toISOString());
  const kindOf = ({ status, slaStatus, prazo }: WorklistRow): Notice['kind'] | null => {
    if (status === 'RETURNED_BY_REVIEW' || status === 'REJECTED') return 'returned';
    if (slaStatus === 'OVERDUE') return 'late';
    return dayInSaoPaulo(prazo) === tomorrow ? 'tomorrow' : null;
  };
  return rows.flatMap((row): Notice[] => {
    const kind = kindOf(row);
    if (kind === null) return [];
    const title = `${row.contaCodigo} ${row.contaDescricao}`;
    const about = { under: row.empresaNome, competence: row.competencia, said: '', at: row.prazo };
    return [{ kind, href: pagePath(row.id), title, ...about }];
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
  const peopleIn = mentioned(byId);
  const ofPerson = written.filter(({ companyId, actorId, said }) => {
    const isTold = actorId !== personId && access.sees(companyId);
    return isTold && said.split('\n').some((words) => peopleIn(words).includes(personId));
  });
  // One of each act.
  const own = [...new Map(ofPerson.map((each) => [`${each.actorId} ${each.at}`, each])).values()].slice(
    0,
    MENTIONS_TOLD,
  );
  const named = new Map(
    (
      await reconciliationsNamed(
        pages,
        { clientId },
        own.map((each) => each.reconciliationId),
      )
    ).map((each) => [each.id, each]),
  );
  const told = own.map(async ({ id, reconciliationId, actorId, at }): Promise<Notice | null> => {
    const about = named.get(reconciliationId);
    const later = await entriesAfter(pages.store, clientId, reconciliationId, revisionOf(id) - 1);
    if (about === undefined || later.some(({ actor }) => actor.id === personId)) return null;
    const text = later.flatMap(({ revision, fact }) => (revision === revisionOf(id) ? textOf(fact) : [])).at(0);
    return {
      ...{ kind: 'mentioned', href: pagePath(reconciliationId), title: about.account, at },
      ...{ under: registers.companyName(about.companyId), competence: about.competence },
      said: `${byId.get(actorId) ?? 'Alguém'}${text ? `: “${text}”` : ''}`,
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
    return [{ kind: 'webhook', href: `/console/webhooks/${webhookId}`, ...about }];
  });
}

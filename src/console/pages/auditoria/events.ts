// The events of a company in sentences, by who, what and when. Reads the company's streams.
import { history, type HistoryEntry } from '../../../commands/log/history.js';
import { SAO_PAULO_BEHIND_UTC_MS } from '../../../domain/kernel/calendarDate.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { historySentence, type HistoryEvent } from '../../../messages/history.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import type { AuditFilter } from './filter.js';
import { kindOf, type EventKind } from './kinds.js';

/** `at` is ISO 8601 UTC; `requestId` is null for events without a request. */
export type AuditEvent = Readonly<{
  at: string;
  who: string;
  kind: EventKind;
  sentence: string;
  requestId: string | null;
}>;

const DAY_MS = 86_400_000;

/** Newest first. */
export async function auditEvents(
  { eventLog: log, folds, names }: Pick<ConsoleDependencies, 'eventLog' | 'folds' | 'names'>,
  company: CompanyFacts,
  { period, from, to, kind, who }: AuditFilter,
): Promise<readonly AuditEvent[]> {
  const entries = await history(
    { log, folds },
    {
      company,
      competence: period,
      from: from === null ? null : startOf(from).toISOString(),
      to: to === null ? null : new Date(startOf(to).getTime() + DAY_MS - 1).toISOString(),
    },
  );
  const chosen = kind === null ? entries : entries.filter(({ type }) => kindOf(type) === kind);
  const nameOf = await names.of(chosen.flatMap(peopleIn));
  const events = chosen.map((entry) => eventOf(entry, nameOf)).reverse();
  const part = who.toLocaleLowerCase('pt-BR');
  return part === '' ? events : events.filter((event) => event.who.toLocaleLowerCase('pt-BR').includes(part));
}

function eventOf(
  { at, type, data, actor, acted, released, requestId }: HistoryEntry,
  nameOf: (id: string) => string,
): AuditEvent {
  const who =
    actor.kind === 'person' ? nameOf(actor.id) : (actor.name ?? (actor.kind === 'rule' ? 'Sistema' : actor.kind));
  const event = { type, data } as HistoryEvent;
  const sentence = historySentence(event, { actor: who, nameOf, acted, released, fileName: null });
  return { at, who, kind: kindOf(type), sentence, requestId };
}

function peopleIn({ actor, acted }: HistoryEntry): readonly (string | null)[] {
  const owners = (acted ?? []).map(({ ownerId }) => ownerId);
  return actor.kind === 'person' ? [actor.id, ...owners] : owners;
}

/** Of a day in America/Sao_Paulo. */
function startOf(date: string): Date {
  return new Date(Date.parse(date) + SAO_PAULO_BEHIND_UTC_MS);
}

// The decision on which mails a person wants. Source: docs/spec/console.md#mail.
import type { Decision } from '../kernel/decider.js';
import type { MailChosen } from './events.js';
import { mailChoiceOf, type WorkflowSettings } from './workflowSettings.js';

export function decideMailChoice(
  state: Pick<WorkflowSettings, 'mail'>,
  { clientId, personId, daily, atOnce }: MailChosen['data'],
): Decision<MailChosen, null> {
  const before = mailChoiceOf(state, personId);
  if (before.daily === daily && before.atOnce === atOnce) return { events: [], outcome: null };
  return { events: [{ type: 'MailChosen', data: { clientId, personId, daily, atOnce } }], outcome: null };
}

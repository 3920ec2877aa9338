// Reads the request of `reconciliations do` from its options and files.
import type { CommandContext } from '../commands/kernel/context.js';
import type { Person } from '../commands/people/peopleStore.js';
import type { ActRequest } from '../domain/reconciliation/decide.js';
import { checkAdjustments, checkComposition, type Checked } from '../domain/reconciliation/items.js';
import { transitions, type Act, type Move } from '../domain/reconciliation/transitions.js';
import { userNotFound } from '../messages/people.js';
import { itemFaultSentence } from '../messages/reconciliationPage.js';
import type { OperatorDependencies } from './dependencies.js';
import { readJson } from './fileImports.js';
import { Refused } from './refusalText.js';

type RequestOptions = Readonly<Record<'to' | 'items' | 'reason' | 'comment', string | null>>;

/** @throws Refused for an unknown user or wrong items */
export async function requestFrom(
  deps: OperatorDependencies,
  acting: ActingPerson,
  act: Exclude<Act, 'attach'>,
  options: RequestOptions,
): Promise<ActRequest> {
  const { to, items, reason, comment } = options;
  switch (act) {
    case 'compose':
      return checked(checkComposition(await readJson(items ?? '')));
    case 'adjust':
      return checked(checkAdjustments(await readJson(items ?? '')));
    case 'carry':
      return { act };
    case 'explain':
      return { act, text: comment };
    case 'comment':
      return { act, comment };
    default: {
      const person = to === null ? null : await personByEmail(deps, to, acting.clientId);
      const text = asksForReason(act) ? (reason ?? comment) : (comment ?? reason);
      return { act, comment: text, to: person?.personId ?? null };
    }
  }
}

/** Whether `--reason` takes precedence over `--comment`. */
function asksForReason(act: Move): boolean {
  return transitions.some(({ move, asks }) => move === act && asks === 'reason');
}

function checked<Request>(answer: Checked<Request>): Request {
  if (answer.ok) return answer.request;
  throw new Refused(answer.faults.map(itemFaultSentence).join('; '));
}

export type ActingPerson = Readonly<{ personId: string; clientId: number }>;

/** @throws Refused without `--as`: only people act in the workflow */
export async function actingPerson(deps: OperatorDependencies, { actor }: CommandContext): Promise<ActingPerson> {
  const [person] = actor.kind === 'person' ? await deps.people.byId([actor.id]) : [];
  if (!person) throw new Refused('Informe --as com o e-mail de quem age');
  return { personId: person.personId, clientId: person.clientId };
}

/** @throws Refused when no user of the client has the e-mail */
async function personByEmail(deps: OperatorDependencies, email: string, clientId: number): Promise<Person> {
  const [person] = await deps.people.byEmail([email.trim().toLowerCase()]);
  if (person?.clientId !== clientId) throw new Refused(userNotFound(email));
  return person;
}

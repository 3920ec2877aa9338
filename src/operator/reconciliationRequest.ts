// Reads the request of `reconciliations do` from its options and files.
import { readFile } from 'node:fs/promises';
import { checkAdjustments, checkComposition, type Checked } from '../domain/reconciliation/items.js';
import type { ActRequest } from '../domain/reconciliation/decide.js';
import { transitions, type Act, type Move } from '../domain/reconciliation/transitions.js';
import { fileUnreadable } from '../messages/evidence.js';
import { itemFaultSentence } from '../messages/reconciliationItems.js';
import { personByEmail, type ActingPerson } from './people.js';
import { Refused } from './refused.js';
import type { OperatorDependencies } from './dependencies.js';

export type RequestOptions = Readonly<Record<'to' | 'items' | 'reason' | 'comment', string | null>>;

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
      return checked(checkComposition(await jsonIn(items ?? '')));
    case 'adjust':
      return checked(checkAdjustments(await jsonIn(items ?? '')));
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

async function jsonIn(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch {
    throw new Refused(fileUnreadable(path));
  }
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')) as unknown;
  } catch {
    throw new Refused(`o arquivo ${path} não é um JSON válido`);
  }
}

function checked<Request>(answer: Checked<Request>): Request {
  if (answer.ok) return answer.request;
  throw new Refused(answer.faults.map(itemFaultSentence).join('; '));
}

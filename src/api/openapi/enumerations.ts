// What each value of the contract's enumerations means, from where the enumeration is declared.
import { conventionWords, trialBalanceStatusWords } from '../../domain/books/events.js';
import { scheduleKinds } from '../../domain/books/schedules.js';
import { approvalReasons, checklistPointKinds } from '../../domain/clients/rules.js';
import { accountKinds, natureWords } from '../../domain/charts/events.js';
import { companyStatuses, taxRegimes } from '../../domain/clients/events.js';
import { situationWords } from '../../domain/trialBalance/lines.js';
import { orders, type Vocabulary } from '../../domain/kernel/vocabulary.js';
import { itemSourceWords } from '../../domain/reconciliation/events.js';
import { ageBandWords } from '../../domain/reconciliation/items.js';
import { reconciliationStates, slaStatusWords } from '../../domain/reconciliation/states.js';
import { fileFormats } from '../../domain/trialBalance/fileReasons.js';
import { eventTypes } from '../../domain/webhooks/eventTypes.js';
import { deactivationReasons, webhookStatuses, deliveryStatusWords } from '../../domain/webhooks/events.js';
import { matchRuleWords } from '../../messages/statements.js';

export const vocabularies: readonly Vocabulary[] = [
  reconciliationStates,
  slaStatusWords,
  trialBalanceStatusWords,
  companyStatuses,
  taxRegimes,
  accountKinds,
  natureWords,
  eventTypes,
  webhookStatuses,
  deactivationReasons,
  deliveryStatusWords,
  conventionWords,
  fileFormats,
  orders,
  situationWords,
  ageBandWords,
  checklistPointKinds,
  approvalReasons,
  scheduleKinds,
  itemSourceWords,
  matchRuleWords,
];

/** The description with a line for each value of the enumeration; unchanged for values of none known here. */
export function withMeanings(description: string | undefined, values: readonly unknown[]): string | undefined {
  const key = values.map(String).sort().join();
  const words = vocabularies.find((one) => Object.keys(one).sort().join() === key);
  if (words === undefined) return description;
  // States of reconciliations are also told by their names on screen.
  const lines = Object.entries(words).map(([value, { name, meaning = name }]) =>
    words === reconciliationStates ? `- \`${value}\`: ${name}; ${meaning}` : `- \`${value}\`: ${meaning}`,
  );
  return `${description === undefined ? '' : `${description}\n\n`}${lines.join('\n')}`;
}

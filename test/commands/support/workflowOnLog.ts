// People and settings of the company of booksOnLog, put into its client's stream as facts, and acts done as a
// person.
import { actOnReconciliations } from '../../../src/commands/reconciliations/actOnReconciliations.js';
import type { CommandContext } from '../../../src/commands/kernel/context.js';
import { newEvent } from '../../../src/commands/kernel/events.js';
import type { ReleaseDeps } from '../../../src/commands/competence/release.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import type { TypedItem } from '../../../src/domain/reconciliation/carry.js';
import type { ActRequest } from '../../../src/domain/reconciliation/decide.js';
import { NO_STREAM } from '../../../src/domain/kernel/log.js';
import type { WorkflowSettingsEvent } from '../../../src/domain/clients/events.js';
import type { Role } from '../../../src/domain/clients/roles.js';
import { company, operator } from './booksOnLog.js';

/** One of each role, by a name that stands for the opaque id. */
export const staff = {
  ana: ['PREPARER'],
  alice: ['PREPARER'],
  bia: ['REVIEWER'],
  caio: ['APPROVER'],
  sol: ['SUPERVISOR'],
  mara: ['MODULE_ADMIN'],
  auro: ['AUDITOR'],
} as const satisfies Record<string, readonly Role[]>;

export async function putSettings(
  { log, clock }: ReleaseDeps,
  ...facts: readonly WorkflowSettingsEvent[]
): Promise<void> {
  const stream = `client-${company.clientId}`;
  let last = NO_STREAM;
  for await (const { revision } of log.read(stream, 0)) last = revision;
  const events = facts.map((fact) => newEvent(fact, operator, clock, null));
  const result = await log.append([{ stream, events, expectedRevision: last }]);
  if (!result.ok) throw new Error('somebody else wrote registers');
}

export async function putStaff(deps: ReleaseDeps): Promise<void> {
  await putSettings(
    deps,
    ...Object.entries(staff).map(([personId, roles]): WorkflowSettingsEvent => ({
      type: 'UserRegistered',
      data: {
        clientId: company.clientId,
        personId,
        roles: roles.map((role) => ({ role, companyIds: null })),
      },
    })),
  );
}

export async function putOwners(
  deps: ReleaseDeps,
  owners: Partial<Record<'preparer' | 'reviewer' | 'approver', string>>,
  scope: Readonly<{ scope: 'all' | 'department' | 'sector' | 'account'; value: string }> = {
    scope: 'all',
    value: '',
  },
): Promise<void> {
  const entry = { ...scope, preparer: null, reviewer: null, approver: null, ...owners };
  const { companyId, clientId } = company;
  await putSettings(deps, { type: 'DefaultOwnersChanged', data: { companyId, clientId, owners: [entry] } });
}

export function as(personId: string): CommandContext {
  return { actor: { kind: 'person', id: personId }, requestId: null };
}

/** @returns what each id became, or the name of the refusal */
export async function act(
  deps: ReleaseDeps,
  personId: string,
  ids: readonly number[],
  request: ActRequest,
  competence = '2026-08' as Competence,
): Promise<readonly string[]> {
  const asked = { company, competence, ids, request, personId };
  const { results } = await actOnReconciliations(deps, asked, as(personId));
  return results.map((result) => (result.ok ? result.status : result.refusal.is));
}

export const move = (
  name: Extract<ActRequest, { to: string | null }>['act'],
  facts: Readonly<{ comment?: string; to?: string }> = {},
): ActRequest => ({ act: name, comment: facts.comment ?? null, to: facts.to ?? null });

/** As a person types it: open, and new unless it has an id. */
export const typed = (facts: Partial<TypedItem> = {}): TypedItem => ({
  id: null,
  description: 'Extrato',
  date: '2026-08-31',
  amountCents: 0,
  document: null,
  settledOn: null,
  ...facts,
});

export const compose = (reconciledCents: number): ActRequest => ({
  act: 'compose',
  composition: [typed({ amountCents: reconciledCents })],
  reconciledCents,
});

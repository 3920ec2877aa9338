// Streams `ids-{kind}`: reserved blocks of integer ids, ascending.
import type { DomainEvent, Fold } from './event.js';

export const idKinds = [
  'client',
  'company',
  'chart',
  'account',
  'apiKey',
  'trialBalance',
  'reconciliation',
  'schedule',
] as const;
export type IdKind = (typeof idKinds)[number];

/** UUIDs in lower case, as they are stored. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export const ID_MAX = 2 ** 31 - 1;

export type IdsReserved = DomainEvent<'IdsReserved', Readonly<{ from: number; to: number }>>;

export function idsStream(kind: IdKind): string {
  return `ids-${kind}`;
}

export const idsFold: Fold<{ last: number }> = {
  ofLastEvent: true,
  initial: () => ({ last: 0 }),
  evolve(state, event) {
    if (event.type === 'IdsReserved') state.last = (event as unknown as IdsReserved).data.to;
    return state;
  },
};

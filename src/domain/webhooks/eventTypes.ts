// The types of public events a webhook may subscribe to: what people read of them, and the scopes each one needs.
import { scopes, type Scope } from '../apiKeys.js';
import { valuesOf, type Vocabulary, type Word } from '../kernel/vocabulary.js';

type OneOf = readonly [Scope, ...Scope[]];
const IMPORTS: OneOf = ['trial_balances:read', 'trial_balances:write'];
const RECONCILIATIONS: OneOf = ['reconciliations:read'];
/** Every key has a scope, but for webhooks a key limited to companies has none (docs/spec/keys.md#limits). */
const ANY: OneOf = [...IMPORTS, ...scopes];

/**
 * `summary`: of a delivery, in the contract. `detail`: added to the meaning in the guide. `scopes`: a key needs
 * one of these (docs/spec/keys.md#event-scopes).
 */
type EventWords = Word & Readonly<{ summary: string; detail?: string; scopes: OneOf }>;

export const eventTypes = {
  'reconciliation.created': {
    name: 'Conciliação criada',
    summary: 'Uma conciliação foi criada',
    meaning: 'uma conciliação foi criada na liberação do balancete',
    detail:
      'uma por conta. `autoApproval` diz se uma [regra](conciliacoes.md#aprovação-automática) a aprovou (`applied`) e o motivo (`reason`)',
    scopes: RECONCILIATIONS,
  },
  'reconciliation.approved': {
    name: 'Conciliação aprovada',
    summary: 'Uma conciliação foi aprovada',
    meaning: 'uma conciliação foi aprovada',
    scopes: RECONCILIATIONS,
  },
  'reconciliation.rejected': {
    name: 'Conciliação rejeitada',
    summary: 'Uma conciliação foi rejeitada',
    meaning: 'uma conciliação foi rejeitada',
    scopes: RECONCILIATIONS,
  },
  'import.completed': {
    name: 'Importação concluída',
    summary: 'Uma importação terminou com sucesso',
    meaning: 'um balancete, ou uma nova versão dele, foi gravado',
    detail: 'um reenvio idêntico não gera evento',
    scopes: IMPORTS,
  },
  'import.failed': {
    name: 'Importação recusada',
    summary: 'Uma importação foi recusada',
    meaning: 'uma importação foi recusada depois de encontrada a empresa',
    detail: '`period` é `null` quando a competência enviada falta ou está errada',
    scopes: IMPORTS,
  },
  'webhook.delivered': {
    name: 'Entrega feita',
    summary: 'Uma entrega foi aceita pelo destino',
    meaning: 'uma entrega foi aceita pelo destino',
    detail: 'nunca sobre entregas de `webhook.*`',
    scopes: ANY,
  },
  'webhook.failed': {
    name: 'Entrega sem sucesso',
    summary: 'Uma entrega falhou em todas as tentativas',
    meaning: 'uma entrega falhou em todas as tentativas',
    detail: 'nunca sobre entregas de `webhook.*`',
    scopes: ANY,
  },
} as const satisfies Vocabulary<string, EventWords>;
export type PublicEventType = keyof typeof eventTypes;
export const publicEventTypes = valuesOf<PublicEventType>(eventTypes);

/**
 * The first scope that a key lacks to see events of all these types; null when it lacks none. Every route on a
 * webhook, its events or its deliveries checks this (docs/spec/keys.md#event-scopes).
 */
export function missingScope(types: readonly PublicEventType[], keyScopes: readonly Scope[]): Scope | null {
  for (const type of types) {
    const needed = eventTypes[type].scopes;
    if (!needed.some((scope) => keyScopes.includes(scope))) return needed[0];
  }
  return null;
}

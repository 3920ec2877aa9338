// POST and GET /v1/webhooks, GET, PATCH and DELETE /v1/webhooks/{id}, POST /v1/webhooks/{id}/rotate-secret. The
// routes have no scope: a webhook with an event type outside the key's scopes is answered as not found.
// Source: docs/spec/keys.md#event-scopes.
import * as z from 'zod';
import { UUID } from '../../domain/kernel/ids.js';
import { valuesOf } from '../../domain/kernel/vocabulary.js';
import type { KeyRecord } from '../../domain/apiKeys.js';
import { refuse } from '../../domain/problem.js';
import { URL_CHARACTERS_MAX, webhookStatuses } from '../../domain/webhooks/events.js';
import { publicEventTypes } from '../../domain/webhooks/eventTypes.js';
import { urlFaults } from '../../domain/webhooks/refusals.js';
import { pageOfRows } from '../../projections/engine/pages.js';
import { oneOf } from '../../projections/views/scope.js';
import { requireScopes, type ShownWebhook } from '../../commands/webhooks/webhookCommands.js';
import { webhookRow, webhookSchema, webhookSchemaWithSecret } from '../../projections/views/webhookRow.js';
import { commandContext, type CallContext, type Route } from '../call.js';
import { columnsOf } from '../rest/contract/pages.js';
import type { ListAnswers } from '../rest/listAnswer.js';
import type { BodyDependencies, WebhookDependencies } from '../dependencies.js';
import { success } from '../http/problems.js';
import { readChecked } from '../http/request/parsedBody.js';
import { parseQuery } from '../http/request/query.js';
import { domainAnswer, ofBodies, parameterInvalid } from '../openapi/errors.js';
import { jsonBody, type Operation } from '../openapi/operation.js';
import { limit, order, page, updatedSince } from '../rest/contract/parameters.js';
import { idOf, notFound, ofWebhook, unscopedRoute, visibleTo, webhookOf } from './deliveries.js';

type Dependencies = WebhookDependencies & BodyDependencies;

export function webhookRoutes(deps: Dependencies, lists: ListAnswers): readonly Route[] {
  const { webhooks, bodies } = deps;
  const problemsOf = (json: object) => urlProblems(deps, json);
  /** Scopes come before the fields. */
  const problemsFor =
    ({ scopes }: Pick<KeyRecord, 'scopes'>) =>
    (json: object) => {
      const { events } = json as Readonly<{ events?: unknown }>;
      const named = Array.isArray(events) ? events : [];
      requireScopes(
        publicEventTypes.filter((type) => named.includes(type)),
        scopes,
      );
      return problemsOf(json);
    };
  const one = (method: Route['method'], path: string, ...rest: readonly [Operation, Route['handle']]): Route =>
    unscopedRoute(method, `/webhooks${path}`, ...rest);
  return [
    one('POST', '', operations.register, async (context, key) => {
      if (key.companyIds !== undefined) refuse({ is: 'KeyOfCompanies' });
      const checks = { inHeaders: keyIn(context), problemsOf: problemsFor(key) };
      const registration = await readChecked(context, bodies, registrationParts, checks);
      showSecret(context, 201, await webhooks.register(key, registration, commandContext(context)));
    }),
    one('GET', '', operations.list, async (context, key) => {
      const query = parseQuery(webhooksQuery, context.querystring);
      const { order, updatedSince = 0 } = query;
      const visible = await visibleTo(deps, key);
      const changedWebhooks = visible.filter(({ changedAt }) => changedAt >= updatedSince);
      if (order === 'desc') changedWebhooks.reverse();
      const { rows: webhooksOnPage, pagination } = pageOfRows(changedWebhooks, query);
      const rows = webhooksOnPage.map((webhook) => webhookRow(webhook));
      const changedUntil = Math.max(0, ...visible.map(({ changedAt }) => changedAt)) + 1;
      await lists.answer({ context, key, query, columns: COLUMNS }, { rows, pagination, changedUntil });
    }),
    one('GET', '/{id}', operations.read, async (context, key) => {
      context.body = success(webhookRow(await webhookOf(deps, key, idOf(context, 'id'))));
    }),
    one('PATCH', '/{id}', operations.change, async (context, key) => {
      const body = await readChecked(context, bodies, changeBody, { problemsOf });
      const { url = null, events = null, status = null } = body;
      const change = { url, events, status };
      const changed = await webhooks.change(key, idOf(context, 'id'), change, commandContext(context));
      context.body = success(webhookRow(changed));
    }),
    one('DELETE', '/{id}', operations.remove, async (context, key) => {
      await webhooks.remove(key, idOf(context, 'id'), commandContext(context));
      context.status = 204;
    }),
    one('POST', '/{id}/rotate-secret', operations.rotate, async (context, key) => {
      const checks = { isOptional: true, inHeaders: keyIn(context) };
      const parts = await readChecked(context, bodies, rotationParts, checks);
      const { immediate, idempotencyKey = null } = parts;
      const rotation = { immediate, idempotencyKey };
      const webhook = await webhooks.rotate(key, idOf(context, 'id'), rotation, commandContext(context));
      showSecret(context, 200, webhook);
    }),
  ];
}

const keyIn = ({ req }: CallContext) => ({ idempotencyKey: req.headers['idempotency-key'] });

function showSecret(context: CallContext, status: number, { webhook, secret, replayed }: ShownWebhook): void {
  if (replayed) context.set('Idempotent-Replayed', 'true');
  context.status = status;
  context.body = success(webhookRow(webhook, secret));
}

/** Problems of the url's text, without resolving it; a url that is not a string is refused by the schema. */
function urlProblems({ webhookAddresses }: WebhookDependencies, json: object): readonly string[] {
  const { url } = json as { url?: unknown };
  if (typeof url !== 'string' || url === '') return [];
  const fault = webhookAddresses.checkText(url);
  return fault === null ? [] : [urlFaults[fault]];
}

// Contract: bodies, rows and operations. No message contains a comma followed by a space.

const URL_MESSAGE = 'url deve ser um texto com o endereço completo do destino';
const EVENTS_MESSAGE = 'events deve ser uma lista com pelo menos um tipo de evento';
const TYPES_MESSAGE = `events aceita somente estes tipos: ${publicEventTypes.join('; ')}`;

/** Only syntax; src/webhooks/sending/addressGuard.ts checks the address. */
const url = z.string(URL_MESSAGE).min(1, URL_MESSAGE).meta({
  format: 'uri',
  maxLength: URL_CHARACTERS_MAX,
  description: 'Destino das entregas: https, sem usuário nem senha',
});

const events = z
  .array(z.enum(publicEventTypes, TYPES_MESSAGE), EVENTS_MESSAGE)
  .min(1, EVENTS_MESSAGE)
  .refine((types) => new Set(types).size === types.length, 'events não pode repetir um tipo')
  .meta({ uniqueItems: true, description: 'Os tipos de evento que o webhook recebe' });

const status = oneOf('status', valuesOf(webhookStatuses));

const registerBody = z.object({ url, events });

const changeBody = z.object({
  url: url.optional(),
  events: events.optional(),
  status: status
    .optional()
    .describe('ACTIVE recomeça a contagem de falhas do zero; INACTIVE suspende as entregas'),
});

const rotateBody = z.object({
  immediate: z
    .boolean('immediate deve ser true ou false')
    .default(false)
    .describe('true: o segredo anterior deixa de assinar já; senão ele ainda assina por 24 horas'),
});

const IDEMPOTENCY_MESSAGE = 'o cabeçalho Idempotency-Key deve ser um UUID';
const idempotencyKey = z
  .string('informe o cabeçalho Idempotency-Key')
  .regex(new RegExp(UUID, 'i'), IDEMPOTENCY_MESSAGE)
  .toLowerCase();

const registrationParts = z.object({ idempotencyKey, ...registerBody.shape });
const rotationParts = z.object({ idempotencyKey: idempotencyKey.optional(), ...rotateBody.shape });

const webhooksQuery = z.object({ page, limit, order, updatedSince });

const COLUMNS = columnsOf(webhookSchema);

/** Shown in the contract; a test checks it against its schema. */
const webhook = {
  id: '7b0c9f5e-2d1a-4c3b-8e6f-1a2b3c4d5e6f',
  url: 'https://erp.exemplo.com.br/webhooks',
  events: ['import.completed', 'reconciliation.approved'],
} as const;
const state = { status: 'ACTIVE', createdAt: '2026-09-02T12:00:00.000Z' } as const;

const scopeMissing = domainAnswer({ is: 'ScopeMissing', scope: 'reconciliations:read' });
const urlInvalid = domainAnswer({ is: 'WebhookUrlInvalid', fault: 'ADDRESS_REFUSED' });
const keyErrors = [domainAnswer({ is: 'IdempotencyKeyInUse' }), domainAnswer({ is: 'IdempotencyKeyReused' })];

const idempotencyHeader = (required: boolean) => ({
  name: 'Idempotency-Key',
  required,
  description: 'Um UUID por intenção: a mesma chave com o mesmo corpo dá a mesma resposta por 24 horas',
  schema: idempotencyKey.meta({ format: 'uuid' }),
});

const row = { name: 'Webhook', schema: webhookSchema, example: { ...webhook, ...state } };
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw8m0Zb1n4hQc=';
const withSecret = {
  name: 'WebhookComSegredo',
  schema: webhookSchemaWithSecret,
  example: { ...webhook, secret, ...state },
};

const operations = {
  register: {
    id: 'registrarWebhook',
    tag: 'Webhooks',
    summary: 'Registra um destino e mostra o segredo dele uma única vez',
    headers: [idempotencyHeader(true)],
    body: jsonBody('RegistroDeWebhook', registerBody, { url: webhook.url, events: webhook.events }),
    success: {
      kind: 'result',
      ...withSecret,
      statuses: {
        201: 'Registrado; com o cabeçalho Idempotent-Replayed: true quando a chave já fez este registro',
      },
      headers: ['Idempotent-Replayed'],
    },
    errors: [
      parameterInvalid,
      scopeMissing,
      domainAnswer({ is: 'TooManyWebhooks' }),
      ...keyErrors,
      urlInvalid,
      ...ofBodies,
    ],
  },
  list: {
    id: 'listarWebhooks',
    tag: 'Webhooks',
    summary: 'Lista os webhooks que a chave pode ver, na ordem do registro',
    query: webhooksQuery,
    success: { kind: 'list', ...row, statuses: { 200: 'Uma página de webhooks' } },
    errors: [parameterInvalid],
  },
  read: {
    id: 'consultarWebhook',
    tag: 'Webhooks',
    summary: 'Mostra um webhook',
    ...ofWebhook,
    success: { kind: 'result', ...row, statuses: { 200: 'O webhook' } },
    errors: [notFound],
  },
  change: {
    id: 'alterarWebhook',
    tag: 'Webhooks',
    summary: 'Altera destino, tipos de evento ou status; o que não vier fica como está',
    ...ofWebhook,
    body: jsonBody('AlteracaoDeWebhook', changeBody, {
      events: ['import.completed', 'import.failed'],
      status: 'ACTIVE',
    }),
    success: { kind: 'result', ...row, statuses: { 200: 'O webhook como ficou' } },
    errors: [parameterInvalid, scopeMissing, notFound, urlInvalid, ...ofBodies],
  },
  remove: {
    id: 'excluirWebhook',
    tag: 'Webhooks',
    summary: 'Exclui um webhook; o que ainda receberia é cancelado',
    ...ofWebhook,
    success: { kind: 'none', ...row, statuses: { 204: 'Excluído' } },
    errors: [notFound],
  },
  rotate: {
    id: 'trocarSegredo',
    tag: 'Webhooks',
    summary: 'Troca o segredo e mostra o novo uma única vez',
    ...ofWebhook,
    headers: [idempotencyHeader(false)],
    body: { ...jsonBody('TrocaDeSegredo', rotateBody, { immediate: false }), optional: true },
    success: {
      kind: 'result',
      ...withSecret,
      statuses: { 200: 'O webhook com o segredo novo; sem immediate o anterior ainda assina por 24 horas' },
      headers: ['Idempotent-Replayed'],
    },
    errors: [parameterInvalid, notFound, ...keyErrors, ...ofBodies],
  },
} as const satisfies Readonly<Record<string, Operation>>;

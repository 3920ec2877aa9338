// POST and GET /v1/webhooks, GET, PATCH and DELETE /v1/webhooks/{id}, POST /v1/webhooks/{id}/rotate-secret. The routes have no
// scope: a webhook with an event type outside the key's scopes is answered as not found.
// Source: docs/spec/keys.md#event-scopes.
import type { IncomingMessage } from 'node:http';
import { refuse } from '../../domain/problem.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import { urlFaultSentence } from '../../messages/webhooks.js';
import { paginationOf } from '../../projections/engine/pages.js';
import { webhookRow, webhookRowWithSecret } from '../../projections/views/webhookRow.js';
import { commandContext, type CallContext, type Route } from '../call.js';
import { columnsOf } from '../rest/contract/pages.js';
import type { ListAnswers } from '../rest/listAnswer.js';
import type { BodyDependencies, WebhookDependencies } from '../dependencies.js';
import { forAllCompanies } from '../auth/authenticate.js';
import { success } from '../http/problems.js';
import { problemsOf, readJsonObject, readOptionalJsonObject } from '../http/request/parsedBody.js';
import { parseQuery } from '../http/request/query.js';
import { visibleTo } from './deliveries.js';
import {
  changeBody,
  idempotencyKey,
  registerBody,
  rotateBody,
  webhookRow as contractRow,
  webhooksQuery,
} from './contract.js';

const COLUMNS = columnsOf(contractRow);

type Dependencies = WebhookDependencies & BodyDependencies;

export function webhookRoutes(deps: Dependencies, lists: ListAnswers): readonly Route[] {
  const { webhooks } = deps;
  const one = (method: Route['method'], path: string, handle: Route['handle']): Route => ({
    method,
    path: `/v1/webhooks${path}`,
    scope: null,
    handle: (context, key) => handle(context, forAllCompanies(key)),
  });
  return [
    one('POST', '', async (context, key) => {
      const { url, events, idempotency } = await readRegistration(deps, context);
      const shown = await webhooks.register(
        key,
        { url, events, idempotencyKey: idempotency },
        commandContext(context),
      );
      showSecret(context, 201, shown);
    }),
    one('GET', '', async (context, key) => {
      const query = parseQuery(webhooksQuery, context.querystring);
      const { page, limit, order, updatedSince = 0 } = query;
      const visible = await visibleTo(deps, key);
      const asked = visible.filter(({ changedAt }) => changedAt >= updatedSince);
      if (order === 'desc') asked.reverse();
      const rows = asked.slice((page - 1) * limit, page * limit).map(webhookRow);
      const pagination = paginationOf(page, limit, asked.length);
      const changedUntil = Math.max(0, ...visible.map(({ changedAt }) => changedAt)) + 1;
      await lists.answer({ context, key, query, columns: COLUMNS }, { rows, pagination, changedUntil });
    }),
    one('GET', '/{id}', async (context, key) => {
      const webhookId = idOf(context);
      const found = (await visibleTo(deps, key)).find((webhook) => webhook.webhookId === webhookId);
      context.body = success(webhookRow(found ?? refuse({ is: 'WebhookNotFound' })));
    }),
    one('PATCH', '/{id}', async (context, key) => {
      const change = await readChange(deps, context);
      const changed = await webhooks.change(key, idOf(context), change, commandContext(context));
      context.body = success(webhookRow(changed));
    }),
    one('DELETE', '/{id}', async (context, key) => {
      await webhooks.remove(key, idOf(context), commandContext(context));
      context.status = 204;
    }),
    one('POST', '/{id}/rotate-secret', async (context, key) => {
      const rotation = await readRotation(deps, context);
      const shown = await webhooks.rotate(key, idOf(context), rotation, commandContext(context));
      showSecret(context, 200, shown);
    }),
  ];
}

type SecretShown = Readonly<{ webhook: Webhook; secret: string; replayed: boolean }>;

function showSecret(context: CallContext, status: number, { webhook, secret, replayed }: SecretShown): void {
  if (replayed) context.set('Idempotent-Replayed', 'true');
  context.status = status;
  context.body = success(webhookRowWithSecret(webhook, secret));
}

/** Reads header and body; their problems are joined in one answer. */
async function readRegistration(deps: Dependencies, context: CallContext) {
  const given = await readJsonObject(context, deps.bodies);
  const key = idempotencyKey.safeParse(header(context.req, 'idempotency-key'));
  const body = registerBody.safeParse(given);
  const problems = [...problemsOf(key), ...problemsOf(body), ...urlProblems(deps, given)];
  if (problems.length > 0 || !key.success || !body.success) return invalid(problems);
  return { ...body.data, idempotency: key.data };
}

async function readChange(deps: Dependencies, context: CallContext) {
  const given = await readJsonObject(context, deps.bodies);
  const body = changeBody.safeParse(given);
  const problems = [...problemsOf(body), ...urlProblems(deps, given)];
  if (problems.length > 0 || !body.success) return invalid(problems);
  const { url = null, events = null, status = null } = body.data;
  return { url, events, status };
}

/** Reads the optional header and the optional body. */
async function readRotation({ bodies }: Dependencies, context: CallContext) {
  const given = await readOptionalJsonObject(context, bodies);
  const key = idempotencyKey.optional().safeParse(header(context.req, 'idempotency-key'));
  const body = rotateBody.safeParse(given);
  if (!key.success || !body.success) return invalid([...problemsOf(key), ...problemsOf(body)]);
  return { immediate: body.data.immediate, idempotencyKey: key.data ?? null };
}

/** Problems of the url's text, without resolving it; a url that is not a string is refused by the schema. */
function urlProblems({ webhookAddresses }: WebhookDependencies, given: object) {
  const url: unknown = Object.hasOwn(given, 'url') ? (given as { url: unknown }).url : undefined;
  if (typeof url !== 'string' || url === '') return [];
  const fault = webhookAddresses.checkText(url);
  return fault === null ? [] : [urlFaultSentence(fault)];
}

function idOf({ params }: CallContext): string {
  return (params['id'] ?? '').toLowerCase();
}

function header({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function invalid(messages: readonly string[]): never {
  return refuse({ is: 'ParameterInvalid', messages });
}

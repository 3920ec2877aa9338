// POST and GET /v1/webhooks, GET, PATCH and DELETE /v1/webhooks/{id}, POST /v1/webhooks/{id}/rotate-secret. None asks
// for a scope of its own: a webhook that wants types the key may not see is not there for it.
// Source: docs/spec/keys.md#event-scopes.
import type { IncomingMessage } from 'node:http';
import { refuse } from '../../domain/problem.js';
import type { Webhook } from '../../domain/webhooks/fold.js';
import { urlFaultSentence } from '../../messages/webhooks.js';
import { paginationOf } from '../../projections/engine/pages.js';
import { webhookRow, webhookRowWithSecret } from '../../projections/views/webhookRow.js';
import { commandContext, type CallContext, type Route } from '../call.js';
import type { ListAnswers } from '../rest/listAnswer.js';
import type { WebhookDependencies } from '../dependencies.js';
import { success } from '../http/response/envelope.js';
import { problemsOf, readJsonObject, readOptionalJsonObject } from '../http/request/jsonBody.js';
import { parseQuery } from '../http/request/query.js';
import { visibleTo } from './visible.js';
import {
  changeBody,
  idempotencyKey,
  registerBody,
  rotateBody,
  webhookRow as contractRow,
  webhooksQuery,
} from './contract.js';

const FIELDS = Object.keys(contractRow.shape);

export function webhookRoutes(deps: WebhookDependencies, lists: ListAnswers): readonly Route[] {
  const { webhooks } = deps;
  const one = (method: Route['method'], path: string, handle: Route['handle']): Route => ({
    method,
    path: `/v1/webhooks${path}`,
    scope: null,
    handle,
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
      const { page, limit, updatedSince = 0 } = query;
      const visible = await visibleTo(deps, key);
      const asked = visible.filter(({ changedAt }) => changedAt >= updatedSince);
      const rows = asked.slice((page - 1) * limit, page * limit).map(webhookRow);
      const pagination = paginationOf(page, limit, asked.length);
      const changedUntil = Math.max(0, ...visible.map(({ changedAt }) => changedAt)) + 1;
      lists.answer({ context, key, query, fields: FIELDS }, { rows, pagination, changedUntil });
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
      const rotation = await readRotation(context);
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

/** Header and body, what is wrong with them joined in one answer. */
async function readRegistration(deps: WebhookDependencies, context: CallContext) {
  const given = await readJsonObject(context);
  const key = idempotencyKey.safeParse(header(context.req, 'idempotency-key'));
  const body = registerBody.safeParse(given);
  const problems = [...problemsOf(key), ...problemsOf(body), ...urlProblems(deps, context, given)];
  if (problems.length > 0 || !key.success || !body.success) return invalid(problems);
  return { ...body.data, idempotency: key.data };
}

async function readChange(deps: WebhookDependencies, context: CallContext) {
  const given = await readJsonObject(context);
  const body = changeBody.safeParse(given);
  const problems = [...problemsOf(body), ...urlProblems(deps, context, given)];
  if (problems.length > 0 || !body.success) return invalid(problems);
  const { url = null, events = null, status = null } = body.data;
  return { url, events, status };
}

/** The body may be left out, and so may the header. */
async function readRotation(context: CallContext) {
  const given = await readOptionalJsonObject(context);
  const key = idempotencyKey.optional().safeParse(header(context.req, 'idempotency-key'));
  const body = rotateBody.safeParse(given);
  if (!key.success || !body.success) return invalid([...problemsOf(key), ...problemsOf(body)]);
  return { immediate: body.data.immediate, idempotencyKey: key.data ?? null };
}

/** What its text alone tells; a url that is no text was refused by the schema. */
function urlProblems({ webhookAddresses }: WebhookDependencies, { req }: CallContext, given: object) {
  const url: unknown = Object.hasOwn(given, 'url') ? (given as { url: unknown }).url : undefined;
  if (typeof url !== 'string' || url === '') return [];
  const fault = webhookAddresses.checkText(url, req.headers.host ?? null);
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

// /console/webhooks: where events go, with the forms of an Administrador of the whole client.
import { counted } from '../../../messages/formats.js';
import { UUID } from '../../../domain/kernel/ids.js';
import { randomUUID } from 'node:crypto';
import { requireClientRole } from '../../../commands/people/requireRole.js';
import { REGISTRARS } from '../../../domain/clients/roles.js';
import { scopes } from '../../../domain/apiKeys.js';
import { SAO_PAULO_BEHIND_UTC_MS } from '../../../domain/kernel/calendarDate.js';
import { DomainError } from '../../../domain/problem.js';
import { publicEventTypes } from '../../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../../domain/webhooks/fold.js';
import { problemMessage } from '../../../messages/problems.js';
import { urlFaultSentence } from '../../../messages/webhooks.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { notice, redirectTo } from '../../session/answers.js';
import { LinkButton } from '../../design/ActBar.js';
import { showList } from '../../design/List.js';
import { showPage } from '../../design/Page.js';
import { keepTyped, readForm, type FormFields } from '../../session/readForm.js';
import { get, personContext, post, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { mayEdit } from '../registers/change.js';
import { emptyHours, lastHours, mayRead, webhookSeen, WEBHOOKS } from './query.js';
import { Secret, webhookColumns, WebhookForm, WebhookPage } from './Webhooks.js';

const NEW = `${WEBHOOKS}/novo`;

export function webhookPages(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  const one = `${WEBHOOKS}/{id}`;
  const act = (path: string, handle: (deps: ConsoleDependencies, call: ConsoleCall) => Promise<void>) =>
    post(path, (call) => handle(deps, call), mayEdit);
  return [
    get(WEBHOOKS, (call) => showWebhooks(deps, call), mayRead),
    get(NEW, async (call) => showNew(call, randomUUID(), []), mayEdit),
    act(NEW, register),
    get(one, async (call) => showOne(deps, call, await webhookSeen(deps, call), {}), mayRead),
    act(one, change),
    act(`${one}/segredo`, rotate),
    act(`${one}/testar`, test),
    act(`${one}/reenviar`, replay),
  ];
}

async function showWebhooks(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const { clientId, access } = call.state.session;
  await showList(call, deps, {
    ...{ title: 'Webhooks', fileName: 'webhooks', columns: webhookColumns(await lastHours(deps, clientId)) },
    actions: mayEdit(access) && (
      <LinkButton isMain href={NEW}>
        Cadastrar webhook
      </LinkButton>
    ),
    rows: await deps.webhookDirectory.webhooksOf(clientId),
    empty: 'Nenhum webhook está cadastrado ainda.',
  });
}

function showNew(call: ConsoleCall, idempotencyKey: string, errors: readonly string[]): void {
  showPage(call, {
    title: 'Cadastrar webhook',
    status: errors.length === 0 ? 200 : 422,
    body: <WebhookForm {...{ call, errors, idempotencyKey }} action={NEW} webhook={null} />,
  });
}

type Shown = Readonly<{ secret?: string; counted?: number; errors?: readonly string[] }>;

async function showOne(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  webhook: Webhook,
  shown: Shown,
): Promise<void> {
  const { secret = null, counted = null, errors = [] } = shown;
  const hours = await lastHours(deps, webhook.clientId);
  showPage(call, {
    title: 'Webhook',
    status: errors.length === 0 ? 200 : 422,
    body: (
      <WebhookPage
        {...{ call, webhook, secret, counted, errors }}
        hours={hours.get(webhook.webhookId) ?? emptyHours()}
      />
    ),
  });
}

async function register(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const given = form.text('chave');
  const idempotencyKey = UUID.test(given) ? given : randomUUID();
  const { url, events, errors } = typed(deps, form);
  const done = await refusable(errors, () =>
    deps.webhooks.register(requester(call), { url, events, idempotencyKey }, personContext(call)),
  );
  if ('errors' in done) {
    keepTyped(call, NEW, form);
    return showNew(call, randomUUID(), done.errors);
  }
  const { secret, webhook } = done.value;
  showPage(call, {
    title: 'Webhook cadastrado',
    body: (
      <>
        <Secret secret={secret} />
        <LinkButton isMain href={`${WEBHOOKS}/${webhook.webhookId}`}>
          Continuar
        </LinkButton>
      </>
    ),
  });
}

async function change(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const webhook = await webhookSeen(deps, call);
  const { webhookId } = webhook;
  const { url, events, errors } = typed(deps, form);
  const status = form.text('status') === 'INACTIVE' ? 'INACTIVE' : 'ACTIVE';
  const done = await refusable(errors, () =>
    deps.webhooks.change(requester(call), webhookId, { url, events, status }, personContext(call)),
  );
  if ('errors' in done) {
    keepTyped(call, `${WEBHOOKS}/${webhookId}`, form);
    return showOne(deps, call, webhook, done);
  }
  notice(call, 'Webhook salvo');
  redirectTo(call, `${WEBHOOKS}/${webhookId}`);
}

async function rotate(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const { webhookId } = await webhookSeen(deps, call);
  const rotation = { immediate: form.has('imediato'), idempotencyKey: null };
  const { webhook, secret } = await deps.webhooks.rotate(
    requester(call),
    webhookId,
    rotation,
    personContext(call),
  );
  return showOne(deps, call, webhook, { secret });
}

async function test(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const webhook = await webhookSeen(deps, call);
  await mustEdit(deps, call);
  const type = webhook.events.find((one) => one === form.text('tipo')) ?? webhook.events[0];
  if (type === undefined) throw new Error(`webhook ${webhook.webhookId} has no type of event`);
  const sample = { type, example: deps.webhookExamples[type] };
  const { deliveryId } = await deps.requestedDeliveries.test(webhook, sample);
  notice(call, 'Teste enviado');
  redirectTo(call, `/console/entregas/${deliveryId}`);
}

async function replay(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const webhook = await webhookSeen(deps, call);
  await mustEdit(deps, call);
  keepTyped(call, `${WEBHOOKS}/${webhook.webhookId}/reenviar`, form);
  const [since, until] = [momentTyped(form.text('de')), momentTyped(form.text('ate'))];
  if (since === null || until === null || since > until)
    return showOne(deps, call, webhook, { errors: ['Informe a janela: De antes de Até'] });
  // Up to the end of the minute that was typed.
  const window = { since, until: until + 59_999, types: null, all: form.has('todos') };
  if (form.text('acao') !== 'enviar')
    return showOne(deps, call, webhook, { counted: await deps.requestedDeliveries.countReplay(webhook, window) });
  if (webhook.status === 'INACTIVE')
    return showOne(deps, call, webhook, { errors: ['Ative o webhook para reenviar'] });
  const count = await deps.requestedDeliveries.replay(webhook, window);
  if (count === null)
    return showOne(deps, call, webhook, { errors: [problemMessage({ is: 'ReplayRunning' }).error] });
  notice(call, counted(count, 'entrega agendada', 'entregas agendadas'));
  redirectTo(call, `/console/entregas?webhookId=${webhook.webhookId}`);
}

/** A person is not limited to scopes, as keys are. */
function requester({ state: { session } }: ConsoleCall) {
  return { clientId: session.clientId, scopes };
}

/** Deliveries that are asked for have no command of their own: the role is checked here, against the log. */
export async function mustEdit(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  await requireClientRole(deps, call.state.session.clientId, personContext(call).actor, REGISTRARS);
}

function typed({ webhookAddresses }: ConsoleDependencies, form: FormFields) {
  const url = form.text('url');
  const fault = webhookAddresses.checkText(url);
  const events = publicEventTypes.filter((type) => form.has(`evento-${type}`));
  const errors = [
    ...(fault === null ? [] : [`Destino: ${urlFaultSentence(fault)}`]),
    ...(events.length > 0 ? [] : ['Eventos: marque pelo menos um']),
  ];
  return { url, events, errors };
}

/** Refusals as sentences; what no form can mend is thrown. */
async function refusable<Value>(
  errors: readonly string[],
  work: () => Promise<Value>,
): Promise<Readonly<{ value: Value }> | Readonly<{ errors: readonly string[] }>> {
  if (errors.length > 0) return { errors };
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    if (!['WebhookUrlInvalid', 'TooManyWebhooks', 'IdempotencyKeyReused'].includes(error.problem.is)) throw error;
    return { errors: [problemMessage(error.problem).error] };
  }
}

/** `2026-11-22T14:05` of America/Sao_Paulo as ms since 1970; null: none. */
export function momentTyped(text: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return null;
  const at = Date.parse(`${text}:00Z`);
  return Number.isNaN(at) ? null : at + SAO_PAULO_BEHIND_UTC_MS;
}

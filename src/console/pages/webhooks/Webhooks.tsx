// /console/webhooks: where events go, with the forms of an Administrador of the whole client.
import { eventTypes, publicEventTypes, type PublicEventType } from '../../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../../domain/webhooks/fold.js';
import {
  Checkbox,
  type Declared,
  Field,
  Fields,
  Form,
  LinkButton,
  RegisterForm,
  sentOf,
} from '../../design/Form.js';
import { column, type Column } from '../../design/Table.js';
import { DateTime, Errors, Facts, State } from '../../design/values.js';
import { type ConsoleCall, get, momentTyped, personContext, type ConsoleRoute } from '../../route.js';
import { mayEdit } from '../registers/change.js';
import { changedFields, marksOfFields, SeenMarks } from '../registers/seen.js';
import { deactivationReasons, URL_CHARACTERS_MAX, webhookStatuses } from '../../../domain/webhooks/events.js';
import { choicesOf } from '../../../domain/kernel/vocabulary.js';
import { COUNTED_MAX, type LastHours, lastHours, mayRead, webhookSeen } from './query.js';
import { Chart } from '../../design/Chart.js';
import { counted, wholeNumber } from '../../../messages/formats.js';
import { UUID } from '../../../domain/kernel/ids.js';
import { randomUUID } from 'node:crypto';
import { requireRegistrar } from '../../../commands/people/requireRole.js';
import { scopes } from '../../../domain/apiKeys.js';
import { problemMessage } from '../../../messages/problems.js';
import { urlFaults } from '../../../domain/webhooks/refusals.js';
import { showList } from '../../design/List.js';
import { showPage } from '../../design/Page.js';
import { form, keepTyped, NOT_REFUSED, type FormFields } from '../../session/readForm.js';
import { paths } from '../../paths.js';

const NEW = `${paths.webhooks}/novo`;

const webhookColumns = (hoursOf: (webhookId: string) => LastHours): readonly Column<Webhook>[] => [
  column('Destino', 'long line', ['text', ({ url }) => url], {
    href: ({ webhookId }) => `${paths.webhooks}/${webhookId}`,
  }),
  column('Eventos', '', ['text', ({ events }) => events.map((type) => eventTypes[type].name).join('; ')]),
  column(
    'Situação',
    '',
    {
      Situação: ['text', ({ status }) => webhookStatuses[status].name],
      'Desativado em': ['moment', ({ deactivation }) => deactivation?.at],
      Motivo: ['text', ({ deactivation }) => deactivation && deactivationReasons[deactivation.reason].name],
    },
    (webhook) => <WebhookState webhook={webhook} />,
  ),
  column('Últimas 24 horas', '', ({ webhookId }) => (
    <a href={`${paths.deliveries}?webhookId=${webhookId}`}>
      <Bars {...hoursOf(webhookId)} />
    </a>
  )),
];

function WebhookState({ webhook: { status, deactivation } }: Readonly<{ webhook: Webhook }>) {
  if (status === 'ACTIVE') return <State tone="plain" name="Ativo" />;
  return (
    <>
      <State tone="idle" name="Inativo" />
      {deactivation !== null && (
        <div class="muted">
          <DateTime at={deactivation.at} />, {deactivationReasons[deactivation.reason].name}
        </div>
      )}
    </>
  );
}

/** The same form of a new one sent twice registers once. @param webhook null: a new one */
function WebhookForm({ webhook, errors }: Readonly<{ webhook: Webhook | null; errors: readonly string[] }>) {
  const action = webhook === null ? NEW : `${paths.webhooks}/${webhook.webhookId}`;
  const fields = fieldsOf(webhook);
  return (
    <RegisterForm action={action} back={paths.webhooks} errors={errors} class="form-page">
      {webhook === null && <input type="hidden" name="chave" value={randomUUID()} />}
      <Fields of={fields.slice(0, 1)} />
      <fieldset>
        <legend>Eventos</legend>
        <Fields of={fields.filter(({ name }) => name.startsWith(EVENT))} />
      </fieldset>
      {webhook !== null && <Fields of={fields.slice(-1)} />}
      {webhook !== null && <SeenMarks marks={marksOfFields(fields)} />}
    </RegisterForm>
  );
}

const EVENT = 'evento-';

/** @param webhook null: of a new one, which has no state */
const fieldsOf = (webhook: Webhook | null): readonly Declared[] => [
  { ...DESTINATION, value: webhook?.url },
  ...publicEventTypes.map((type) => ({
    label: nameAndType(type),
    name: `${EVENT}${type}`,
    value: webhook?.events.includes(type) ?? false,
  })),
  ...(webhook === null ? [] : [{ ...STATUS, value: webhook.status }]),
];

const DESTINATION: Declared = {
  label: 'Destino',
  name: 'url',
  type: 'url',
  required: true,
  maxLength: URL_CHARACTERS_MAX,
  hint: 'Endereço https que recebe os eventos',
};
const STATUS: Declared = { label: 'Situação', name: 'status', options: choicesOf(webhookStatuses) };
const nameAndType = (type: PublicEventType): string => `${eventTypes[type].name} (${type})`;

function Secret({ secret }: Readonly<{ secret: string }>) {
  return (
    <div class="note warn">
      <p>Guarde o segredo agora: ele assina as entregas e não será mostrado de novo.</p>
      <code class="secret">{secret}</code>
    </div>
  );
}

type ActsProps = Readonly<{ webhook: Webhook; counted: number | null }>;

function Acts({ webhook: { webhookId, events, status }, counted }: ActsProps) {
  const path = `${paths.webhooks}/${webhookId}`;
  const options = events.map((type) => [type, nameAndType(type)] as const);
  return (
    <>
      <h2>Testar</h2>
      <Form action={`${path}/testar`} class="form-page">
        <Field label="Evento de exemplo" name="tipo" options={options} />
        <button>Enviar teste</button>
      </Form>
      <h2>Reenviar uma janela</h2>
      <Form action={`${path}/reenviar`} class="form-page">
        <div class="fields">
          <Field label="De" name="de" type="datetime-local" required />
          <Field label="Até" name="ate" type="datetime-local" required />
        </div>
        <Checkbox label="Também o que já foi entregue" name="todos" checked={false} />
        {counted !== null && (
          <p role="status">{counted === 1 ? '1 evento seria enviado.' : `${counted} eventos seriam enviados.`}</p>
        )}
        <div class="buttons">
          <button name="acao" value="contar">
            Contar
          </button>
          <button name="acao" value="enviar" disabled={status === 'INACTIVE'}>
            Reenviar
          </button>
        </div>
        {status === 'INACTIVE' && <p class="muted">Ative o webhook para reenviar.</p>}
      </Form>
      <h2>Segredo</h2>
      <Form action={`${path}/segredo`} class="form-page">
        <Checkbox
          label="O segredo anterior deixa de valer já (senão vale mais 24 horas)"
          name="imediato"
          checked={false}
        />
        <button>Trocar segredo</button>
      </Form>
    </>
  );
}

/** Deliveries of 24 hours as bars, one an hour, failures on top. Without any the words alone. */
export function Bars({ hours, isCut }: LastHours) {
  const most = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed));
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const among = isCut ? `, entre as ${wholeNumber(COUNTED_MAX)} mais novas` : '';
  const counts = `${counted(delivered, 'entregue')}, ${wholeNumber(failed)} sem sucesso${among}`;
  if (delivered + failed === 0) return <>{counts}</>;
  return (
    <Chart
      label={`Últimas 24 horas: ${counts}`}
      bars={hours.map((hour) => ({ values: { done: hour.delivered, bad: hour.failed } }))}
      parts={['done', 'bad']}
      most={most}
      step={8}
      height={36}
    >
      <figcaption>{counts}</figcaption>
    </Chart>
  );
}

const ONE = `${paths.webhooks}/{id}`;

export const webhookPages: readonly ConsoleRoute[] = [
  get(paths.webhooks, showWebhooks, mayRead),
  get(NEW, showNew, mayEdit),
  form(NEW, register, { again: showNew, may: mayEdit }),
  get(ONE, (call) => showOne(call), mayRead),
  form(ONE, change, { again: showOne, may: mayEdit }),
  form(`${ONE}/segredo`, rotate, { may: mayEdit }),
  form(`${ONE}/testar`, test, { may: mayEdit }),
  form(`${ONE}/reenviar`, replay, { again: showOne, may: mayEdit }),
];

async function showWebhooks(call: ConsoleCall): Promise<void> {
  const { clientId, access } = call.session;
  await showList(call, {
    title: 'Webhooks',
    fileName: 'webhooks',
    columns: webhookColumns(await lastHours(call.deps, clientId)),
    add: mayEdit(access) && [NEW, 'Cadastrar webhook'],
    rows: await call.deps.webhookDirectory.webhooksOf(clientId),
    empty: 'Nenhum webhook está cadastrado ainda: com um, outro sistema recebe os eventos.',
  });
}

function showNew(call: ConsoleCall, { errors, status } = NOT_REFUSED): void {
  showPage(call, {
    title: 'Cadastrar webhook',
    status,
    body: <WebhookForm errors={labelled(call, errors)} webhook={null} />,
  });
}

/** The field by its label, not by its name in the API, also beside the field. */
function labelled({ state }: ConsoleCall, refused: readonly string[]): readonly string[] {
  const errors = refused.map((one) => one.replace(/^url /, `${DESTINATION.label}: `));
  if (state.typed) state.typed = { ...state.typed, errors };
  return errors;
}

/** `counted`: what a replay would send. */
type More = Readonly<{ webhook?: Webhook; secret?: string; counted?: number | null }>;

async function showOne(call: ConsoleCall, { errors, status } = NOT_REFUSED, more: More = {}): Promise<void> {
  const { webhook = await webhookSeen(call), secret, counted = null } = more;
  const hoursOf = await lastHours(call.deps, webhook.clientId);
  const { webhookId, url } = webhook;
  showPage(call, {
    title: 'Webhook',
    status,
    body: (
      <>
        {secret !== undefined && <Secret secret={secret} />}
        <Errors sentences={labelled(call, errors)} />
        <Facts
          of={{
            Destino: url,
            Situação: <WebhookState webhook={webhook} />,
            'Últimas 24 horas': <Bars {...hoursOf(webhookId)} />,
            Entregas: <a href={`${paths.deliveries}?webhookId=${webhookId}`}>Ver as entregas</a>,
          }}
        />
        {mayEdit(call.session.access) && (
          <>
            <h2>Alterar</h2>
            <WebhookForm webhook={webhook} errors={[]} />
            <Acts webhook={webhook} counted={counted} />
          </>
        )}
      </>
    ),
  });
}

async function register(call: ConsoleCall, fields: FormFields) {
  const key = fields.text('chave');
  const { errors, ...destination } = typed(call, sentOf(fields, fieldsOf(null)));
  if (errors.length > 0) return errors;
  const registering = { ...destination, idempotencyKey: UUID.test(key) ? key : randomUUID() };
  const { secret, webhook } = await call.deps.webhooks.register(requester(call), registering, personContext(call));
  return showPage(call, {
    title: 'Webhook cadastrado',
    body: (
      <>
        <Secret secret={secret} />
        <LinkButton isMain href={`${paths.webhooks}/${webhook.webhookId}`}>
          Continuar
        </LinkButton>
      </>
    ),
  });
}

async function change(call: ConsoleCall, fields: FormFields) {
  const webhook = await webhookSeen(call);
  const { webhookId } = webhook;
  const shown = fieldsOf(webhook);
  const { changed, refusal } = changedFields(fields, shown);
  const now = { ...Object.fromEntries(shown.map(({ name, value = '' }) => [name, value])), ...changed };
  const { errors, ...destination } = typed(call, now);
  if (errors.length > 0) return errors;
  if (refusal !== null) return refusal;
  const changes = {
    ...destination,
    status: now[STATUS.name] === 'INACTIVE' ? ('INACTIVE' as const) : ('ACTIVE' as const),
  };
  await call.deps.webhooks.change(requester(call), webhookId, changes, personContext(call));
  return { told: 'Webhook salvo', to: `${paths.webhooks}/${webhookId}` };
}

async function rotate(call: ConsoleCall, fields: FormFields) {
  const { webhookId } = await webhookSeen(call);
  const rotation = { immediate: fields.has('imediato'), idempotencyKey: null };
  const rotated = await call.deps.webhooks.rotate(requester(call), webhookId, rotation, personContext(call));
  return showOne(call, NOT_REFUSED, rotated);
}

async function test(call: ConsoleCall, fields: FormFields) {
  const webhook = await webhookSeen(call);
  await mustEdit(call);
  const type = webhook.events.find((one) => one === fields.text('tipo')) ?? webhook.events[0];
  if (type === undefined) throw new Error(`webhook ${webhook.webhookId} has no type of event`);
  const sample = { type, example: call.deps.webhookExamples[type] };
  const { deliveryId } = await call.deps.requestedDeliveries.test(webhook, sample);
  return { told: 'Teste enviado', to: `${paths.deliveries}/${deliveryId}` };
}

async function replay(call: ConsoleCall, fields: FormFields) {
  const { requestedDeliveries } = call.deps;
  const webhook = await webhookSeen(call);
  await mustEdit(call);
  const since = momentTyped(fields.text('de'));
  const until = momentTyped(fields.text('ate'));
  if (since === null || until === null || since > until) return ['Até: informe a janela, com De antes de Até'];
  // Up to the end of the minute that was typed.
  const window = { since, until: until + 59_999, types: null, all: fields.has('todos') };
  if (fields.text('acao') !== 'enviar') {
    keepTyped(call, call.path, fields);
    return showOne(call, NOT_REFUSED, { counted: await requestedDeliveries.countReplay(webhook, window) });
  }
  if (webhook.status === 'INACTIVE') return ['Ative o webhook para reenviar'];
  const count = await requestedDeliveries.replay(webhook, window);
  if (count === null) return [problemMessage({ is: 'ReplayRunning' }).error];
  const told = counted(count, 'entrega agendada', 'entregas agendadas');
  return { told, to: `${paths.deliveries}?webhookId=${webhook.webhookId}` };
}

/** A person is not limited to scopes, as keys are. */
function requester({ session }: ConsoleCall) {
  return { clientId: session.clientId, scopes };
}

/** Deliveries that are asked for have no command of their own: the role is checked here, against the log. */
export async function mustEdit(call: ConsoleCall): Promise<void> {
  await requireRegistrar(call.deps, call.session.clientId, personContext(call).actor);
}

function typed({ deps: { webhookAddresses } }: ConsoleCall, values: Readonly<Record<string, unknown>>) {
  const url = String(values[DESTINATION.name]);
  const fault = webhookAddresses.checkText(url);
  const events = publicEventTypes.filter((type) => values[`${EVENT}${type}`] === true);
  const errors = [
    ...(fault === null ? [] : [urlFaults[fault]]),
    ...(events.length > 0 ? [] : ['Eventos: marque pelo menos um']),
  ];
  return { url, events, errors };
}

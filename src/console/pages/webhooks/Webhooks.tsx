// The list of webhooks, and the page of one with its forms.
import { eventTypes, publicEventTypes } from '../../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../../domain/webhooks/fold.js';
import { Checkbox, Field, Form, SaveOrCancel, Select } from '../../design/Form.js';
import type { Column } from '../../design/Table.js';
import { DateTime, Errors, State as Dot } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { mayEdit } from '../registers/change.js';
import { deactivationReasons, webhookStatuses } from '../../../domain/webhooks/events.js';
import { choicesOf } from '../../../domain/kernel/vocabulary.js';
import { emptyHours, type Hour, DELIVERIES, WEBHOOKS } from './query.js';
import { Chart } from '../../design/Chart.js';

export const webhookColumns = (hours: ReadonlyMap<string, readonly Hour[]>): readonly Column<Webhook>[] => [
  {
    ...{ head: 'Destino', as: 'long', phone: 'line', file: ['text', ({ url }) => url] },
    cell: ({ webhookId, url }) => <a href={`${WEBHOOKS}/${webhookId}`}>{url}</a>,
  },
  { head: 'Eventos', file: ['text', ({ events }) => events.map((type) => eventTypes[type].name).join('; ')] },
  {
    ...{ head: 'Situação', cell: (webhook) => <State webhook={webhook} /> },
    file: {
      Situação: ['text', ({ status }) => webhookStatuses[status].name],
      'Desativado em': ['moment', ({ deactivation }) => deactivation?.at],
      Motivo: ['text', ({ deactivation }) => deactivation && deactivationReasons[deactivation.reason].name],
    },
  },
  {
    head: 'Últimas 24 horas',
    cell: ({ webhookId }) => (
      <a href={`${DELIVERIES}?webhookId=${webhookId}`}>
        <Bars hours={hours.get(webhookId) ?? emptyHours()} />
      </a>
    ),
  },
];

function State({ webhook: { status, deactivation } }: Readonly<{ webhook: Webhook }>) {
  if (status === 'ACTIVE') return <Dot tone="plain">Ativo</Dot>;
  return (
    <>
      <Dot tone="idle">Inativo</Dot>
      {deactivation !== null && (
        <div class="muted">
          <DateTime at={deactivation.at} />, {deactivationReasons[deactivation.reason].name}
        </div>
      )}
    </>
  );
}

type FormProps = Readonly<{
  call: ConsoleCall;
  action: string;
  /** Null: a new one. */
  webhook: Webhook | null;
  /** Of a new one: the same form sent twice registers once. */
  idempotencyKey: string;
  errors: readonly string[];
}>;

export function WebhookForm({ call, action, webhook, idempotencyKey, errors }: FormProps) {
  return (
    <Form call={call} action={action} class="form-page">
      <Errors sentences={errors} />
      {webhook === null && <input type="hidden" name="chave" value={idempotencyKey} />}
      <Field
        label="Destino"
        name="url"
        type="url"
        required
        maxLength={2048}
        hint="Endereço https que recebe os eventos"
        value={webhook?.url ?? ''}
      />
      <fieldset>
        <legend>Eventos</legend>
        {publicEventTypes.map((type) => (
          <Checkbox
            name={`evento-${type}`}
            label={`${eventTypes[type].name} (${type})`}
            checked={webhook?.events.includes(type) ?? false}
          />
        ))}
      </fieldset>
      {webhook !== null && (
        <Select label="Situação" name="status" options={choicesOf(webhookStatuses)} value={webhook.status} />
      )}
      <SaveOrCancel back={WEBHOOKS} />
    </Form>
  );
}

/** Shown once, right after it was made. */
export function Secret({ secret }: Readonly<{ secret: string }>) {
  return (
    <div class="note warn">
      <p>Guarde o segredo agora: ele assina as entregas e não será mostrado de novo.</p>
      <code class="secret">{secret}</code>
    </div>
  );
}

type PageProps = Readonly<{
  call: ConsoleCall;
  webhook: Webhook;
  hours: readonly Hour[];
  secret: string | null;
  /** What a replay would send. */
  counted: number | null;
  errors: readonly string[];
}>;

export function WebhookPage({ call, webhook, hours, secret, counted, errors }: PageProps) {
  const path = `${WEBHOOKS}/${webhook.webhookId}`;
  return (
    <>
      {secret !== null && <Secret secret={secret} />}
      <Errors sentences={errors} />
      <p class="breaks">{webhook.url}</p>
      <p>
        <State webhook={webhook} /> <a href={`${DELIVERIES}?webhookId=${webhook.webhookId}`}>Ver as entregas</a>
      </p>
      <Bars hours={hours} />
      {mayEdit(call.state.session.access) && (
        <>
          <h2>Alterar</h2>
          <WebhookForm call={call} action={path} webhook={webhook} idempotencyKey="" errors={[]} />
          <Acts call={call} webhook={webhook} counted={counted} />
        </>
      )}
    </>
  );
}

function Acts({ call, webhook, counted }: Pick<PageProps, 'call' | 'webhook' | 'counted'>) {
  const path = `${WEBHOOKS}/${webhook.webhookId}`;
  return (
    <>
      <h2>Testar</h2>
      <Form call={call} action={`${path}/testar`} class="form-page">
        <Select
          label="Evento de exemplo"
          name="tipo"
          options={webhook.events.map((type) => [type, `${eventTypes[type].name} (${type})`] as const)}
        />
        <button>Enviar teste</button>
      </Form>
      <h2>Reenviar uma janela</h2>
      <Form call={call} action={`${path}/reenviar`} class="form-page">
        <div class="fields">
          <Field label="De" name="de" type="datetime-local" required />
          <Field label="Até" name="ate" type="datetime-local" required />
        </div>
        <Checkbox name="todos" label="Também o que já foi entregue" checked={false} />
        {counted !== null && (
          <p role="status">{counted === 1 ? '1 evento seria enviado.' : `${counted} eventos seriam enviados.`}</p>
        )}
        <div class="buttons">
          <button name="acao" value="contar">
            Contar
          </button>
          <button class="primary" name="acao" value="enviar" disabled={webhook.status === 'INACTIVE'}>
            Reenviar
          </button>
        </div>
        {webhook.status === 'INACTIVE' && <p class="muted">Ative o webhook para reenviar.</p>}
      </Form>
      <h2>Segredo</h2>
      <Form call={call} action={`${path}/segredo`} class="form-page">
        <Checkbox
          name="imediato"
          label="O segredo anterior deixa de valer já (senão vale mais 24 horas)"
          checked={false}
        />
        <button>Trocar segredo</button>
      </Form>
    </>
  );
}

/** Deliveries of the last 24 hours as bars, one an hour: delivered, and failed on top. Without any the words alone. */
export function Bars({ hours }: Readonly<{ hours: readonly Hour[] }>) {
  const most = Math.max(1, ...hours.map(({ delivered, failed }) => delivered + failed));
  const delivered = hours.reduce((sum, hour) => sum + hour.delivered, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const counts = `${delivered} ${delivered === 1 ? 'entregue' : 'entregues'}, ${failed} sem sucesso`;
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

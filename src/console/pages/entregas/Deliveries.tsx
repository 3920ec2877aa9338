// The list of deliveries with its filters, and one delivery with what was sent.
import { eventTypes, publicEventTypes, type PublicEventType } from '../../../domain/webhooks/eventTypes.js';
import type { Webhook } from '../../../domain/webhooks/fold.js';
import { choicesOf } from '../../../domain/kernel/vocabulary.js';
import { deliveryStatusWords, type Delivery, type MadeAttempt } from '../../../webhooks/delivery/deliveryQueue.js';
import type { Asked } from '../../asked.js';
import type { Filter } from '../../design/Filters.js';
import { Form } from '../../design/Form.js';
import { Table, type Column } from '../../design/Table.js';
import { DateTime, State, Empty, Facts, isoOf } from '../../design/values.js';
import type { ConsoleCall } from '../../route.js';
import { mayEdit } from '../registers/change.js';
import { DELIVERIES, originNames } from '../webhooks/query.js';

const typeName = (type: string): string => eventTypes[type as PublicEventType]?.name ?? type;

function Status({ delivery: { status } }: Readonly<{ delivery: Delivery }>) {
  const { tone, name } = deliveryStatusWords[status];
  return <State tone={tone}>{name}</State>;
}

export const columns: readonly Column<Delivery>[] = [
  {
    ...{ head: 'Criada', as: 'nowrap', phone: 'start' },
    file: ['moment', (it) => isoOf(it.createdAt)],
    cell: ({ deliveryId, createdAt }) => (
      <a href={`${DELIVERIES}/${deliveryId}`}>
        <DateTime at={isoOf(createdAt)} />
      </a>
    ),
  },
  { head: 'Evento', phone: 'line', file: ['text', ({ type }) => typeName(type)] },
  { head: 'Destino', as: 'long', phone: 'line', file: ['text', ({ url }) => url] },
  {
    head: 'Situação',
    file: ['text', ({ status }) => deliveryStatusWords[status].name],
    cell: (delivery) => <Status delivery={delivery} />,
  },
  { head: 'Tentativas', as: 'number', file: ['integer', ({ attempts }) => attempts] },
  { head: 'Última tentativa', as: 'nowrap', file: ['moment', ({ lastAttemptAt }) => isoOf(lastAttemptAt)] },
  { head: 'Resposta', as: 'number', file: ['integer', (it) => it.responseStatus] },
];

export function deliveryFilters({ text }: Asked, webhooks: readonly Webhook[]): readonly Filter[] {
  const field = (label: string, name: string) => ({ label, name, value: text(name) });
  const moment = { type: 'datetime-local' } as const;
  return [
    {
      ...{ ...field('Webhook', 'webhookId'), all: 'Todos' },
      choices: webhooks.map(({ webhookId, url }) => [webhookId, url.slice(0, 60)] as const),
    },
    {
      ...{ ...field('Evento', 'type'), all: 'Todos' },
      choices: publicEventTypes.map((type) => [type, eventTypes[type].name] as const),
    },
    { ...field('Situação', 'status'), all: 'Todas', choices: choicesOf(deliveryStatusWords) },
    field('Resposta', 'responseStatus'),
    { ...field('De', 'from'), ...moment },
    { ...field('Até', 'to'), ...moment },
  ];
}

type OneProps = Readonly<{
  call: ConsoleCall;
  delivery: Delivery;
  attempts: readonly MadeAttempt[];
  /** Null: the webhook was removed. */
  webhook: Webhook | null;
  /** Null: no longer stored. */
  body: string | null;
}>;

export function DeliveryPage({ call, delivery, attempts, webhook, body }: OneProps) {
  const reason = webhook === null ? 'O webhook foi excluído.' : inactiveReason(webhook, delivery);
  return (
    <>
      <Facts
        of={{
          Evento: `${typeName(delivery.type)} (${originNames[delivery.origin]})`,
          Identificadores: [delivery.deliveryId, <br />, delivery.eventId],
          Destino: delivery.url,
          Situação: <Status delivery={delivery} />,
          'Próxima tentativa': <DateTime at={isoOf(delivery.nextAttemptAt)} />,
        }}
      />
      <h2>Tentativas</h2>
      <Attempts made={attempts} count={delivery.attempts} />
      {mayEdit(call.state.session.access) && (
        <Form call={call} action={`${DELIVERIES}/${delivery.deliveryId}/reenviar`}>
          <button class="primary" disabled={reason !== null}>
            Reenviar
          </button>
          {reason !== null && <p class="muted">{reason}</p>}
        </Form>
      )}
      <h2>O que foi enviado</h2>
      {body === null ? (
        <Empty>O conteúdo do evento não é mais guardado.</Empty>
      ) : (
        <pre class="answer" tabindex={0}>
          {body}
        </pre>
      )}
    </>
  );
}

/** @param count of all that were made; an earlier version of the service kept only the last one */
function Attempts({ made, count }: Readonly<{ made: readonly MadeAttempt[]; count: number }>) {
  if (count === 0) return <Empty>Nenhuma tentativa foi feita ainda.</Empty>;
  return (
    <>
      <Table
        caption="Tentativas"
        rows={made.map((attempt, index) => ({ ...attempt, number: count - made.length + index + 1 }))}
        columns={[
          { head: 'Nº', as: 'number', phone: 'off', cell: ({ number }) => number },
          { head: 'Quando', as: 'nowrap', phone: 'start', cell: ({ at }) => <DateTime at={isoOf(at)} /> },
          { head: 'Resposta', as: 'number', phone: 'end', cell: ({ responseStatus }) => responseStatus ?? '–' },
          {
            ...{ head: 'O que aconteceu', phone: 'line' },
            cell: ({ error }) => (error === '' ? 'Aceita' : <pre class="answer">{error}</pre>),
          },
        ]}
      />
      {made.length < count && (
        <p class="muted">Das tentativas anteriores a esta versão do serviço só a última foi guardada.</p>
      )}
    </>
  );
}

function inactiveReason({ status }: Webhook, { origin }: Delivery): string | null {
  return status === 'INACTIVE' && origin !== 'TEST' ? 'Ative o webhook para reenviar.' : null;
}

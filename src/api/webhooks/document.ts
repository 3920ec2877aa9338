// The OpenAPI 3.1 document of /v1: the routes of webhooks, and in `webhooks` the requests that receivers get.
import * as z from 'zod';
import { eventTypes, publicEventTypes, type PublicEventType } from '../../domain/webhooks/eventTypes.js';
import { documentOf, HEADERS_OF_ALL, type Described } from '../openapi/document.js';
import { ref, schemaOf, type Json } from '../openapi/jsonSchema.js';
import { requestHeader } from '../openapi/operation.js';
import { eventData, eventExample } from '../../webhooks/publicEvents.js';

const DESCRIPTION = `Webhooks: registro de destinos, e consulta e reenvio das entregas.

Cada evento é enviado por POST ao destino registrado e assinado com o segredo do webhook. Responda com 2xx em até 10
segundos. Entregas podem se repetir e não têm ordem garantida: descarte as que já viu pelo \`id\` do evento.

${HEADERS_OF_ALL}`;

const TAGS = [
  ['Webhooks', 'Destinos que recebem os eventos do cliente'],
  ['Entregas', 'O que foi ou será enviado a cada destino'],
] as const;

const STATUSES = {
  409: 'Limite de webhooks atingido ou outra chamada igual em andamento',
  403: 'A chave não tem o escopo de um dos tipos de evento',
};

export function webhooksDocument(routes: readonly Described[], version: string): Json {
  const contract = {
    title: 'Webhooks da conciliação contábil',
    description: DESCRIPTION,
    tags: TAGS,
    statuses: STATUSES,
    webhooks: Object.fromEntries(publicEventTypes.map((type) => [type, delivery(type)])),
    schemas: Object.fromEntries(publicEventTypes.map((type) => [schemaName(type), schemaOf(eventBody(type))])),
  };
  return documentOf(contract, routes, version);
}

const DELIVERY_HEADERS: readonly Json[] = [
  requestHeader(
    'X-Service-Signature',
    'sha256= e o HMAC-SHA256 do corpo em hexadecimal, com o segredo inteiro como chave',
    true,
  ),
  requestHeader('X-Service-Signature-Next', 'Durante a troca do segredo: a mesma assinatura com o segredo novo'),
  requestHeader('X-Service-Delivery-Id', 'Identificador da entrega; o mesmo em cada tentativa', true, {
    type: 'string',
    format: 'uuid',
  }),
  requestHeader('webhook-id', 'Identificador do evento (Standard Webhooks)', true),
  requestHeader(
    'webhook-timestamp',
    'Quando esta tentativa foi feita, em segundos Unix (Standard Webhooks)',
    true,
  ),
  requestHeader(
    'webhook-signature',
    'v1, e a assinatura em base64; duas durante a troca (Standard Webhooks)',
    true,
  ),
];

function delivery(type: PublicEventType): Json {
  return {
    post: {
      operationId: type,
      tags: ['Entregas'],
      summary: eventTypes[type].summary,
      security: [],
      parameters: [
        requestHeader('X-Service-Event', 'O tipo do evento', true, { const: type }),
        ...DELIVERY_HEADERS,
      ],
      requestBody: {
        required: true,
        content: { 'application/json': { schema: ref(schemaName(type)), example: eventExample(type) } },
      },
      responses: {
        '2XX': { description: 'Aceita; qualquer outra resposta ou nenhuma em 10 segundos é uma falha' },
      },
    },
  };
}

/** Name of a schema, for example `EventoImportCompleted` for `import.completed`. */
function schemaName(type: PublicEventType): string {
  const words = type.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `Evento${words.join('')}`;
}

/** `data` of an event sent by `POST /v1/webhooks/{id}/test`. */
const testData = z
  .object({ test: z.literal(true) })
  .describe('Entrega de teste: os demais campos têm valores de exemplo');

export function eventBody(type: PublicEventType) {
  return z.object({
    id: z
      .string()
      .regex(/^evt_/)
      .describe('Identificador do evento; o mesmo em repetições: descarte as que já viu'),
    type: z.literal(type),
    createdAt: z.iso.datetime({ precision: 3 }).describe('Quando aconteceu (ISO 8601 em UTC)'),
    data: z.union([eventData[type], testData]),
  });
}

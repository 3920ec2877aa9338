// Every bad input on the routes of webhooks gets its clean answer and changes nothing.
import { afterAll, describe, expect, it } from '#jest';
import { hostileHosts } from '../../webhooks/sending/hostileUrls.js';
import { asking, onImports, type Answer } from './asking.js';
import { startClients } from './clients.js';

const WRONG = { status: 400, code: 'PARAMETRO_INVALIDO' } as const;
const ADDRESS = 'url aponta para um endereço que não pode receber webhooks';
const PUBLIC_URL = 'https://conciliacao.example.com';
const SCHEME = 'url deve começar com https://';
const TYPES = /^events aceita somente estes tipos: reconciliation\.created; .*webhook\.failed$/;
const EMPTY = 'events deve ser uma lista com pelo menos um tipo de evento';

const withUrl = (url: unknown) => ({ ...onImports, url });
const withEvents = (events: unknown) => ({ ...onImports, events });

const urls: readonly (readonly [string, unknown, string | RegExp])[] = [
  ['missing', undefined, 'url deve ser um texto com o endereço completo do destino'],
  ['null', null, 'url deve ser um texto com o endereço completo do destino'],
  ['empty', '', 'url deve ser um texto com o endereço completo do destino'],
  ['a number', 1, 'url deve ser um texto com o endereço completo do destino'],
  ['no URL', 'erp', /^url deve ser um endereço completo/],
  ['without a host', 'https://.', /^url deve ser um endereço completo/],
  ['with CRLF', 'https://erp.example.com/\r\nX: y', /^url deve ser um endereço completo/],
  ['ftp', 'ftp://erp.example.com/', SCHEME],
  ['file', 'file:///etc/passwd', SCHEME],
  ['javascript', 'javascript:alert(1)', SCHEME],
  ['http', 'http://erp.example.com/', SCHEME],
  ['with a user', 'https://ana:senha@erp.example.com/', 'url não pode trazer usuário nem senha'],
  ['with a fragment', 'https://erp.example.com/#a', 'url não pode trazer fragmento (#)'],
  [
    'of 3,000 characters',
    `https://erp.example.com/${'a'.repeat(2_976)}`,
    'url deve ter no máximo 2.048 caracteres',
  ],
  ['of port 22', 'https://erp.example.com:22/', 'url usa uma porta que não recebe webhooks'],
];

const eventLists: readonly (readonly [string, unknown, string | RegExp])[] = [
  ['missing', undefined, EMPTY],
  ['null', null, EMPTY],
  ['no list', 'import.completed', EMPTY],
  ['empty', [], EMPTY],
  ['unknown', ['import.started'], TYPES],
  ['in capitals', ['IMPORT.COMPLETED'], TYPES],
  ['no texts', [1, null, {}], TYPES],
  ['of 1,000 items', Array.from({ length: 1_000 }, (_, at) => `tipo.${at}`), TYPES],
  ['with a repeat', ['import.completed', 'import.completed'], 'events não pode repetir um tipo'],
  [
    'of one type 1,000 times',
    Array.from({ length: 1_000 }, () => 'import.failed'),
    'events não pode repetir um tipo',
  ],
];

const NO_OBJECT = 'o corpo da requisição deve ser um objeto JSON';
const bodies: readonly (readonly [string, string, string])[] = [
  ['no JSON', '{', 'o corpo não é JSON válido (linha 1, coluna 2)'],
  ['no JSON in its third line', '{\n "a": 1,\n "b": tru\n}', 'o corpo não é JSON válido (linha 3, coluna 7)'],
  ['a list without end', '['.repeat(500_000), 'o corpo não é JSON válido (linha 1, coluna 1)'],
  ['a list', '[]', NO_OBJECT],
  ['a text', '"x"', NO_OBJECT],
  ['null', 'null', NO_OBJECT],
  ['a number', '1', NO_OBJECT],
  ['nothing', '', 'o corpo está vazio'],
];

/** Empty texts and null are as if omitted. */
const isSent = (value: unknown) => value !== undefined && value !== null && value !== '';

const clients = await startClients({ PUBLIC_URL });
const api = asking(clients.service.url, clients.keys.full);
const id = (await api.register(onImports)).data.id;

describe('bad inputs of webhooks', () => {
  afterAll(async () => {
    const { data } = await api.list();
    expect(data).toEqual([expect.objectContaining({ id, ...onImports, status: 'ACTIVE' })]);
  });

  function expectRefused(
    answer: Answer,
    expected: { status: number; code: string },
    error?: string | RegExp,
  ): void {
    expect(answer).toMatchObject(expected);
    if (typeof error === 'string') expect(answer.error).toBe(error);
    else if (error) expect(answer.error).toMatch(error);
  }

  it.each(urls)('a url %s', async (_, url, error) => {
    expectRefused(await api.register(withUrl(url)), WRONG, error);
    if (isSent(url)) expectRefused(await api.patch(id, { url }), WRONG, error);
  });

  it('every spelling of an address that may not be reached, with the same words', async () => {
    const words = new Set<string | undefined>();
    for (const host of hostileHosts) {
      const answer = await api.register(withUrl(`https://${host}/webhooks`));
      expectRefused(answer, WRONG);
      words.add(answer.error);
    }
    expect([...words]).toEqual([ADDRESS]);
    expectRefused(await api.patch(id, { url: 'https://169.254.169.254/latest' }), WRONG, ADDRESS);
  });

  it('the service itself as the destination', async () => {
    const own = [PUBLIC_URL, clients.service.url.replace('http:', 'https:')];
    for (const url of own)
      expectRefused(await api.register(withUrl(url)), WRONG, 'url não pode apontar para este serviço');
  });

  it('no destination for what the request says in Host', async () => {
    const headers = { Host: 'erp.exemplo.com.br' };
    const answer = await api.register(withUrl('https://erp.exemplo.com.br/webhooks'), { headers });
    expect(answer.status).toBe(201);
    await api.remove(answer.data.id);
  });

  it('a name that does not resolve is accepted', async () => {
    const answer = await api.register(withUrl('https://nao-existe.invalid/webhooks'));
    expect(answer.status).toBe(201);
    await api.remove(answer.data.id);
  });

  it.each(eventLists)('events %s', async (_, events, error) => {
    expectRefused(await api.register(withEvents(events)), WRONG, error);
    if (isSent(events)) expectRefused(await api.patch(id, { events }), WRONG, error);
  });

  it.each(bodies)('a body that is %s', async (_, body, error) => {
    expectRefused(await api.register(body), WRONG, error);
    expectRefused(await api.patch(id, body), WRONG, error);
    if (body !== '') expectRefused(await api.rotate(id, { body }), WRONG, error);
  });

  it('an Idempotency-Key that is missing or no UUID', async () => {
    expectRefused(
      await api.register(onImports, { idempotencyKey: null }),
      WRONG,
      'informe o cabeçalho Idempotency-Key',
    );
    for (const idempotencyKey of ['1', 'chave', '7b0c9f5e2d1a4c3b8e6f1a2b3c4d5e6f', `${'a'.repeat(8_000)}`])
      expectRefused(
        await api.register(onImports, { idempotencyKey }),
        WRONG,
        'o cabeçalho Idempotency-Key deve ser um UUID',
      );
  });

  it('several at once are answered in one sentence', async () => {
    const answer = await api.register({ url: 'http://erp.example.com/', events: [] }, { idempotencyKey: 'x' });
    expectRefused(answer, WRONG, `o cabeçalho Idempotency-Key deve ser um UUID, ${EMPTY}, ${SCHEME}`);
  });

  it('an optional member that is empty or null is as if omitted', async () => {
    const before = await api.get(id);
    for (const nothing of ['', null]) {
      const answer = await api.patch(id, { url: nothing, events: nothing, status: nothing });
      expect([answer.status, answer.data]).toEqual([200, before.data]);
    }
  });

  it('an invalid status or immediate', async () => {
    for (const status of ['active', 'DELETED', 1])
      expectRefused(await api.patch(id, { status }), WRONG, 'status deve ser um destes valores: ACTIVE; INACTIVE');
    for (const immediate of ['true', 1])
      expectRefused(await api.rotate(id, { body: { immediate } }), WRONG, 'immediate deve ser true ou false');
  });

  it('another type of content, or too much of it', async () => {
    const headers = { 'Content-Type': 'text/plain' };
    const wrongType = { status: 415, code: 'CONTENT_TYPE_INVALIDO' };
    expectRefused(await api.register(onImports, { headers }), wrongType);
    expectRefused(await api.call('PATCH', `/webhooks/${id}`, { body: { status: 'ACTIVE' }, headers }), wrongType);
    expectRefused(await api.rotate(id, { body: {}, headers }), wrongType);
    const large = { ...onImports, a: 'a'.repeat(1_048_576) };
    expectRefused(await api.register(large), { status: 413, code: 'CONTEUDO_MUITO_GRANDE' });
  });

  it.each(['abc', '0', '1', '-1', '%27', '7b0c9f5e-2d1a-4c3b-8e6f-1a2b3c4d5e6f', '__proto__', 'constructor'])(
    'an unknown id: %s',
    async (other) => {
      const missing = { status: 404, code: 'WEBHOOK_NAO_ENCONTRADO' };
      expectRefused(await api.get(other), missing);
      expectRefused(await api.patch(other, { status: 'INACTIVE' }), missing);
      expectRefused(await api.rotate(other), missing);
      expectRefused(await api.remove(other), missing);
    },
  );

  const lists = ['page=0', 'page=abc', 'page=1&page=2', 'limit=0', 'limit=101', 'limit=', 'page[$gt]=1'];
  it.each([...lists, 'updatedSince=2026-01-01'])('a list with %s', async (query) =>
    expectRefused(await api.call('GET', `/webhooks?${query}`), WRONG),
  );

  it('a method that the path does not have', async () => {
    const wrong = { status: 405, code: 'METODO_NAO_PERMITIDO' };
    const put = await api.call('PUT', '/webhooks', { body: onImports });
    expectRefused(put, wrong);
    expect(put.headers.get('allow')).toBe('GET, HEAD, POST');
    const post = await api.call('POST', `/webhooks/${id}`, { body: {} });
    expectRefused(post, wrong);
    expect(post.headers.get('allow')).toBe('DELETE, GET, HEAD, PATCH');
    expectRefused(await api.call('GET', `/webhooks/${id}/rotate-secret`), wrong);
  });

  it('an invalid key, on every route', async () => {
    const nobody = asking(clients.service.url, `service_test_${'a'.repeat(43)}`);
    const answers = [
      await nobody.register(onImports),
      await nobody.call('GET', '/webhooks'),
      await nobody.get(id),
      await nobody.patch(id, {}),
      await nobody.remove(id),
      await nobody.rotate(id),
    ];
    for (const answer of answers)
      expect(answer).toMatchObject({ status: 401, text: '{"success":false,"error":"Chave de API inválida"}' });
  });
});

// The collection for Postman and Insomnia: each request of it sent as these programs do.
import { describe, expect, it } from '#jest';
import { COLLECTION_PATH } from '../../../src/api/openapi/routes.js';
import { ask } from '../../api/support/http.js';
import { startReleasedWorld } from '../../api/support/world.js';
import { expectInContract } from '../../support/contract.js';

type Field = Readonly<{ key: string; value: string; disabled?: boolean; type?: string }>;
type Request = Readonly<{
  name: string;
  request: Readonly<{
    method: string;
    header: readonly Field[];
    url: Readonly<{ raw: string; host: string[]; path: string[]; query?: readonly Field[] }>;
    body?: Readonly<{ mode: string; raw?: string; formdata?: readonly Field[] }>;
  }>;
}>;
type Collection = Readonly<{
  item: readonly Readonly<{ name: string; item: readonly Request[] }>[];
  variable: readonly Field[];
}>;

/** For matching, which takes the entries of one account. */
const LEDGER = Buffer.from('Data;Histórico;Documento;Valor\n05/05/2026;Depósito;NF 1;10,00 D\n');

const world = await startReleasedWorld();
const { text: served } = await ask(world.service.url, { path: COLLECTION_PATH });
const collection = JSON.parse(served) as Collection;
const variables: Record<string, string> = {
  ...Object.fromEntries(collection.variable.map(({ key, value }) => [key, value])),
  baseUrl: world.service.url,
  apiKey: world.keys.full,
  companyId: String(world.companyIds.acme),
  chartId: String(world.chartIds.acme),
  accountId: String(world.accountIds.acme),
  trialBalanceId: String(world.trialBalanceIds.acme),
  period: '2026-05',
};

describe('the collection', () => {
  const operations = new Set<string>();

  const filled = (text: string) =>
    text.replaceAll(/\{\{(.+?)\}\}/g, (_, name: string) =>
      name === '$guid' ? crypto.randomUUID() : (variables[name] ?? '?'),
    );
  const enabled = (fields: readonly Field[] = []) =>
    fields
      .filter(({ disabled }) => disabled !== true)
      .map(({ key, value }): [string, string] => [key, filled(value ?? '')]);

  function addressOf({ url }: Request['request']): string {
    const path = url.path.map(filled).join('/');
    const query = new URLSearchParams(enabled(url.query)).toString();
    return `${filled(url.host.join('.'))}/${path}${query === '' ? '' : `?${query}`}`;
  }

  function bodyOf({ body }: Request['request'], file: Buffer): FormData | string | undefined {
    if (body?.mode !== 'formdata') return body?.raw === undefined ? undefined : filled(body.raw);
    const form = new FormData();
    for (const { key, value, type } of body.formdata ?? [])
      form.append(key, type === 'file' ? new Blob([file as BlobPart]) : filled(value));
    return form;
  }

  async function send(
    { request }: Request,
    file: Buffer,
  ): Promise<{ status: number; data: Record<string, string> }> {
    const body = bodyOf(request, file);
    const headers = new Headers(enabled(request.header).filter(([name]) => !/^content-type$/i.test(name)));
    if (typeof body === 'string') headers.set('content-type', 'application/json');
    headers.set('authorization', `Bearer ${variables['apiKey']}`);
    const { method } = request;
    const response = await fetch(addressOf(request), { method, headers, ...(body !== undefined && { body }) });
    const text = await response.text();
    expectInContract({ method, url: response.url, status: response.status, headers: response.headers, text });
    operations.add(`${method} ${request.url.raw}`);
    return {
      status: response.status,
      data: text === '' ? {} : (JSON.parse(text) as { data: Record<string, string> }).data,
    };
  }

  it('has one folder a tag, and names nobody’s key', () => {
    expect(collection.item.map(({ name }) => name)).toEqual([
      'Empresas',
      'Planos de Contas',
      'Balancetes',
      'Conciliações',
      'GraphQL',
      'Webhooks',
      'Entregas',
    ]);
    expect(collection.variable).toContainEqual({ key: 'apiKey', value: '' });
    expect(served).not.toMatch(/service_(test|live)_/);
    const bodies = collection.item.flatMap(({ item }) => item.map(({ request }) => request.body));
    expect(JSON.stringify(bodies)).not.toContain('2026-08');
    expect(bodies.flatMap((body) => body?.formdata ?? [])).toContainEqual(
      expect.objectContaining({ key: 'companyId', value: '{{companyId}}' }),
    );
  });

  it('sends requests that the service answers: every read, and what the examples may change', async () => {
    const { lineItems } = world.month('acme', '2026-08');
    const cells = lineItems.map(({ accountCode, previousBalance, debit, credit, finalBalance }) =>
      [accountCode, previousBalance, debit, credit, finalBalance].join(';'),
    );
    const file = Buffer.from(['Conta;Saldo Anterior;Débito;Crédito;Saldo Final', ...cells].join('\n'));
    const requests = collection.item.flatMap(({ item }) => item);
    // What is removed is needed by what follows it.
    const ordered = [...requests].sort(
      (a, b) => Number(a.request.method === 'DELETE') - Number(b.request.method === 'DELETE'),
    );
    const refused: string[] = [];
    for (const request of ordered) {
      const { status, data } = await send(request, request.request.url.path.includes('arquivos') ? LEDGER : file);
      if (status === 201 && 'secret' in data) variables['webhookId'] = data['id'] ?? '';
      if ('deliveryId' in (data ?? {})) variables['deliveryId'] = data['deliveryId'] ?? '';
      if (status >= 300) refused.push(`${status} ${request.name}`);
    }
    // The contract's example has an account that this chart does not have.
    expect(refused).toEqual(['400 Importa o balancete de uma empresa em uma competência']);
    expect(operations.size).toBe(requests.length);
  });
});

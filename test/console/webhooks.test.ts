// Webhooks, deliveries, keys and calls on screen, with a real receiver: who sees them, and what an Administrador
// does.
import { describe, expect, it } from '#jest';
import { focusedIn, signedIn, type Browsing, type FormValues } from '../support/console.js';
import { registerLedger } from '../support/ledger.js';
import { commandLine } from '../support/operator.js';
import { startService, temporaryDir } from '../support/service.js';
import { email, registerTeam, type Member } from '../support/team.js';
import { hidden } from '../support/trialBalanceFiles.js';
import { until } from '../support/until.js';
import { answers, startReceiver } from '../webhooks/support/receiver.js';

/** The page of the webhook that the first test registers. */
let page = '';

const receiver = await startReceiver(answers(204));
const dataDir = await temporaryDir();
const cli = commandLine(dataDir);
const acme = await registerLedger(dataDir);
await registerTeam(cli, acme);
await registerTeam(cli, await registerLedger(dataDir, { ref: 'zeta', firstCnpj: 50 }));
const env = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_RETRY_SECONDS: '0,600' };
const service = await startService({ dataDir, env });
const mara = await signedIn(service, email('mara'));
const zeta = await signedIn(service, email('mara', 'zeta'));

const events: FormValues = { 'evento-import.completed': 'sim', 'evento-import.failed': 'sim' };
const deliveriesOf = async (browser: Browsing, query = ''): Promise<readonly string[]> => {
  const { html } = await browser.get(`/console/entregas${query}`);
  return [...html.matchAll(/href="(\/console\/entregas\/[0-9a-f-]{36})"/g)].map(([, path = '']) => path);
};

/** Number, status and answer of each attempt on a delivery's page. */
const attemptsIn = (html: string): readonly string[][] =>
  (html.match(/<tbody>.*?<\/tbody>/s)?.[0].match(/<tr>.*?<\/tr>/gs) ?? []).map((row) => {
    const cells = [...row.matchAll(/<t[dh][^>]*>(?:<pre[^>]*>)?(.*?)(?:<\/pre>)?<\/t[dh]>/gs)].map(
      ([, text = '']) => text,
    );
    expect(cells[1]).toMatch(/<time datetime="20/);
    return [0, 2, 3].map((at) => cells[at] ?? '');
  });

describe('A webhook on screen', () => {
  it('is registered with its secret shown once, and refused with what was typed', async () => {
    const refused = await mara.post('/console/webhooks/novo', { url: 'ftp://x.example/a' });
    expect(refused.status).toBe(422);
    expect(refused.html.split('Destino: deve começar com https://')).toHaveLength(3); // also beside the field
    expect(focusedIn(refused.html)).toEqual(['url']);
    expect(refused.html).toContain('Eventos: marque pelo menos um');
    expect(refused.html).toContain('value="ftp://x.example/a"');
    const chave = /name="chave" value="([0-9a-f-]{36})"/.exec(refused.html)?.[1] ?? '';

    const form = { ...events, url: receiver.url, chave };
    const done = await mara.post('/console/webhooks/novo', form);
    const again = await mara.post('/console/webhooks/novo', form);
    const secret = /whsec_[A-Za-z0-9+/]{43}=/.exec(done.html)?.[0] ?? '';
    expect(secret).not.toBe('');
    expect(again.html).toContain(secret);
    page = /href="(\/console\/webhooks\/[0-9a-f-]{36})"/.exec(done.html)?.[1] ?? '';
    const list = (await mara.get('/console/webhooks')).html;
    expect(list.split('state plain')).toHaveLength(2);
    expect(list + (await mara.get(page)).html).not.toContain(secret);
  });

  it('is tested: the delivery shows what was sent and answered', async () => {
    const { location } = await mara.post(`${page}/testar`, { tipo: 'import.failed' });
    expect(location).toMatch(/^\/console\/entregas\/[0-9a-f-]{36}$/);
    await until(async () => (await mara.get(location ?? '')).html.includes('Entregue'), 'the delivery');
    const { html } = await mara.get(location ?? '');
    expect(html).toContain('Importação recusada (teste)');
    expect(attemptsIn(html)).toEqual([['1', '204', 'Aceita']]);
    expect(html).toContain('&quot;test&quot;: true');
    expect(receiver.received.map(({ event }) => event.type)).toEqual(['import.failed']);
  });

  it('shows answers of receivers as text, and finds deliveries by state, type, status code and time', async () => {
    receiver.behave(answers(503, {}, '<script>alert(1)</script>'));
    const { location } = await mara.post(`${page}/testar`, { tipo: 'import.completed' });
    const failed = location ?? '';
    await until(async () => (await deliveriesOf(mara, '?responseStatus=503')).length === 1, 'the failed delivery');
    receiver.behave(answers(204));
    const { html } = await mara.get(failed);
    expect(html).toContain('&lt;script>alert(1)&lt;/script>');
    expect(html).not.toContain('<script>alert');
    expect(attemptsIn(html)).toEqual([['1', '503', expect.stringContaining('&lt;script>')]]);
    for (const [query, count] of [
      ['?responseStatus=204', 1],
      ['?status=RETRYING', 1],
      ['?status=FAILED', 0],
      ['?type=import.completed', 1],
      ['?type=nada', 0],
      ['?from=2099-01-01T00:00', 0],
      ['?to=2099-01-01T00:00', 2],
      [`?webhookId=${page.slice(-36)}`, 2],
    ] as const)
      expect([query, (await deliveriesOf(mara, query)).length]).toEqual([query, count]);
  });

  it('is sent again, counts what a replay would send, and says why nothing is sent while it is inactive', async () => {
    const [delivery = ''] = await deliveriesOf(mara, '?responseStatus=204');
    expect((await mara.post(`${delivery}/reenviar`)).location).toContain('/console/entregas?webhookId=');
    await until(
      () => receiver.received.filter(({ event }) => event.type === 'import.failed').length === 2,
      'it again',
    );

    const window = { de: '2020-01-01T00:00', ate: '2099-01-01T00:00' };
    const counted = await mara.post(`${page}/reenviar`, { ...window, acao: 'contar' });
    expect(counted.html).toContain('0 eventos seriam enviados.');
    expect(counted.html).toContain('value="2020-01-01T00:00"');
    const turned = await mara.post(`${page}/reenviar`, { de: window.ate, ate: window.de, acao: 'enviar' });
    expect(turned.html).toMatch(/name="ate"[^>]*aria-invalid/);
    expect(turned.html).toContain('Até: informe a janela, com De antes de Até');

    expect((await mara.post(page, { ...events, url: receiver.url, status: 'INACTIVE' })).location).toBe(page);
    const inactive = await mara.post(`${page}/reenviar`, { ...window, acao: 'enviar' });
    expect(inactive.html).toContain('Ative o webhook para reenviar');
    expect((await mara.get('/console/webhooks')).html).toContain('a pedido');
    await mara.post(page, { ...events, url: receiver.url, status: 'ACTIVE' });
  });

  it('keeps what another changed meanwhile, and tells whoever changes the same', async () => {
    const other = await signedIn(service, email('mara'));
    const seen = { vistas: hidden((await mara.get(page)).html, 'vistas') };
    const as = { ...events, url: receiver.url, status: 'ACTIVE', ...seen };
    await other.post(page, { ...as, url: `${receiver.url}/novo`, status: 'INACTIVE' });

    expect((await mara.post(page, { ...as, 'evento-reconciliation.created': 'sim' })).location).toBe(page);
    const { html } = await mara.get(page);
    expect(html).toContain(`value="${receiver.url}/novo"`);
    expect(html).toContain('<option value="INACTIVE" selected>');
    expect(html).toMatch(/name="evento-reconciliation.created" value="sim" checked/);

    const crossed = await mara.post(page, { ...as, url: `${receiver.url}/outro` });
    expect(crossed.status).toBe(422);
    expect(crossed.html).toContain('Destino: outra pessoa mudou isto enquanto você preenchia');
    expect(crossed.html).toContain(`value="${receiver.url}/outro"`);
    const again = { ...as, vistas: hidden(crossed.html, 'vistas'), url: receiver.url };
    expect((await mara.post(page, again)).location).toBe(page);
  });

  it('has its secret rotated, the new one shown once', async () => {
    const { html } = await mara.post(`${page}/segredo`, { imediato: 'sim' });
    const secret = /whsec_[A-Za-z0-9+/]{43}=/.exec(html)?.[0] ?? '';
    expect(secret).not.toBe('');
    expect((await mara.get(page)).html).not.toContain(secret);
  });
});

describe('What concerns the whole client', () => {
  it('is no entry for others, and nothing to change for an Auditor', async () => {
    const of = async (name: Member, path: string) => (await (await signedIn(service, email(name))).get(path)).html;
    expect(await of('ana', '/console')).not.toContain('/console/webhooks');
    expect(await of('auro', page)).not.toMatch(/Salvar|Trocar segredo/);
  });

  it('never shows another client anything', async () => {
    expect(await deliveriesOf(zeta, `?webhookId=${page.slice(-36)}`)).toEqual([]);
    expect((await zeta.get('/console/chaves')).html).not.toContain('ERP acme');
  });

  it('has keys with their last use, and calls found by route, status and id', async () => {
    const asked = await fetch(`${service.url}/api/v1/companies`, {
      headers: { authorization: `Bearer ${acme.key}` },
    });
    const requestId = asked.headers.get('x-request-id') ?? '';
    expect(asked.status).toBe(200);
    const keys = (await mara.get('/console/chaves')).html;
    expect(keys).toMatch(/ERP acme.*companies:read.*todas.*sem fim/);
    expect(keys).not.toContain(acme.key);
    for (const query of ['', '?rota=companies', '?status=200', `?requestId=${requestId}`, `?chave=${acme.keyId}`])
      expect([
        query,
        (await mara.get(`/console/chamadas${query}`)).html.includes('GET /api/v1/companies'),
      ]).toEqual([query, true]);
    expect((await mara.get('/console/chamadas?status=500')).html).toContain(
      'Nenhuma chamada recente com este filtro. <a href="/console/chamadas">Limpar os filtros</a>',
    );
    expect((await zeta.get('/console/chamadas')).html).not.toContain(requestId);
    const none = (await zeta.get('/console/entregas')).html;
    expect(none).toContain('Nada foi enviado ainda');
    expect(none).not.toContain('<a></a>');
  });
});

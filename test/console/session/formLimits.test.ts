// How much a form may have, who is asked before it is read, and how often a person may ask.
import { describe, expect, it } from '#jest';
import { request } from 'node:http';
import { actPath, pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import { nobody, signedIn, teamSignedIn, type Browsing } from '../../support/console.js';
import { releasedMonth } from '../../support/releasedMonth.js';
import { startService, temporaryDir } from '../../support/service.js';
import { email } from '../../support/team.js';
import { OWNERS } from '../conciliacao/support.js';

/** Of keys; a person has four times as many. */
const CALLS_OF_KEYS = 8;
const CALLS = 32;

const dataDir = await temporaryDir();
const month = await releasedMonth(dataDir, { accounts: 2, company: { owners: OWNERS } });
const [id = NaN] = month.ids;
const service = await startService({ dataDir, env: { RATE_LIMIT_PER_MINUTE: String(CALLS_OF_KEYS) } });
const { ana, mara, auro } = await teamSignedIn(service, ['ana', 'mara', 'auro']);

/** Beside the token. */
const fields = (count: number): Record<string, string> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, '']));

describe('A form without a session', () => {
  it('has at most 200 fields and 64 kB, and is refused beyond', async () => {
    const path = '/console/regras/feriados';
    expect((await nobody(service).post(path, fields(199))).status).toBe(401);
    const { status, html } = await nobody(service).post(path, fields(200));
    expect([status, html.includes('passa de 64 kB ou de 200 campos')]).toEqual([413, true]);
    expect((await nobody(service).post(path, fields(150_000))).status).toBe(413);
    expect((await nobody(service).post(path, { a: 'x'.repeat(65_000) })).status).toBe(401);
    expect((await nobody(service).post(path, { a: 'x'.repeat(65_536) })).status).toBe(413);
    expect((await nobody(service).post('/console/entrar', fields(200))).status).toBe(413);
    expect((await nobody(service).post('/console/convite/x', fields(200))).status).not.toBe(200);
  });

  it('is kept for the sign-in up to 16 kB', async () => {
    const kept = async (comentario: string): Promise<boolean> => {
      const { html } = await nobody(service).post(actPath(id, 'comment'), { comentario });
      return html.includes('name="rascunho"');
    };
    expect(await kept('ç'.repeat(8_000))).toBe(true);
    expect(await kept('ç'.repeat(8_192))).toBe(false);
  });
});

describe('A form of a session', () => {
  it('has at most 12,000 fields and 1 MB', async () => {
    const path = '/console/regras/feriados';
    expect((await mara.post(path, { feriados: '', ...fields(11_998) })).status).toBe(303);
    expect((await mara.post(path, { feriados: '', ...fields(12_000) })).status).toBe(413);
    expect((await mara.post(path, { feriados: 'x'.repeat(1_048_576) })).status).toBe(413);
  });

  it('is not read for a person without the role', async () => {
    /** Sends the head alone, and answers whatever comes. */
    const status = (who: Browsing, path: string, type: string): Promise<number> =>
      new Promise((resolve, reject) => {
        const headers = { cookie: who.cookie(), 'sec-fetch-site': 'same-origin', 'content-type': type };
        const sent = request(
          service.url + path,
          { method: 'POST', headers: { ...headers, 'content-length': 1_000 } },
          (answer) => {
            sent.destroy();
            resolve(answer.statusCode ?? 0);
          },
        );
        sent.on('error', reject);
        sent.flushHeaders();
      });
    const form = 'application/x-www-form-urlencoded';
    expect(await status(auro, actPath(id, 'compose'), form)).toBe(403);
    expect(await status(auro, actPath(id, 'approve'), form)).toBe(403);
    expect(await status(auro, actPath(id, 'attach'), 'multipart/form-data; boundary=x')).toBe(403);
    expect(await status(auro, '/console/regras/feriados', form)).toBe(403);
    expect(await status(nobody(service), '/console/regras/feriados', 'multipart/form-data; boundary=x')).toBe(401);
  });
});

describe('A person', () => {
  it('may ask for each route so often in a minute, whatever its ids, and is then told when to ask again', async () => {
    const bia = await signedIn(service, email('bia'));
    for (let call = 0; call < CALLS; call++)
      expect((await bia.get(pagePath(month.ids[call % 2] ?? 0))).status).toBe(200);
    const { status, headers, html } = await bia.get(pagePath(id));
    expect(status).toBe(429);
    const seconds = Number(headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(html).toContain(`Foram mais de ${CALLS} pedidos seus a este endereço em um minuto.`);
    expect(html).toContain(`<a href="${pagePath(id)}">Tentar de novo</a>`);
    expect((await bia.get('/console/conciliacoes')).status).toBe(200);
    expect((await ana.get(pagePath(id))).status).toBe(200);
  });

  it('keeps what was typed in a form beyond the limit, to send it again', async () => {
    const typed = { comentario: 'Falta "o extrato"\nde maio & <abril>', id: ['1', '2'] };
    const path = actPath(id, 'comment');
    let refused = await ana.post(path, typed);
    for (let call = 0; refused.status === 303; call++) {
      expect(call).toBeLessThan(CALLS);
      refused = await ana.post(path, typed);
    }
    expect(refused.status).toBe(429);
    expect(refused.html).toContain('o que você preencheu está guardado nesta página');
    const [, form = ''] =
      new RegExp(`<form method="post" action="${path}">(.*?)</form>`, 's').exec(refused.html) ?? [];
    expect(form).toContain(`name="csrf" value="${ana.csrfToken}"`);
    expect(form).toContain('value="Falta &quot;o extrato&quot;\nde maio &amp; &lt;abril>"');
    expect(form.match(/name="id" value="[12]"/g)).toHaveLength(2);
    expect(form).toContain('Enviar de novo</button>');
    expect((await ana.post(path, { ...typed, csrf: 'x' })).status).toBe(403);
  });

  it('is not counted with the keys of the client, nor before the session', async () => {
    for (let call = 0; call <= CALLS; call++)
      expect((await nobody(service).post(actPath(id, 'comment'), { comentario: 'x' })).status).toBe(401);
  });
});

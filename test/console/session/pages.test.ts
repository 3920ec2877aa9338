// What every page and form of the console has before its own handler: a session, its cookie, the token and origin of forms,
// and the headers of pages.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registerTeam, email } from '../../support/team.js';
import { commandLine } from '../../support/operator.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';
import { registerLedger } from '../../support/ledger.js';
import { browsing, signedIn, type Browsing } from '../../support/console.js';

let service: Service;
let mara: Browsing;

beforeAll(async () => {
  const dataDir = await temporaryDir();
  await registerTeam(commandLine(dataDir), dataDir, await registerLedger(dataDir));
  service = await startService({ dataDir });
  mara = await signedIn(service, email('mara'));
});
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

describe('A page of the console', () => {
  it('leads to the sign-in, and back to where it was, without a session', async () => {
    const nobody = browsing(service.url, { csrfToken: '', personId: '', sessionId: '', cookies: {} });
    expect((await nobody.get('/console')).location).toBe('/console/entrar');
    const { status, location } = await nobody.get('/console/x?y=1');
    expect([status, location]).toEqual([303, '/console/entrar?voltar=%2Fconsole%2Fx%3Fy%3D1']);
  });

  it('is shown to a person of a session, with a policy that lets no foreign or inline script run', async () => {
    const { status, html, headers } = await mara.get('/console');
    expect(status).toBe(200);
    expect(html).toMatch(/^<!doctype html><html lang="pt-BR"/);
    expect(html).toContain('<h1>Meu dia</h1>');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'self'; img-src 'self' data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
    );
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(html).not.toMatch(/<script>|style="|onclick=/);
  });

  it('has one text for what does not exist', async () => {
    const { status, html } = await mara.get('/console/nada');
    expect(status).toBe(404);
    expect(html).toContain('<h1>Página não encontrada</h1>');
  });

  it('names files by their content, which browsers keep for a year', async () => {
    const { html } = await mara.get('/console');
    const files = [...html.matchAll(/"(\/console\/assets\/[^"]+)"/g)].map(([, path = '']) => path);
    expect(files).toHaveLength(4);
    for (const path of files) {
      const { status, headers } = await mara.get(path);
      expect([status, headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
    }
  });

  it('answers htmx with its content alone, at the same address', async () => {
    const { html, headers } = await mara.get('/console', { 'hx-request': 'true' });
    expect(html).toMatch(/^<title>Meu dia/);
    expect(headers.get('vary')).toContain('HX-Request');
  });
});

describe('A form of the console', () => {
  it('is refused from another site, also with the right token', async () => {
    for (const site of ['cross-site', 'same-site', 'none']) {
      const { status } = await mara.post('/console/tema', {}, { 'sec-fetch-site': site });
      expect([site, status]).toEqual([site, 403]);
    }
  });

  it('is refused with another token, or with none', async () => {
    for (const csrf of ['', 'x', `${mara.csrfToken}x`])
      expect((await mara.post('/console/tema', { csrf })).status).toBe(403);
  });

  it('is refused without Sec-Fetch-Site unless Origin is this one', async () => {
    const body = new URLSearchParams({ csrf: mara.csrfToken });
    const send = (headers: Readonly<Record<string, string>>) =>
      fetch(`${service.url}/console/tema`, {
        ...{ method: 'POST', body, redirect: 'manual' },
        headers: { cookie: mara.cookie(), ...headers },
      });
    expect((await send({})).status).toBe(403);
    expect((await send({ origin: 'https://mau.example' })).status).toBe(403);
    expect((await send({ origin: service.url })).status).toBe(303);
  });

  it('changes the theme, which stays', async () => {
    const theme = async () => /name="color-scheme" content="([^"]*)"/.exec((await mara.get('/console')).html)?.[1];
    expect(await theme()).toBe('light dark');
    for (const [tema, shown] of [
      ['escuro', 'dark'],
      ['claro', 'light'],
    ]) {
      const { status, location } = await mara.post('/console/tema', { tema: tema ?? '' });
      expect([status, location, await theme()]).toEqual([303, '/console', shown]);
    }
  });

  it('ends the session by Sair', async () => {
    const ana = await signedIn(service, email('ana'));
    expect((await ana.get('/console')).status).toBe(200);
    const secret = ana.cookie();
    expect((await ana.post('/console/sair')).location).toBe('/console/entrar');
    const kept = await fetch(`${service.url}/console`, { headers: { cookie: secret }, redirect: 'manual' });
    expect(kept.status).toBe(303);
  });
});

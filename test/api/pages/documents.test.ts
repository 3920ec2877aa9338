// The pages as they are served: who may see them, what they lead to, and that nothing in a guide runs in a
// browser.
import { describe, expect, it } from '#jest';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { guideHtml } from '../../../src/api/pages/guideHtml.js';
import { GUIDES } from '../../../src/api/pages/guides.js';
import { homeHtml } from '../../../src/api/pages/routes.js';
import { anchorsOf } from '../../support/documents.js';
import { guideText, ROOT } from '../../support/guideBlocks.js';
import { builtDocument, builtWebhooksDocument } from '../../support/contract.js';
import { serviceOfFile } from '../../support/serviceOfFile.js';
import { ask } from '../support/http.js';

const service = serviceOfFile();

describe.each(['/', '/docs', '/docs/conciliacoes', '/api/v1/docs', '/api/v1/graphiql'])('%s', (path) => {
  it('is served without a key, with a policy that allows no other origin, and all its files exist', async () => {
    const { status, headers, text } = await ask(service.url, { path });
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(text).toContain('<html lang="pt-BR">');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    const named = [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address ?? '');
    expect(named.length).toBeGreaterThan(5);
    for (const address of named) {
      expect(address).toMatch(/^[/#]/);
      if (address.startsWith('#')) continue;
      const { status: linked } = await ask(service.url, {
        method: address.includes('/assets/') ? 'HEAD' : 'GET',
        path: address,
      });
      expect([address, linked]).toEqual([address, address === '/console' ? 303 : 200]); // 303: to the sign-in
    }
  });

  it('is sent again only when it changed, and compressed for clients that accept it', async () => {
    const { headers } = await ask(service.url, { path });
    const tag = headers.get('etag') ?? '';
    const again = await ask(service.url, { path, headers: { 'If-None-Match': tag } });
    expect([again.status, again.text]).toEqual([304, '']);
    const packed = await ask(service.url, { path, headers: { 'Accept-Encoding': 'gzip, br' } });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    const plain = await ask(service.url, { path, headers: { 'Accept-Encoding': 'gzip;q=0' } });
    expect(plain.headers.has('content-encoding')).toBe(false);
  });
});

describe('the guides under /docs', () => {
  const guides = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));

  it('are all of docs/*.md, each with its headings as GitHub names them, and without script', async () => {
    expect(GUIDES.map(([name]) => `${name}.md`).sort()).toEqual(guides.sort());
    for (const guide of guides) {
      const { status, headers, text } = await ask(service.url, { path: `/docs/${guide.slice(0, -3)}` });
      expect([guide, status]).toEqual([guide, 200]);
      expect(headers.get('content-security-policy')).not.toContain('script-src');
      expect(text).not.toMatch(/<script|<iframe|(href|src)="javascript:/i);
      const ids = [...text.matchAll(/<h[1-6] id="([^"]+)"/g)].map(([, id]) => id);
      expect(ids).toEqual([...anchorsOf(guideText(guide))]);
    }
  });

  it('lead to pages and headings that exist, or elsewhere by https', async () => {
    const pages = new Map<string, string>();
    for (const [name] of GUIDES)
      pages.set(`/docs/${name}`, (await ask(service.url, { path: `/docs/${name}` })).text);
    for (const [path, text] of pages)
      for (const [, address = ''] of text.matchAll(/(?:href|src)="([^"]+)"/g)) {
        if (address.startsWith('https://')) continue;
        const [page = '', anchor] = address.split('#');
        const target = page === '' ? text : (pages.get(page) ?? '');
        if (anchor !== undefined)
          expect([path, address, target.includes(` id="${decodeURIComponent(anchor)}"`)]).toEqual([
            path,
            address,
            true,
          ]);
        else if (!pages.has(page))
          expect([address, (await ask(service.url, { path: page })).status]).toEqual([address, 200]);
      }
  });

  it('show a drawing at a size at which it is read, scrolled by itself', async () => {
    const { text } = await ask(service.url, { path: '/docs/conciliacoes' });
    expect(text).toMatch(/<span class="wide" tabindex="0"><img src="[^"]+conciliacoes\.svg"/);
  });

  it('are copied to the image, with what they show or offer', () => {
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
    const copied = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
    for (const path of ['docs/*.md', 'docs/*.html', 'docs/imagens']) {
      expect(ignored).toContain(`!${path}`);
      expect(copied).toMatch(new RegExp(`^COPY .*${path.replace('*', '\\*')} .*\\./docs/`, 'm'));
    }
  });
});

describe('the first page', () => {
  it('names environment and release, and leads to contract, GraphiQL, guides and health', async () => {
    const { text } = await ask(service.url, { path: '/' });
    expect(text).toContain('Ambiente de homologação');
    const addresses = [...text.matchAll(/href="([^"]+)"/g)].map(([, address]) => address);
    expect(addresses).toEqual(
      expect.arrayContaining([
        '/api/v1/docs',
        '/api/v1/docs?documento=webhooks',
        '/api/v1/graphiql',
        '/api/v1/docs-json',
        '/v1/docs-json',
        '/console',
        '/docs',
        '/docs/comecar',
        '/docs/conciliacoes',
        '/health/ready',
        '/health/live',
      ]),
    );
  });

  it('does not lead to health where it has a port of its own', () => {
    const facts = { environment: 'production', version: '1.2.3' } as const;
    expect(homeHtml({ ...facts, hasHealth: false })).not.toContain('/health');
    expect(homeHtml({ ...facts, hasHealth: true })).toContain('Ambiente de produção, entrega 1.2.3');
  });

  it('has an icon, also where browsers look for one by themselves', async () => {
    const svg = await ask(service.url, { path: '/favicon.svg' });
    expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
    const ico = await ask(service.url, { path: '/favicon.ico' });
    expect([ico.status, ico.headers.get('content-type')]).toEqual([200, 'image/png']);
  });
});

describe('the served contract', () => {
  it.each([
    ['/api/v1/docs-json', builtDocument()],
    ['/v1/docs-json', builtWebhooksDocument()],
  ])('%s needs no key, has an id, and names the release', async (path, expected) => {
    const { status, headers, text } = await ask(service.url, { path });
    expect(status).toBe(200);
    expect(headers.get('x-request-id')).toBeTruthy();
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const served = JSON.parse(text) as typeof expected;
    expect(served.info.version).toBe(version);
    expect({ ...served, info: { ...served.info, version: '0.0.0' } }).toEqual(expected);
  });
});

describe('HTML of a guide', () => {
  const none = (): null => null;

  it('shows tags as text and makes no link of a script', () => {
    const html = guideHtml(
      [
        '<script>alert(1)</script> and <img src=x onerror=alert(1)>',
        '[a](javascript:alert(1)) [b](data:text/html,x) [c](vbscript:x) ![d](javascript:alert(1))',
        '<a href="https://example.com" onclick="alert(1)">e</a>',
        '`<b>` [f](https://example.com/"onmouseover="alert(1))',
      ].join('\n\n'),
      none,
    );
    expect(html).toContain('&lt;script&gt;');
    expect(html).not.toMatch(/<(script|b)\b|<(a|img)[^>]*(javascript|data|vbscript):|<[^>]+\son\w+=/i);
  });

  it('keeps the text of a link to what is not served', () => {
    expect(guideHtml('See [the **log**](spec/log.md), and [more](#more).', none)).toBe(
      '<p>See the <strong>log</strong>, and <a href="#more">more</a>.</p>\n',
    );
  });
});

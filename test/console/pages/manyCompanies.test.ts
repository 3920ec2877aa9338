// Pages of companies, for who works for more of them than a page shows.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { commandLine } from '../../support/operator.js';
import { signedIn, type Browsing } from '../../support/console.js';
import { registerLedger } from '../../support/ledger.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';
import { email, registerTeam } from '../../support/team.js';

const COMPANIES = 120;

let service: Service;
let mara: Browsing;
beforeAll(async () => {
  const dataDir = await temporaryDir();
  const ledger = await registerLedger(dataDir, { accounts: 1, companies: COMPANIES });
  await registerTeam(commandLine(dataDir), dataDir, ledger);
  service = await startService({ dataDir });
  mara = await signedIn(service, email('mara'));
});
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

const all = async (path: string, pages: readonly number[], pattern: RegExp): Promise<readonly string[][]> =>
  Promise.all(
    pages.map(async (page) =>
      [...(await mara.get(`${path}?page=${page}`)).html.matchAll(pattern)].map(([, id]) => id ?? ''),
    ),
  );

describe('An office of many companies', () => {
  it('sees a hundred of them on a page', async () => {
    const pages = await all('/console/empresas', [1, 2], /href="\/console\/empresas\/(\d+)"/g);
    expect(pages.map(({ length }) => length)).toEqual([100, 20]);
    expect(new Set(pages.flat()).size).toBe(COMPANIES);
  });

  it('sees a hundred of them on a page of Fechamento, with the total of all', async () => {
    const pages = await all('/console/fechamento', [1, 2], /Indústria Exemplar (\d+) Ltda</g);
    expect(pages.map(({ length }) => length)).toEqual([100, 20]);
    expect(new Set(pages.flat()).size).toBe(COMPANIES);
    expect((await mara.get('/console/fechamento?page=2')).html).toContain(`0 de ${COMPANIES} fechadas`);
  });

  it('sees the competences of 25 of them on a page, and stays on it after an act', async () => {
    const pages = await all('/console/competencias', [1, 2, 3, 4, 5], /<h2 id="empresa-(\d+)"/g);
    expect(pages.map(({ length }) => length)).toEqual([25, 25, 25, 25, 20]);
    expect(new Set(pages.flat()).size).toBe(COMPANIES);
    expect(await all('/console/competencias', [99], /<h2 id="empresa-(\d+)"/g)).toEqual([pages[4]]);
    const { html } = await mara.get('/console/competencias?page=3');
    const [, path = ''] = /action="([^"]*\/fechar)"/.exec(html) ?? [];
    const closed = await mara.post(path, { filtro: 'page=3', confirmado: 'sim' });
    expect([closed.status, closed.location]).toEqual([303, '/console/competencias?page=3']);
  });
});

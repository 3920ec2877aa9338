// The navigation: one entry is where the person is, those of the whole client are shown to who opens them.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signedIn, type Browsing } from '../support/console.js';
import { registerLedger } from '../support/ledger.js';
import { commandLine } from '../support/operator.js';
import { removeDir, startService, temporaryDir, type Service } from '../support/service.js';
import { email, registerTeam } from '../support/team.js';

let service: Service;
let mara: Browsing;
let ana: Browsing;

beforeAll(async () => {
  const dataDir = await temporaryDir();
  await registerTeam(commandLine(dataDir), dataDir, await registerLedger(dataDir));
  service = await startService({ dataDir });
  [mara, ana] = [await signedIn(service, email('mara')), await signedIn(service, email('ana'))];
});
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

/** The texts of the page's head that are marked as where the person is. */
async function here(path: string): Promise<readonly string[]> {
  const { html } = await mara.get(path);
  const [header = ''] = /<header class="console-header">.*?<\/header>/s.exec(html) ?? [];
  return [...header.matchAll(/aria-current="[^"]*"[^>]*>([^<]+)</g)].map(([, text = '']) => text);
}

describe('The navigation', () => {
  it.each([
    ['/console', ['Meu dia']],
    ['/console/fechamento', ['Fechamento']],
    ['/console/conciliacoes', ['Conciliações']],
    ['/console/balancetes/enviar', ['Balancetes']],
    ['/console/pessoas', ['Cadastros', 'Pessoas']],
    ['/console/webhooks/novo', ['Integrações', 'Webhooks']],
    ['/console/ajuda', ['Ajuda']],
    ['/console/nada', []],
  ] as const)('marks at %s where the person is', async (path, marked) => {
    expect(await here(path)).toEqual(marked);
  });

  it('shows no group of which the person opens nothing', async () => {
    const { html } = await ana.get('/console');
    expect(html).not.toContain('Integrações');
    expect(html).not.toContain('/console/pessoas');
    expect(html).toContain('href="/console/empresas"');
  });
});

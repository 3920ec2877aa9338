// A month of three accounts in a browser, from its file to its closing: what each person presses and is shown.
// Runs where there is a Chromium.
import { beforeAll, expect, it } from '#jest';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, press, shows, windowOf } from '../../support/browser.js';
import { registerLedger, type Ledger } from '../../support/ledger.js';
import { describeWithChromium } from '../../support/loudlySkipped.js';
import { commandLine } from '../../support/operator.js';
import { startService, temporaryDir, type Service } from '../../support/service.js';
import { email, registerTeam } from '../../support/team.js';
import { monthCsv } from '../../support/trialBalanceFiles.js';
import { until } from '../../support/until.js';
import { answers, startReceiver, type Receiver } from '../../webhooks/support/receiver.js';
import { OWNERS } from '../conciliacao/support.js';

const MEMBERS = ['ana', 'bia', 'caio', 'sol', 'mara', 'auro'] as const;
const ITEMS = [
  'Descrição\tData\tValor\tDocumento',
  'Extrato\t31/05/2026\t1.000,00\tNF 1',
  'Tarifa\t31/05/2026\t234,56\t',
];
const PDF = { name: 'extrato maio.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 extrato') };

describeWithChromium('console/browser/journey')('A month in a browser', () => {
  let service: Service;
  let receiver: Receiver;
  let browser: Browser;
  let ledger: Ledger;
  const people = {} as Record<(typeof MEMBERS)[number], Page>;
  const faults: string[] = [];
  /** The address of the reconciliation that the month is about. */
  let page = '';

  beforeAll(async () => {
    receiver = await startReceiver(answers(204));
    const dataDir = await temporaryDir();
    ledger = await registerLedger(dataDir, { accounts: 3 });
    await registerTeam(commandLine(dataDir), ledger, { owners: OWNERS });
    const env = { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8', WEBHOOK_RETRY_SECONDS: '0,600' };
    service = await startService({ dataDir, env });
    browser = await openBrowser();
    for (const name of MEMBERS) people[name] = await windowOf(browser, service, email(name), faults);
  });

  const at = (by: Page, path: string) => by.goto(service.url + path);
  const notice = (by: Page) => by.locator('#avisos').innerText();

  async function sendFile(by: Page, amount: string): Promise<void> {
    await at(by, '/console/balancetes/enviar');
    const buffer = Buffer.from(monthCsv(ledger, { amount }));
    await by
      .getByLabel('Arquivo', { exact: true })
      .setInputFiles({ name: 'maio.csv', mimeType: 'text/csv', buffer });
    await by.getByLabel('Competência').fill('2026-05');
    await press(by, 'Enviar e conferir');
    await by.waitForURL('**/enviar/*');
  }

  it('has its events sent to a webhook that an Administrador registers', async () => {
    const { mara } = people;
    await at(mara, '/console/webhooks/novo');
    await mara.getByLabel('Destino').fill(receiver.url);
    await mara.getByLabel('Conciliação aprovada').check();
    await press(mara, 'Salvar');
    expect(await mara.locator('code.secret').innerText()).toMatch(/^whsec_/);
  });

  it('is imported from a file once its preview was seen, and released', async () => {
    const { ana, sol } = people;
    await sendFile(ana, '1.234,56');
    expect(await ana.locator('main').innerText()).toContain('3 incluídas; 0 alteradas; 0 removidas');
    await press(ana, 'Importar');
    await ana.waitForURL(/balancetes\/\d+$/);
    expect(await notice(ana)).toContain('Versão 1 importada, com 3 linhas');
    await at(sol, '/console/balancetes');
    await press(sol, 'Liberar');
    await shows(sol, 'Cria 3 conciliações.');
    await press(sol, 'Liberar');
    await sol.getByText('Liberado', { exact: false }).first().waitFor();
    await at(sol, '/console/fechamento');
    expect(await sol.locator('main').innerText()).toContain('Liberado');
  });

  it('is elaborated with a pasted composition and evidence, and submitted', async () => {
    const { ana } = people;
    await at(ana, '/console/conciliacoes');
    await ana.locator('tr[data-item] a').first().click();
    await ana.waitForURL(/conciliacoes\/\d+\?/);
    page = new URL(ana.url()).pathname;
    await ana.locator('#colado-compose').fill(ITEMS.join('\n'));
    await press(ana.locator('form.items').first(), 'Salvar composição');
    await shows(ana.locator('.amounts .settled'), '0,00');
    await ana.getByLabel('Anexar arquivo').setInputFiles(PDF);
    await ana.getByRole('link', { name: PDF.name, exact: true }).waitFor();
    const [download] = await Promise.all([
      ana.waitForEvent('download'),
      ana.getByRole('link', { name: PDF.name, exact: true }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(PDF.name);
    await press(ana, 'Enviar');
    await shows(ana.locator('.state-line'), 'Bia Revisora');
  });

  it('is reviewed, returned with a reason, corrected, passed on and approved, of which the webhook is told', async () => {
    const { ana, bia, caio } = people;
    await at(bia, page);
    await bia.locator('.act-bar summary').click();
    const returning = bia.locator('form[action$="/devolver"]');
    await returning.getByLabel('Comentário').fill('A tarifa é de abril');
    await press(returning, 'Devolver');
    await shows(bia.locator('.state-line'), 'Devolvida na revisão');
    await at(ana, '/console/conciliacoes?fila=devolvidas');
    await ana.locator('tr[data-item] a').first().click();
    expect(await ana.locator('main').innerText()).toContain('A tarifa é de abril');
    await press(ana, 'Enviar');
    await shows(ana.locator('.state-line'), 'Bia Revisora');
    await at(bia, page);
    await press(bia, 'Encaminhar para aprovação');
    await shows(bia.locator('.state-line'), 'Caio Aprovador');
    await at(caio, page);
    await press(caio, 'Aprovar');
    await shows(caio.locator('.state-line'), 'Aprovada');
    await until(() => receiver.received.length === 1, 'the event of the approval');
    expect(receiver.received[0]?.event.type).toBe('reconciliation.approved');
  });

  it('is closed, and refuses another file while it is', async () => {
    const { ana, mara } = people;
    await at(mara, '/console/competencias');
    await press(mara.locator('form[action$="/2026-05/fechar"]'), 'Fechar');
    await shows(mara.locator('h1'), /^Fechar 05\/2026 de /);
    await press(mara, 'Fechar');
    await shows(mara.locator('#avisos'), /fechada/i);
    await sendFile(ana, '2,00');
    expect(await ana.locator('main').innerText()).toMatch(/competência .* fechada/i);
    expect(await ana.getByRole('button', { name: 'Importar', exact: true }).count()).toBe(0);
  });

  it('is downloaded closed by an Auditor as a dossier, which verifies', async () => {
    const { auro } = people;
    await at(auro, '/console');
    await auro.getByRole('link', { name: 'Auditoria' }).click();
    const [download] = await Promise.all([auro.waitForEvent('download'), press(auro, 'Baixar dossiê de 05/2026')]);
    expect(download.suggestedFilename()).toBe(`dossie-${ledger.companyIds[0]}-2026-05.zip`);
    const path = join(service.dataDir, 'dossie.zip');
    await download.saveAs(path);
    const verified = await commandLine(service.dataDir).json('verify-dossier', path);
    expect(verified).toMatchObject({ ok: true, problems: [] });
  });

  it('is shown to an Auditor as it was at a moment, before anything and now', async () => {
    const { auro } = people;
    const lists = auro.getByRole('form', { name: 'Listas em um momento' });
    for (const [year, shown] of [
      [2020, 'Nenhuma conciliação até este momento'],
      [2099, 'fechada por Mara Administradora'],
    ] as const) {
      await at(auro, '/console/auditoria');
      await lists.getByLabel('Competência').fill('2026-05');
      await lists.getByLabel('Como estava em').fill(`${year}-01-31T18:00`);
      await press(lists, 'Ver listas');
      await auro.waitForURL('**/auditoria/momento?*');
      await shows(auro.locator('main'), shown);
    }
    expect(await auro.locator('#conciliacoes-no-momento tbody tr').count()).toBe(3);
  });

  it('is reopened with a reason, and takes the file then', async () => {
    const { ana, mara } = people;
    await at(mara, '/console/competencias');
    await mara.getByLabel('Justificativa').fill('Chegou a nota de maio');
    await press(mara, 'Reabrir');
    await shows(mara, '“Chegou a nota de maio”');
    await sendFile(ana, '2,00');
    await press(ana, 'Importar');
    await ana.waitForURL(/balancetes\/\d+$/);
    expect(await notice(ana)).toContain('Versão 2 importada');
  });

  it('has its deliveries sent again from a window of time that is counted first', async () => {
    const { mara } = people;
    await at(mara, '/console/webhooks');
    await mara.getByRole('link', { name: receiver.url }).click();
    await mara.getByLabel('De', { exact: true }).fill('2020-01-01T00:00');
    await mara.getByLabel('Até', { exact: true }).fill('2099-01-01T00:00');
    await mara.getByLabel('Também o que já foi entregue').check();
    await press(mara, 'Contar');
    await mara.getByText('1 evento seria enviado.').waitFor();
    await press(mara, 'Reenviar');
    await until(() => receiver.received.length === 2, 'the event sent again');
    expect(receiver.ids()).toHaveLength(1);
  });

  it('leaves no complaint of a script or of the policy', () => {
    expect(faults).toEqual([]);
  });
});

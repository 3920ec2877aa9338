// What people do again every month, counted: how often they press. Runs where there is a Chromium.
import { beforeAll, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { button, jobAt, openBrowser, shows, windowOf, type Job } from '../../support/browser.js';
import { describeWithChromium } from '../../support/loudlySkipped.js';
import { releaseLines, type ReleasedMonth } from '../../support/releasedMonth.js';
import type { Service } from '../../support/service.js';
import { as, email, type Member } from '../../support/team.js';
import { openOffice, type Office } from '../conciliacao/support.js';

/** The first has files, the second items one of which is settled, the others items that stay. */
const ACCOUNTS = 32;
const LINES = 800;
const OF_MAY = '/console/conciliacoes?fila=minhas&period=2026-05';

describeWithChromium('console/browser/closingJobs')('The jobs of every month', () => {
  let office: Office;
  let service: Service;
  let month: ReleasedMonth;
  let browser: Browser;
  const faults: string[] = [];

  beforeAll(async () => {
    office = await openOffice({ accounts: ACCOUNTS, prepare: april });
    ({ service, month } = office);
    browser = await openBrowser();
  });

  /** Every account but the first ends April with an open item of 1,00, the second with one of 2,00 as well. */
  async function april(dataDir: string, { cli, ledger, releaseAnother }: ReleasedMonth): Promise<void> {
    await releaseAnother(0);
    const of = ['--company', String(ledger.companyIds[0]), '--period', '2026-04'];
    const lines = ledger.accounts.map(({ code }) => `${code};0,00;1,00;0,00;1,00`);
    const ids = (await releaseLines(cli, dataDir, { of, lines })).map(({ id }) => id);
    const item = { description: 'Caução', date: '2026-04-10', amount: '1.00' };
    const does = async (act: string, some: readonly number[], ...more: readonly string[]) =>
      cli.json(
        'reconciliations',
        'do',
        act,
        ...some.flatMap((id) => ['--id', String(id)]),
        ...as('ana', ledger.ref),
        ...more,
      );
    const itemsFile = async (name: string, items: readonly object[]): Promise<string> => {
      await writeFile(join(dataDir, name), JSON.stringify(items));
      return join(dataDir, name);
    };
    await does('start', ids.slice(1));
    await does('compose', ids.slice(2), '--items', await itemsFile('um.json', [item]));
    const two = [item, { ...item, description: 'Adiantamento', amount: '2.00' }];
    await does('compose', ids.slice(1, 2), '--items', await itemsFile('dois.json', two));
  }

  const begin = async (name: Member, path: string): Promise<Job> =>
    jobAt(await windowOf(browser, service, email(name), faults), service.url + path);
  const account = (page: Page, at: number) =>
    page.locator(`a[href^="/console/conciliacoes/${month.ids[at]}"]`).first();

  /** All but two lines have a partner; the ledger ends with 1,00, the statement with -2,00. */
  function bankFiles(): readonly string[] {
    const amounts = Array.from({ length: LINES - 2 }, (_, at) => (at % 2 === 0 ? 1 : -1) * ((at >> 1) + 1));
    const day = (at: number): string => String((at % 28) + 1).padStart(2, '0');
    const ledger = [...amounts, 3, -2].map(
      (amount, at) => `${day(at)}/05/2026;Lançamento ${at};NF ${at};${amount},00`,
    );
    const statement = [...amounts, 3].map(
      (amount, at) =>
        `<STMTTRN><DTPOSTED>202605${day(at)}<TRNAMT>${amount}.00<FITID>${at}<CHECKNUM>NF ${at}<MEMO>Banco ${at}</STMTTRN>`,
    );
    const fee = '<STMTTRN><DTPOSTED>20260528<TRNAMT>-5.00<FITID>t<MEMO>Tarifa</STMTTRN>';
    const balance = '<LEDGERBAL><BALAMT>-2.00<DTASOF>20260531</LEDGERBAL>';
    return [
      ['Data;Histórico;Documento;Valor', ...ledger].join('\n'),
      `OFXHEADER:100\n\n<OFX><STMTRS><ACCTID>1<BANKTRANLIST>${statement.join('\n')}${fee}</BANKTRANLIST>${balance}</STMTRS></OFX>`,
    ];
  }

  it('match a bank account of 800 lines and send it: 5 clicks and the upload', async () => {
    const { page, counts, press } = await begin('ana', OF_MAY);
    await press(account(page, 0));
    await press(page.getByRole('link', { name: 'Enviar razão e extrato' }));
    const [ledger = '', statement = ''] = bankFiles();
    const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.getByLabel('Razão da conta, ou lista de itens').setInputFiles(file('razao.csv', ledger));
    await page.getByLabel('Extrato, para conferir com o razão').setInputFiles(file('extrato.ofx', statement));
    await press(button(page, 'Enviar e conferir'));
    await shows(page.locator('main'), '799 pares');
    await press(button(page, 'Gravar a composição'));
    await shows(page.locator('#avisos'), 'Composição salva, com 3 itens');
    await press(button(page, 'Enviar'));
    await shows(page.locator('#avisos'), 'Enviada para revisão');
    expect(counts.clicks).toBe(5);
  });

  it('carry a recurring account, settle an item, send it: 4 clicks', async () => {
    const { page, counts, press } = await begin('ana', OF_MAY);
    await press(account(page, 1));
    await press(button(page, 'Trazer do mês anterior'));
    await shows(page.locator('#avisos'), 'trazidos');
    await press(page.getByRole('button', { name: 'Baixar a linha 2' }));
    await shows(page.locator('#avisos'), 'Composição salva');
    await press(button(page, 'Enviar'));
    await shows(page.locator('#avisos'), 'Enviada para revisão');
    expect(counts.clicks).toBe(4);
  });

  it('carry and send 30 recurring accounts: at most 6 clicks', async () => {
    const { page, counts, press } = await begin('ana', OF_MAY);
    await press(page.getByLabel('Selecionar a página'));
    await press(button(page, 'Trazer do mês anterior'));
    await press(button(page, 'Trazer do mês anterior'));
    await shows(page.locator('#avisos'), 'Trazer do mês anterior: 30 feitas.');
    await press(button(page, 'Enviar'));
    await press(button(page, 'Enviar'));
    await shows(page.locator('#avisos'), 'Enviar: 30 feitas.');
    expect(counts.clicks).toBeLessThanOrEqual(6);
  });

  it('close a month, asked: 3 clicks from Meu dia', async () => {
    const { page, counts, press } = await begin('mara', '/console');
    await press(page.getByRole('link', { name: 'Competências', exact: true }).first());
    await press(button(page, 'Fechar').first());
    const question = page.getByRole('region', { name: 'O que será feito' });
    await shows(question, 'não estão concluídas');
    await press(question.getByRole('button', { name: 'Fechar', exact: true }));
    await shows(page.locator('#avisos'), 'foi fechada');
    expect(counts.clicks).toBeLessThanOrEqual(3);
    expect(faults).toEqual([]);
  });
});

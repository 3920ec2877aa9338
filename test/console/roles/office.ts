// Two clients, the first with two companies, each with something behind every address of the console.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { actPath, pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import { client } from '../../support/client.js';
import { signedIn, teamSignedIn, type Browsing, type Page } from '../../support/console.js';
import { releasedMonth, type ReleasedMonth } from '../../support/releasedMonth.js';
import { startService, temporaryDir } from '../../support/service.js';
import { email, team, type Member } from '../../support/team.js';
import { monthCsv, sendForm } from '../../support/trialBalanceFiles.js';
import { CHART, type Ledger } from '../../support/ledger.js';
import { startReceiver } from '../../webhooks/support/receiver.js';
import { done, OWNERS, upload } from '../conciliacao/support.js';
import { ofFirstCompany, people, UNKNOWN, type Ids, type Who } from './table.js';

/** The id of what a form made. */
const madeBy = ({ location }: Page): string => location?.split('/').at(-1) ?? '';
const emailOf = (who: Who | 'uma'): string => `${who}@acme.com.br`;
const roles = ['PREPARER', 'REVIEWER', 'APPROVER', 'SUPERVISOR', 'MODULE_ADMIN', 'AUDITOR'];

/**
 * @param accounts of the first company's month, one reconciliation each
 * @param acting of the month of a third client, `atos`
 */
export async function openRolesOffice(accounts: number, acting: Readonly<{ accounts: number; owners: object[] }>) {
  const dataDir = await temporaryDir();
  const month = await releasedMonth(dataDir, { accounts, companies: 2, company: { owners: OWNERS } });
  const other = await releasedMonth(dataDir, { ref: 'outra', firstCnpj: 50, accounts: 2 });
  const { owners, ...ofActing } = acting;
  const acts = await releasedMonth(dataDir, { ...ofActing, ref: 'atos', firstCnpj: 60, company: { owners } });
  const { cnpjs, companyIds } = month.ledger;
  const companies = [cnpjs[0]];
  const users = [
    { email: emailOf('uma'), name: 'Uma Só', roles: roles.map((role) => ({ role, companies })) },
    ...Object.entries(ofFirstCompany).map(([who, role]) => ({
      email: emailOf(who as Who),
      name: `${who} de Uma`,
      roles: [{ role, companies }],
    })),
  ];
  await month.cli.apply({ ref: 'acme', users });
  const ofSecond = ['--company', String(companyIds[1]), '--period', '2026-05'];
  const csv = join(dataDir, 'segunda.csv');
  await writeFile(csv, monthCsv(month.ledger, { accounts: 2 }));
  await month.cli.json('import', csv, ...ofSecond, '--chart', CHART);
  await month.cli.json('release', ...ofSecond);
  const [secondRow] = await month.cli.json<readonly { id: number }[]>('reconciliations', 'list', ...ofSecond);

  const receiver = await startReceiver();
  const service = await startService({ dataDir, env: { WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8' } });
  const signIn = (who: Who | 'uma'): Promise<Browsing> => signedIn(service, emailOf(who));
  const signed = {} as Record<Who, Browsing>;
  for (const who of people) signed[who] = await signIn(who);
  const [uma, { mara, ana }] = [await signIn('uma'), signed];
  const theirs = await teamSignedIn(service, ['mara', 'ana'], 'outra');

  /** A trial balance with an error, which waits for its import. */
  const sent = async (by: Browsing, companyId: string): Promise<string> => {
    const content = monthCsv(month.ledger, { accounts: 2, more: ['9.9.9;Sem conta;x;5,00;0,00;7,00D'] });
    return madeBy(
      await by.upload('/console/balancetes/enviar', sendForm(content, { companyId, period: '2026-08' })),
    );
  };
  async function idsOfCompany(by: Browsing, { key, companyIds }: Ledger, at: number) {
    const company = String(companyIds[at]);
    const charts = await client(service.url, key).get(`/api/v1/chart-of-accounts?companyId=${company}`);
    const versions = await by.get(`/console/balancetes?companyId=${company}`);
    return {
      company,
      chart: String(charts.body.data?.[0]?.['id']),
      staged: await sent(by, company),
      version: /\/console\/balancetes\/(\d+)"/.exec(versions.html)?.[1] ?? '',
    };
  }
  /** What an Administrador of the client makes for its first company. */
  async function made(by: Browsing, attaching: Browsing, { ledger, ids }: ReleasedMonth): Promise<Ids> {
    const [reconciliation = NaN] = ids;
    await done(attaching, 'attach', reconciliation);
    const path = pagePath(reconciliation);
    const page = await attaching.get(path);
    const webhookForm = { url: receiver.url, 'evento-import.completed': 'sim' };
    const { html } = await by.post('/console/webhooks/novo', webhookForm);
    const webhook = /href="\/console\/webhooks\/([0-9a-f-]{36})"/.exec(html)?.[1] ?? '';
    const chart = {
      companyId: String(ledger.companyIds[0]),
      nome: 'Outro',
      vigenciaInicio: '2026-01-01',
      ativo: 'sim',
    };
    const lines = upload('Data;Histórico;Valor\n04/05/2026;Título;1,00', 'lista.csv');
    return {
      ...UNKNOWN,
      ...(await idsOfCompany(by, ledger, 0)),
      reconciliation: String(reconciliation),
      webhook,
      person: attaching.personId,
      revision: new RegExp(`${actPath(reconciliation, 'attach')}/(\\d+)`).exec(page.html)?.[1] ?? '',
      delivery: madeBy(await by.post(`/console/webhooks/${webhook}/testar`, { tipo: 'import.completed' })),
      chartFile: madeBy(await by.upload('/console/planos/enviar', sendForm('sem contas', chart, 'plano.csv'))),
      accountFile: madeBy(await attaching.upload(`${path}/arquivos`, lines)),
    };
  }

  // A session of Alice is ended by the table, and of nobody who asks.
  const alice = (await signedIn(service, email('alice'))).personId;
  const own = { ...(await made(mara, ana, month)), person: alice };
  const foreign = await made(theirs.mara, theirs.ana, other);
  const files = new Map<Who | 'uma', string>([['mara', own.staged]]);
  for (const who of [...people, 'uma'] as const)
    if (!['mara', 'auro', 'leo'].includes(who))
      files.set(who, await sent(who === 'uma' ? uma : signed[who], own.company));
  const second = await idsOfCompany(mara, month.ledger, 1);
  return {
    service,
    month,
    people: signed,
    /** Every role of the first company, none of another. */
    uma,
    foreign,
    signIn,
    atos: { ids: acts.ids, people: await teamSignedIn(service, Object.keys(team) as Member[], 'atos') },
    /** What the person may use of the first company; a file is of each who sent it. */
    idsOf: (who: Who | 'uma') => ({ ...own, staged: files.get(who) ?? own.staged }),
    /** Of the second company, and of the other client. */
    second: { ...own, ...second, reconciliation: String(secondRow?.id) },
  };
}

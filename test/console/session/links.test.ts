// Who made a link to sign in by: in the log, on the pages of its person until they read it, in Auditoria and in `history`.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signedIn, type Browsing } from '../../support/console.js';
import { registerLedger, type Ledger } from '../../support/ledger.js';
import { commandLine, type CommandLine } from '../../support/operator.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';
import { as, email, registerTeam } from '../../support/team.js';
import { until } from '../../support/until.js';

let service: Service;
let cli: CommandLine;
let ledger: Ledger;
let [ana, bia, mara]: Browsing[] = [];

beforeAll(async () => {
  const dataDir = await temporaryDir();
  cli = commandLine(dataDir);
  ledger = await registerLedger(dataDir);
  await registerTeam(cli, dataDir, ledger);
  service = await startService({ dataDir });
  [ana, bia, mara] = await Promise.all(
    (['ana', 'bia', 'mara'] as const).map((who) => signedIn(service, email(who))),
  );
});
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

type Told = Readonly<{ sentences: readonly string[]; until: string }>;
const at = String.raw`Em \d\d/\d\d/\d{4} \d\d:\d\d, `;

/** What a page tells of links. */
async function told(by: Browsing | undefined): Promise<Told> {
  const html = (await by?.get('/console'))?.html ?? '';
  return {
    sentences: [...html.matchAll(new RegExp(`${at}([^<]*)\\.</p>`, 'g'))].map(([, sentence = '']) => sentence),
    until: /name="ate" value="([^"]*)"/.exec(html)?.[1] ?? '',
  };
}
const ofAna = 'gerou um link para trocar a sua senha';
const acknowledge = async (by: Browsing | undefined, ate: string): Promise<number | undefined> =>
  (await by?.post('/console/acessos/ciente', { ate }))?.status;

type Entry = Readonly<{ type: string; sentence: string; data: unknown; actor: Readonly<{ kind: string }> }>;
const history = async (): Promise<readonly Entry[]> =>
  (await cli.json<readonly Entry[]>('history', '--company', String(ledger.companyIds[0]))).filter(({ type }) =>
    type.startsWith('SignInLink'),
  );

describe('A link to sign in by', () => {
  it('is told to its person, with who made it, until they say that they know', async () => {
    expect((await mara?.post(`/console/pessoas/${ana?.personId}/redefinir`))?.status).toBe(200);
    await until(async () => (await told(ana)).sentences.length === 1, 'the link of the console');
    await cli.json('users', 'reset', email('ana'));
    await until(async () => (await told(ana)).sentences.length === 2, 'the link of the operator');
    const shown = await told(ana);
    expect(shown.sentences).toEqual([`Mara Administradora ${ofAna}`, `Operador ${ofAna}`]);
    expect((await told(bia)).sentences).toEqual([]);
    expect(await acknowledge(ana, shown.until)).toBe(303);
    expect((await told(ana)).sentences).toEqual([]);
    expect(await acknowledge(ana, shown.until)).toBe(303); // twice changes nothing
  });

  it('made while the page was open is told still', async () => {
    await cli.json('users', 'invite', email('bia'), ...as('mara'));
    await until(async () => (await told(bia)).sentences.length === 1, 'the first link');
    const { until: read } = await told(bia);
    await cli.json('users', 'reset', email('bia'));
    await until(async () => (await told(bia)).sentences.length === 2, 'the second link');
    expect(await acknowledge(bia, read)).toBe(303);
    expect((await told(bia)).sentences).toEqual([`Operador ${ofAna}`]);
  });

  it('is in `history` and in Auditoria, by who made it for whom, and in the log by ids alone', async () => {
    const entries = await history();
    const mine = 'tomou ciência dos links de acesso gerados para a própria conta';
    expect(entries.map(({ sentence }) => sentence)).toEqual([
      'Mara Administradora gerou um link para trocar a senha de Ana Elaboradora',
      'Operador gerou um link para trocar a senha de Ana Elaboradora',
      `Ana Elaboradora ${mine}`,
      'Mara Administradora gerou um convite para Bia Revisora entrar no console',
      'Operador gerou um link para trocar a senha de Bia Revisora',
      `Bia Revisora ${mine}`,
    ]);
    expect(entries[0]?.data).toEqual({ clientId: 1, personId: ana?.personId, kind: 'RESET' });
    expect(entries.map(({ actor }) => actor.kind)).toEqual([
      'person',
      'operator',
      'person',
      'person',
      'operator',
      'person',
    ]);
    const { html = '' } = (await mara?.get('/console/auditoria?companyId=0')) ?? {};
    for (const { sentence } of entries) expect(html).toContain(sentence);
    const csv = await mara?.get('/console/auditoria/exportar?companyId=0&formato=csv&quem=operador');
    expect(csv?.html.match(/gerou um link/g)).toHaveLength(2);
    expect((await mara?.get('/console/auditoria'))?.html).toContain('Nenhuma: acessos ao console');
  });

  it('is shown in Auditoria to nobody whose roles do not read what concerns the whole client', async () => {
    expect((await ana?.get('/console/auditoria?companyId=0'))?.status).toBe(404);
    expect((await ana?.get('/console/auditoria'))?.html).not.toContain('acessos ao console');
  });
});

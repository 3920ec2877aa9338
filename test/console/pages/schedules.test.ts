// Schedules of an account through every face: command line, contract, page, carrying, history and dossier.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { join } from 'node:path';
import { client } from '../../support/client.js';
import { signedIn, type Browsing } from '../../support/console.js';
import { releasedMonth, type ReleasedMonth } from '../../support/releasedMonth.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';
import { as, email } from '../../support/team.js';

const MAY = '2026-05';

let service: Service;
let month: ReleasedMonth;
let people: Readonly<Record<'ana' | 'bia', Browsing>>;
let account = '';
let path = '';
let company: readonly string[] = [];

beforeAll(async () => {
  const dataDir = await temporaryDir();
  month = await releasedMonth(dataDir, { accounts: 2 });
  await month.releaseAnother(0);
  const { ledger, ids } = month;
  account = ledger.accounts[0]?.code ?? '';
  await month.does('sol', 'assign', ids[0] ?? 0, '--to', email('ana'));
  company = ['--company', String(ledger.companyIds[0])];
  path = `/console/conciliacoes/${ids[0]}`;
  service = await startService({ dataDir });
  people = { ana: await signedIn(service, email('ana')), bia: await signedIn(service, email('bia')) };
}, 120_000);
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

const rows = async (more = `&period=${MAY}`) =>
  (await client(service.url, month.ledger.key).get(`/api/v1/schedules?limit=10${more}`)).body.data;
const insurance = (): readonly string[] => [
  ...[...company, '--account', account, '--description', 'Seguro <da frota>', '--amount', '2.00'],
  ...['--kind', 'LINEAR', '--first', MAY, '--months', '2', ...as('ana')],
];

describe('A schedule of an account', () => {
  it('is made once, and listed with what it expects', async () => {
    const made = await month.cli.json('schedules', 'create', ...insurance());
    expect(made).toEqual({ ok: true, id: expect.any(Number) as unknown });
    expect(await month.cli.json('schedules', 'create', ...insurance())).toEqual(made);
    const row = { contaCodigo: account, tipo: 'LINEAR', valor: 2, inicio: MAY, meses: 2, encerradoEm: null };
    expect(await rows()).toMatchObject([{ ...row, esperado: 1 }]);
    expect(await rows('')).toMatchObject([{ ...row, esperado: null }]);
    expect(await rows('&contaCodigo=nenhuma')).toEqual([]);
    const listed = await month.cli.json('schedules', 'list', ...company, '--period', '2026-06', ...as('bia'));
    expect(listed).toMatchObject([{ ...row, esperado: 0 }]);
  });

  it('says on the page what it expects and the difference, and its item is carried once', async () => {
    const before = await people.ana.get(path);
    expect(before.html).toContain('Seguro &lt;da frota>');
    expect(before.html).toContain('o saldo contábil é o esperado');
    expect(before.html).toContain('1 item do cronograma');
    expect(await month.does('ana', 'carry', month.ids[0] ?? 0)).toMatchObject({ ok: true });
    expect(await month.does('ana', 'carry', month.ids[0] ?? 0)).toMatchObject({ ok: false });
    const after = await people.ana.get(path);
    expect(after.html).toContain('do cronograma');
    expect(after.html).not.toContain('1 item do cronograma');
    const listed = await month.cli.json<readonly object[]>('reconciliations', 'list', ...month.of);
    expect(listed[0]).toMatchObject({ saldoConciliado: 1, diferenca: 0 });
  });

  it('is made and ended on the page by those who may, with the reason for what is refused', async () => {
    const form = { descricao: 'Aluguel', valor: '3,00 D', tipo: 'FIXED', inicio: MAY, meses: '4' };
    expect((await people.bia.post(`${path}/cronograma`, form)).status).toBe(403);
    const wrong = await people.ana.post(`${path}/cronograma`, { ...form, valor: '0' });
    expect(wrong.status).toBe(400);
    expect(wrong.html).toContain('valor diferente de zero');
    expect(wrong.html).toContain('value="Aluguel"');
    for (let time = 0; time < 2; time++)
      expect((await people.ana.post(`${path}/cronograma`, form)).status).toBe(303);
    const [, made, ...others] = (await rows()) as unknown as readonly Readonly<{ id: number }>[];
    expect(others).toEqual([]);
    expect(made).toMatchObject({ tipo: 'FIXED', valor: 3, esperado: 3 });
    expect((await people.ana.get(path)).html).toContain('diferença do saldo contábil: ');
    const ending = { cronograma: String(made?.id) };
    expect((await people.ana.post(`${path}/cronograma/encerrar`, ending)).status).toBe(303);
    expect((await rows())?.[1]).toMatchObject({ encerradoEm: MAY, esperado: 0 });
    const later = ['--id', String(made?.id), '--from', '2026-07'];
    await month.cli.json('schedules', 'end', ...company, ...later, ...as('sol'));
    expect((await rows())?.[1]).toMatchObject({ encerradoEm: '2026-07', esperado: 3 });
  });

  it('is in the history and in the dossier of the month', async () => {
    const { stdout } = await month.cli.run('history', ...company);
    expect(stdout).toContain(`criou na conta ${account} o cronograma "Seguro <da frota>"`);
    expect(stdout).toContain('encerrou o cronograma');
    const dossier = join(service.dataDir, 'dossie.zip');
    await month.cli.json('dossier', ...month.of, '--open', dossier);
    expect(await month.cli.json('verify-dossier', dossier)).toMatchObject({ ok: true });
  });
});

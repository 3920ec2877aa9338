// A month of the workflow as people of a client live it on the command line, and what an integrator reads
// meanwhile.
import { describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildMonth, type ImportItem } from '../../support/builders.js';
import { client, type Row } from '../../support/client.js';
import { commandLine } from '../../support/operator.js';
import { CHART, registerLedger } from '../../support/ledger.js';
import { as, email, registerTeam, type Member } from '../../support/team.js';
import { startService, temporaryDir } from '../../support/service.js';

const PERIOD = '2026-05';
type Report = Readonly<{ id: number; ok: boolean; status: string | null; error?: string }>;

const dataDir = await temporaryDir();
const ledger = await registerLedger(dataDir, { accounts: 6 });
const cli = commandLine(dataDir);
const [one = '', two = ''] = ledger.accounts.map(({ code }) => code);
const owners = [
  { reviewer: email('bia'), approver: email('caio') },
  { codigo: one, preparer: email('ana') },
  { codigo: two, preparer: email('ana') },
];
await registerTeam(cli, ledger, { owners, deadlines: { preparer: 5, reviewer: 7, approver: 8 } });
const service = await startService({ dataDir });
const erp = client(service.url, ledger.key);

const company = (): string[] => ['--company', String(ledger.companyIds[0])];
const of = (period = PERIOD): string[] => [...company(), '--period', period];
const rows = (query = '') => erp.all(`/api/v1/reconciliations?period=${PERIOD}${query}`);

async function importMonth(change: (item: ImportItem, at: number) => ImportItem = (item) => item) {
  const body = buildMonth(ledger.accounts, { cnpj: ledger.cnpjs[0] ?? '', period: PERIOD, chartName: CHART });
  return erp.post('/api/v1/trial-balances', { ...body, lineItems: body.lineItems.map(change) });
}

/** @returns the report of each id, in their order */
async function does(name: Member, act: string, ids: readonly number[], ...more: readonly string[]) {
  const asked = ids.flatMap((id) => ['--id', String(id)]);
  const { status, stdout, stderr } = await cli.run(
    'reconciliations',
    'do',
    act,
    ...asked,
    ...as(name),
    ...more,
    '--json',
  );
  if (stdout === '') throw new Error(`${act}: ${String(status)} ${stderr}`);
  const reports = JSON.parse(stdout) as readonly Report[];
  expect(status).toBe(reports.every(({ ok }) => ok) ? 0 : 1);
  return reports;
}

async function itemsFile(name: string, items: object): Promise<readonly string[]> {
  const path = join(dataDir, `${name}.json`);
  await writeFile(path, JSON.stringify(items));
  return ['--items', path];
}

const brief = ({ status, responsavelNome, responsavelPapel }: Row) => [status, responsavelNome, responsavelPapel];

describe('a month of reconciliations', () => {
  let ids: readonly number[];
  let first = 0;
  let second = 0;
  let beforeRelease = '';
  let afterRelease = '';

  it('starts with the release, by a person who may release, each with owner and deadline', async () => {
    expect((await importMonth()).status).toBe(201);
    expect(await cli.run('release', ...of(), ...as('ana'))).toMatchObject({ status: 1, stdout: '' });
    expect(await cli.run('release', ...of(), ...as('auro'))).toMatchObject({ status: 1, stdout: '' });
    beforeRelease = new Date().toISOString();
    const released = await cli.json('release', ...of(), ...as('sol'));
    expect(released).toMatchObject({ ok: true, version: 1, reconciliations: 6 });
    const listed = await rows();
    expect(listed.slice(0, 3).map(brief)).toEqual([
      ['NOT_STARTED', 'Ana Elaboradora', 'Elaborador'],
      ['NOT_STARTED', 'Ana Elaboradora', 'Elaborador'],
      ['PENDING', '', 'Supervisor'],
    ]);
    expect(new Set(listed.map(({ prazo }) => prazo))).toEqual(new Set(['2026-06-09T02:59:59.999Z']));
    ids = listed.map(({ id }) => Number(id));
    [first = 0, second = 0] = ids;
    afterRelease = new Date().toISOString();
  });

  it('is elaborated, reviewed, rejected, elaborated again and approved, each step shown as it is', async () => {
    const [row] = await rows();
    const balance = Number(row?.['saldoContabil']);
    expect(await does('ana', 'start', [first])).toEqual([{ id: first, ok: true, status: 'IN_ELABORATION' }]);
    const composition = await itemsFile('composicao', [
      { description: 'Extrato', date: '2026-05-31', amount: (balance - 10).toFixed(2), document: 'EXT-1' },
      { description: 'Cheque', date: '2026-05-30', amount: 4.5 },
    ]);
    await does('ana', 'compose', [first], ...composition);
    expect((await rows())[0]).toMatchObject({
      saldoConciliado: Math.round((balance - 5.5) * 100) / 100,
      ajustes: 0,
      diferenca: 5.5,
    });
    expect(await does('ana', 'submit', [first])).toEqual([
      {
        id: first,
        ok: false,
        status: 'IN_ELABORATION',
        error: 'A diferença deve ser zero para enviar a conciliação: ela é de 5,50',
      },
    ]);
    await does(
      'ana',
      'adjust',
      [first],
      ...(await itemsFile('ajuste', [{ description: 'Tarifa', amount: '5.50' }])),
    );
    await does('ana', 'submit', [first]);
    expect((await rows())[0]).toMatchObject({
      status: 'SUBMITTED_FOR_REVIEW',
      responsavelNome: 'Bia Revisora',
      responsavelPapel: 'Revisor',
      prazo: '2026-06-11T02:59:59.999Z',
      ajustes: 5.5,
      diferenca: 0,
    });
    await does('bia', 'open', [first]);
    await does('bia', 'pass', [first]);
    expect(await does('caio', 'open', [first])).toEqual([{ id: first, ok: true, status: 'IN_APPROVAL' }]);
    expect(await does('caio', 'reject', [first])).toEqual([
      { id: first, ok: false, status: 'IN_APPROVAL', error: 'Informe a justificativa' },
    ]);
    await does('caio', 'reject', [first], '--comment', 'ver anexo', '--reason', 'falta o extrato');
    expect(brief((await rows())[0] ?? {})).toEqual(['REJECTED', 'Ana Elaboradora', 'Elaborador']);
    await does('alice', 'start', [first]);
    await does('alice', 'submit', [first]);
    await does('bia', 'open', [first]);
    await does('bia', 'pass', [first]);
    await does('caio', 'open', [first]);
    await does('caio', 'approve', [first]);
    expect((await rows())[0]).toMatchObject({
      status: 'APPROVED',
      responsavelNome: 'Caio Aprovador',
      responsavelPapel: 'Aprovador',
      prazo: '2026-06-12T02:59:59.999Z',
      diferenca: 0,
    });
  });

  it('does or refuses each of several by itself, says why in Portuguese, and exits 1 for one refused', async () => {
    const third = ids[2] ?? 0;
    expect(await does('sol', 'assign', [first, third, 999_999, third], '--to', email('alice'))).toEqual([
      {
        id: first,
        ok: false,
        status: 'APPROVED',
        error: 'No estado "Aprovada" não é possível atribuir a conciliação',
      },
      { id: third, ok: true, status: 'NOT_STARTED' },
      { id: 999_999, ok: false, status: null, error: 'Conciliação 999999 não encontrada' },
    ]);
    const [refused] = await does('auro', 'start', [second]);
    expect(refused).toMatchObject({
      ok: false,
      status: 'NOT_STARTED',
      error: expect.stringContaining('Elaborador'),
    });
    expect(brief((await rows())[2] ?? {})).toEqual(['NOT_STARTED', 'Alice Elaboradora', 'Elaborador']);
    const answer = await cli.run('reconciliations', 'do', 'start', '--id', String(second), ...as('auro'));
    expect(answer.stdout).toContain(refused?.error ?? 'a reason');
  });

  it('waives all of a state at once', async () => {
    const all = ['--all', ...of(), '--status', 'PENDING', '--reason', 'sem conciliação neste mês'];
    const run = await cli.json<readonly Report[]>('reconciliations', 'do', 'waive', ...all, ...as('sol'));
    expect(run.map(({ ok, status }) => [ok, status])).toEqual([
      [true, 'WAIVED'],
      [true, 'WAIVED'],
      [true, 'WAIVED'],
    ]);
    expect(await rows('&status=WAIVED')).toHaveLength(3);
    expect(await cli.json('reconciliations', 'do', 'waive', ...all, ...as('sol'))).toEqual([]);
  });

  it('closes and reopens by an Administrador do módulo alone, counting what is truly unfinished', async () => {
    expect(await cli.run('close', ...of(), ...as('sol'))).toMatchObject({ status: 1, stdout: '' });
    expect(await cli.run('close', ...of(), ...as('mara'))).toEqual({
      status: 1,
      stdout: '',
      stderr:
        'Fechamento de 05/2026: 2 conciliações de 05/2026 não estão concluídas. Nada foi feito: para continuar, repita o comando com --yes\n',
    });
    const close = ['close', ...of(), '--yes', ...as('mara')];
    const { warnings } = await cli.json<{ warnings: readonly string[] }>(...close);
    expect(warnings).toEqual(['2 conciliações de 05/2026 não estão concluídas']);
    expect((await importMonth((item) => ({ ...item, accountName: 'outra' }))).body).toMatchObject({
      code: 'COMPETENCE_CLOSED',
    });
    expect(await does('ana', 'start', [second])).toEqual([{ id: second, ok: true, status: 'IN_ELABORATION' }]);
    const reopen = ['reopen', ...of(), '--reason', 'lançamento esquecido'];
    expect(await cli.run(...reopen, ...as('sol'))).toMatchObject({ status: 1, stdout: '' });
    expect(await cli.run(...reopen, ...as('mara'))).toMatchObject({ status: 0 });
  });

  it('has the state balance changed after the release of a later version', async () => {
    const more = (item: ImportItem, at: number): ImportItem =>
      at === 0 ? { ...item, debit: item.debit + 1, credit: item.credit + 1 } : item;
    expect((await importMonth(more)).status).toBe(201);
    await cli.json('release', ...of(), ...as('mara'));
    expect((await rows()).map(brief).slice(0, 2)).toEqual([
      ['BALANCE_CHANGED', 'Alice Elaboradora', 'Elaborador'],
      ['IN_ELABORATION', 'Ana Elaboradora', 'Elaborador'],
    ]);
  });

  it('is listed as it stood at a time', async () => {
    const listed = (...more: readonly string[]) =>
      cli.json<readonly Row[]>('reconciliations', 'list', ...company(), ...more);
    expect(await listed('--as-of', beforeRelease)).toEqual([]);
    const then = await listed('--as-of', afterRelease);
    expect(then.map(({ status }) => status)).toEqual([
      'NOT_STARTED',
      'NOT_STARTED',
      'PENDING',
      'PENDING',
      'PENDING',
      'PENDING',
    ]);
    expect(then[0]).toMatchObject({
      slaStatus: expect.any(String),
      saldoConciliado: 0,
      empresaNome: expect.any(String),
    });
    expect(await listed('--as-of', afterRelease, '--status', 'NOT_STARTED')).toHaveLength(2);
    const now = await listed();
    expect(await listed('--as-of', new Date().toISOString())).toEqual(now);
    const versions = (...more: readonly string[]) =>
      cli.json<readonly Row[]>('trial-balances', 'list', ...company(), ...more);
    const statuses = async (...more: readonly string[]) => (await versions(...more)).map(({ status }) => status);
    expect(await statuses('--as-of', beforeRelease)).toEqual(['IMPORTED']);
    expect(await statuses('--as-of', afterRelease)).toEqual(['RELEASED']);
    expect(await statuses()).toEqual(['SUPERSEDED', 'RELEASED']);
    expect(await versions('--as-of', new Date().toISOString())).toEqual(await versions());
  });

  it('lists the history of one reconciliation in Portuguese', async () => {
    const life = await cli.json<readonly { sentence: string }[]>('history', ...company(), '--id', String(first));
    const code = ledger.accounts[0]?.code;
    const name = ledger.accounts[0]?.name;
    const it = `conciliação ${first} (${code} ${name})`;
    expect(life.map(({ sentence }) => sentence.replace(it, 'X'))).toEqual([
      expect.stringMatching(
        /^Sol Supervisora liberou a versão 1 do balancete de 05\/2026 e criou a X com saldo contábil de .*: Não iniciada com Ana Elaboradora$/,
      ),
      'Ana Elaboradora iniciou a elaboração da X',
      expect.stringMatching(/^Ana Elaboradora registrou a composição da X: 2 itens somando /),
      'Ana Elaboradora registrou os ajustes da X: 1 item somando 5,50',
      'Ana Elaboradora enviou a X para revisão',
      'Bia Revisora abriu a X para revisão',
      'Bia Revisora revisou a X e encaminhou para aprovação',
      'Caio Aprovador abriu a X para aprovação',
      'Caio Aprovador rejeitou a X: "falta o extrato"',
      'Alice Elaboradora iniciou a elaboração da X',
      'Alice Elaboradora enviou a X para revisão',
      'Bia Revisora abriu a X para revisão',
      'Bia Revisora revisou a X e encaminhou para aprovação',
      'Caio Aprovador abriu a X para aprovação',
      'Caio Aprovador aprovou a X',
      expect.stringMatching(
        /^Mara Administradora liberou a versão 2 do balancete de 05\/2026 e atualizou a X para o saldo contábil de .*: Saldo alterado com Alice Elaboradora$/,
      ),
    ]);
    const { stdout } = await cli.run('history', ...of());
    expect(stdout).toContain('Sol Supervisora dispensou 3 conciliações (');
    expect(stdout).toContain('Mara Administradora fechou a competência 05/2026');
  });
});

describe('do, used wrongly', () => {
  const one = ['--id', '1'];
  it.each([
    ['without --as', ['start', ...one], 'informe --as'],
    ['without ids', ['start', '--as', email('ana')], 'informe --id ou --all'],
    ['with ids and --all', ['start', ...one, '--all', '--as', email('ana')], 'informe --id ou --all'],
    ['with --all alone', ['start', '--all', '--as', email('ana')], '--all pede'],
    ['assigning to nobody', ['assign', ...one, '--as', email('sol')], 'assign pede --to'],
    ['composing of nothing', ['compose', ...one, '--as', email('ana')], 'compose pede --items'],
    ['with an unknown command', ['finish', ...one, '--as', email('ana')], 'finish'],
    ['with an id that is none', ['start', '--id', 'x', '--as', email('ana')], 'número inteiro'],
  ])('%s is bad usage', async (_, args, sentence) => {
    const { status, stdout, stderr } = await cli.run('reconciliations', 'do', ...args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(sentence);
  });

  it('by or for an unknown user is refused', async () => {
    const unknown = { status: 1, stdout: '', stderr: 'Usuário não encontrado: ninguem@acme.com.br\n' };
    expect(await cli.run('reconciliations', 'do', 'start', ...one, '--as', email('ninguem'))).toEqual(unknown);
    const assign = ['reconciliations', 'do', 'assign', ...one, '--to', email('ninguem'), ...as('sol')];
    expect(await cli.run(...assign)).toEqual(unknown);
  });

  it('with invalid items names each fault', async () => {
    const file = await itemsFile('ruins', [
      { description: 'boa', date: '2026-05-31', amount: '1.00', baixa: '2026-05-31' },
      { description: ' ', date: '2026-02-30', amount: '1.005', document: 5 },
      'texto',
    ]);
    const run = await cli.run('reconciliations', 'do', 'compose', ...one, ...as('ana'), ...file);
    expect(run).toMatchObject({ status: 1, stdout: '' });
    for (const what of [
      'item 1: campo desconhecido: "baixa"',
      'item 2: description',
      'item 2: date',
      'item 2: amount',
      'item 2: document',
      'item 3: não é um objeto',
    ])
      expect(run.stderr).toContain(what);
    const none = await cli.run(
      'reconciliations',
      'do',
      'adjust',
      ...one,
      ...as('ana'),
      '--items',
      join(dataDir, 'nada'),
    );
    expect(none).toMatchObject({ status: 1, stdout: '' });
  });
});

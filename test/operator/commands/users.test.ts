// Users as the operator registers, uses and erases them, beside a running service.
import { describe, expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildMonth } from '../../support/builders.js';
import { client } from '../../support/client.js';
import { CHART, registerLedger } from '../../support/ledger.js';
import { commandLine, operator, operatorJson } from '../../support/operator.js';
import { contentsIn } from '../../support/changingFolder.js';
import { startService, temporaryDir } from '../../support/service.js';
import { fileOfLines } from '../../support/releasedMonth.js';

const ANA = { email: 'ana@acme.com.br', name: 'Ana Beatriz Sá', roles: [{ role: 'PREPARER' }] };
const ADM = { email: 'adm@acme.com.br', name: 'Adão Melo', roles: [{ role: 'MODULE_ADMIN' }] };

async function apply(more: object, company: object = {}, as: readonly string[] = []) {
  const path = join(dataDir, 'usuarios.json');
  const cnpj = ledger.cnpjs[0];
  await writeFile(
    path,
    JSON.stringify({ clients: [{ ref: ledger.ref, companies: [{ cnpj, ...company }], ...more }] }),
  );
  return operator(dataDir, ['apply', path, ...as]);
}
const of = (period: string): string[] => ['--company', String(ledger.companyIds[0]), '--period', period];

const dataDir = await temporaryDir();
const ledger = await registerLedger(dataDir, { accounts: 4, companies: 2 });
const caio = {
  email: 'caio@acme.com.br',
  name: 'Caio',
  roles: [{ role: 'AUDITOR', companies: [ledger.cnpjs[1]] }],
};
const owners = [{ preparer: 'ANA@acme.com.br' }];
expect((await apply({ users: [ANA, ADM, caio] }, { owners })).status).toBe(0);
const service = await startService({ dataDir });
const erp = client(service.url, ledger.key);
const month = buildMonth(ledger.accounts, { cnpj: ledger.cnpjs[0] ?? '', period: '2026-05', chartName: CHART });
await erp.post('/api/v1/trial-balances', month);

describe('--as', () => {
  it('acts as the user whose role allows it, and nobody else', async () => {
    const refused = [
      [['close', ...of('2026-05'), '--as', 'ninguem@acme.com.br'], 'Usuário não encontrado: ninguem@acme.com.br'],
      [
        ['close', ...of('2026-05'), '--as', ANA.email],
        'Este usuário não tem permissão: somente Administrador do módulo desta empresa',
      ],
      [
        ['release', ...of('2026-05'), '--as', ANA.email],
        'Este usuário não tem permissão: somente Supervisor ou Administrador do módulo desta empresa',
      ],
      [['keys', 'list', '--as', ADM.email], 'Este comando é exclusivo do operador: repita sem --as'],
      [['verify', '--as', ADM.email], 'Este comando é exclusivo do operador: repita sem --as'],
    ] as const;
    for (const [argv, sentence] of refused)
      expect(await operator(dataDir, [...argv])).toEqual({ status: 1, stdout: '', stderr: `${sentence}\n` });
    expect(await operatorJson(dataDir, ['release', ...of('2026-05'), '--as', ' ADM@acme.com.br '])).toMatchObject({
      ok: true,
      reconciliations: 4,
    });
  });

  it('refuses with one code, whoever finds the role missing', async () => {
    const commands = ['close', 'history', 'reconciliations list'].map((words) => [
      ...words.split(' '),
      ...of('2026-05'),
    ]);
    for (const command of [...commands, ['users', 'list'], ['users', 'invite', ADM.email]]) {
      const argv = [...command, '--as', caio.email, '--json'];
      const { status, stderr } = await operator(dataDir, argv);
      expect({ status, ...(JSON.parse(stderr) as object) }).toMatchObject({
        status: 1,
        code: 'PAPEL_INSUFICIENTE',
      });
    }
  });

  it('lists the users of all clients to the operator, those of the own client to an Administrador', async () => {
    const other = { email: 'bia@outro.com.br', name: 'Bia', roles: [{ role: 'AUDITOR' }] };
    await commandLine(dataDir).apply({ ref: 'outro', name: 'Outro', companies: [], users: [other] });
    const emails = async (...as: string[]) =>
      (await operatorJson<{ email: string }[]>(dataDir, ['users', 'list', ...as])).map(({ email }) => email);
    const own = [ADM.email, ANA.email, 'caio@acme.com.br'];
    expect(await emails()).toEqual([...own, other.email]);
    expect(await emails('--as', ADM.email)).toEqual(own);
    // Another client's user is as unknown as nobody.
    for (const email of [other.email, 'ninguem@acme.com.br'])
      expect((await operator(dataDir, ['users', 'reset', email, '--as', ADM.email])).stderr).toBe(
        `Usuário não encontrado: ${email}\n`,
      );
    expect(await operator(dataDir, ['users', 'list', '--as', ANA.email])).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringContaining('somente Administrador do módulo deste cliente'),
    });
    const { stdout } = await operator(dataDir, ['users', 'list']);
    expect(stdout).toMatch(/Administrador do módulo/);
    expect(stdout).toContain('última entrada');
  });

  it('shows a user the companies they hold a role for', async () => {
    const [parent, child] = ledger.companyIds;
    const ofParent = { cnpj: ledger.cnpjs[1], controladoraCnpj: ledger.cnpjs[0] };
    expect((await apply({}, ofParent)).status).toBe(0);
    const seen = async (email: string) =>
      (
        await operatorJson<{ id: number; empresaControladoraId: number | null }[]>(dataDir, [
          'companies',
          'list',
          '--as',
          email,
        ])
      ).map(({ id, empresaControladoraId }) => [id, empresaControladoraId]);
    expect(await seen(ADM.email)).toEqual([
      [parent, null],
      [child, parent],
    ]);
    expect(await seen('caio@acme.com.br')).toEqual([[child, null]]);
    const history = await operator(dataDir, ['history', ...of('2026-05'), '--as', 'caio@acme.com.br']);
    expect(history.status).toBe(1);
  });

  it('lets an Administrador do módulo change users and rules of their client, and no other’s', async () => {
    const users = [{ ...ANA, name: 'Ana B. Sá' }];
    expect((await apply({ users }, {}, ['--as', ANA.email])).stderr).toContain(
      'clients[0].ref: somente um Administrador do módulo deste cliente pode alterá-lo',
    );
    expect((await apply({ users }, {}, ['--as', ADM.email])).status).toBe(0);
    expect((await erp.all('/api/v1/reconciliations'))[0]).toMatchObject({ responsavelNome: 'Ana B. Sá' });
    expect((await apply({ ref: 'outro', name: 'Outro' }, {}, ['--as', ADM.email])).status).toBe(1);
  });

  it('shows the importer of a file by the current name', async () => {
    const lines = ledger.accounts.map(({ code }) => `${code};0,00;1,00;1,00;0,00`);
    const path = await fileOfLines(dataDir, { of: of('2026-06'), lines });
    const argv = ['import', path, ...of('2026-06'), '--chart', CHART, '--as'];
    expect((await operator(dataDir, [...argv, 'caio@acme.com.br'])).stderr).toContain('não tem permissão');
    await operatorJson(dataDir, [...argv, ADM.email]);
    const shown = (await erp.all('/api/v1/trial-balances')).map(({ importadoPor }) => importadoPor);
    expect(shown).toEqual(['ERP acme', ADM.name]);
  });
});

describe('The list by owner', () => {
  const codes = async (query: string) =>
    (await erp.all(`/api/v1/reconciliations?${query}`)).map(({ contaCodigo }) => contaCodigo);

  it('contains the people shown under that name only', async () => {
    expect(await codes('responsavel=Ana%20B.%20S%C3%A1')).toHaveLength(4);
    for (const name of ['Ana%20B.', 'ana%20b.%20s%C3%A1', 'Pessoa%20removida', 'Sistema', 'ana%40acme.com.br'])
      expect([name, await codes(`responsavel=${name}`)]).toEqual([name, []]);
    const asked = '{ conciliacoes(responsavel: "Ana B. Sá") { pagination { total } } }';
    const graphql = await erp.post('/api/v1/graphql', { query: asked });
    expect(graphql.body).toEqual({ data: { conciliacoes: { pagination: { total: 4 } } } });
  });
});

describe('users erase', () => {
  it('leaves “Pessoa removida” instead of the name, a complete log, and no trace of name or e-mail', async () => {
    const names = async () => (await erp.all('/api/v1/reconciliations')).map((row) => row['responsavelNome']);
    expect(await names()).toEqual(Array(4).fill('Ana B. Sá'));
    expect(await operatorJson(dataDir, ['users', 'erase', 'Ana@Acme.com.br', '--yes'])).toEqual({ ok: true });
    expect(await names()).toEqual(Array(4).fill('Pessoa removida'));
    const removed = await erp.all('/api/v1/reconciliations?responsavel=Pessoa%20removida');
    expect(removed).toHaveLength(4);
    const graphql = await erp.post('/api/v1/graphql', { query: '{ conciliacoes { data { responsavelNome } } }' });
    expect(JSON.stringify(graphql.body)).toContain('Pessoa removida');
    expect(await operatorJson(dataDir, ['verify'])).toMatchObject({ ok: true, problems: [] });
    for (const argv of [
      ['users', 'erase', ANA.email],
      ['companies', 'list', '--as', ANA.email],
    ])
      expect(await operator(dataDir, argv)).toMatchObject({
        status: 1,
        stderr: `Usuário não encontrado: ${ANA.email}\n`,
      });
    await service.stop();
    for await (const { name, bytes } of contentsIn(dataDir)) {
      if (name === 'usuarios.json') continue;
      for (const word of ['Ana Beatriz', 'Ana B. S', ANA.email]) expect(bytes.includes(word)).toBe(false);
    }
  });
});

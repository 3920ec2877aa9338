// Help, examples, versions, and what the command line says of a wrong command, option or value.
import { describe, expect, it } from '#jest';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deployedVersion } from '../../src/runtime/program.js';
import { allCommands, FIRST_EXAMPLES } from '../../src/operator/program.js';
import { operator, operatorProcess, operatorWithoutStores } from '../support/operator.js';
import { removeDir, temporaryDir } from '../support/service.js';

const examples = [...FIRST_EXAMPLES, ...(await allCommands()).flatMap((command) => command.examples)];

describe('Help', () => {
  it('of a command marks required options and has examples and general options', async () => {
    const { status, stdout, stderr } = await operatorWithoutStores(['release', '--help']);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toMatch(/^Uso: operator release \[opções\] --company <id> --period <competencia>\n/);
    expect(stdout).toMatch(/--company <id> +id da empresa \(obrigatória\)\n/);
    expect(stdout).toMatch(/Opções gerais:\n +--json/);
    expect(stdout).toContain('Exemplos:\n  operator release --company 1 --period 2026-10\n');
  });

  it('of the program has the commands in groups, with the commands of each', async () => {
    const { stdout } = await operatorWithoutStores(['--help']);
    expect(stdout.match(/^\S.*:$/gm)).toEqual([
      'Opções:',
      'Cadastros e chaves:',
      'Balancetes:',
      'Consultas e conciliações:',
      'Webhooks:',
      'Log e cópias de segurança:',
      'Ajuda:',
      'Exemplos:',
    ]);
    expect(stdout).toContain('keys issue | list | rotate | revoke');
    expect(stdout).toContain('import <arquivo>');
  });

  it('is that of a command of a group too, by help and by --help', async () => {
    const byOption = await operatorWithoutStores(['keys', 'issue', '--help']);
    expect(byOption.stdout).toMatch(/^Uso: operator keys issue /);
    expect(await operatorWithoutStores(['help', 'keys', 'issue'])).toEqual(byOption);
    expect(await operatorWithoutStores(['help'])).toEqual(await operatorWithoutStores(['--help']));
    expect(await operatorWithoutStores(['help', 'nada'])).toMatchObject({ status: 2, stdout: '' });
  });

  it('lists the states by code and by name', async () => {
    const { stdout } = await operatorWithoutStores(['reconciliations', 'list', '--help']);
    expect(stdout).toMatch(/ {2}IN_ELABORATION +Em elaboração\n/);
    expect(stdout).toMatch(/ {2}WAIVED +Dispensada\n/);
  });

  it.each(examples)('has an example that is right: %s', async (example) => {
    const words = (example.split(' > ')[0] ?? '').match(/'[^']*'|\S+/g) ?? [];
    const args = words.map((word) => word.replaceAll("'", ''));
    // It fails only where it would open a store.
    expect(await operatorWithoutStores(args)).toMatchObject({ status: 1 });
  });
});

describe('--version', () => {
  it('prints the version, and needs no configuration, as help', async () => {
    const wrong = { ENVIRONMENT: 'teste' };
    expect(await operatorProcess('nao-existe', ['--version'], wrong)).toEqual({
      status: 0,
      stdout: `${deployedVersion()}\n`,
      stderr: '',
    });
    expect(await operatorProcess('nao-existe', ['keys', '--help'], wrong)).toMatchObject({
      status: 0,
      stderr: '',
    });
  });
});

describe('Of a wrong', () => {
  const lines = async (...args: string[]): Promise<readonly string[]> => {
    const { status, stdout, stderr } = await operatorWithoutStores(args);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    return stderr.trimEnd().split('\n');
  };

  it('command it says which was meant and which there are', async () => {
    expect(await lines('imprt', 'a.csv')).toEqual([
      'Uso incorreto: comando desconhecido imprt (você quis dizer import?)',
      expect.stringMatching(/^Comandos: apply, .*copy-events/),
      'Veja: operator --help',
    ]);
    expect(await lines('keys', 'lst')).toEqual([
      'Uso incorreto: comando desconhecido lst (você quis dizer list?)',
      'Comandos: issue, list, rotate, revoke, help',
      'Veja: operator keys --help',
    ]);
  });

  it('option it says the same, also where a required one is misspelt', async () => {
    expect(await lines('companies', 'list', '--limit', '5')).toEqual([
      'Uso incorreto: opção desconhecida --limit',
      'Opções: --help, --json, --as',
      'Veja: operator companies list --help',
    ]);
    expect(await lines('release', '--companyy', '1', '--period', '2026-10')).toEqual([
      'Uso incorreto: opção desconhecida --companyy (você quis dizer --company?)',
      'Opções: --company, --period, --help, --json, --as',
      'Veja: operator release --help',
    ]);
  });

  it.each(['12.345', '1,50', 'abc'])('amount it says how one is written: %s', async (amount) => {
    const rest = [
      '--account',
      '1',
      '--description',
      'S',
      '--kind',
      'LINEAR',
      '--first',
      '2026-01',
      '--months',
      '12',
    ];
    const [sentence] = await lines('schedules', 'create', '--company', '1', '--amount', amount, ...rest);
    expect(sentence).toMatch(/em --amount .*: informe um valor como -1234\.56/);
  });

  it.each(['2026-02-31', '2026-02-31T00:00:00Z', '2026-09-01T18:00:00', 'ontem'])('time: %s', async (time) => {
    const [sentence] = await lines('webhooks', 'resume', '--from', time);
    expect(sentence).toMatch(/em --from .*: informe AAAA-MM-DD ou um instante como 2026-08-31T12:00:00Z$/);
  });

  it('value it says the same', async () => {
    const [status] = await lines('reconciliations', 'list', '--company', '1', '--status', 'IN_REVEW');
    expect(status).toMatch(
      /^Uso incorreto: valor inválido em --status <estado> \(IN_REVEW\): use um destes valores: PENDING, .*\(você quis dizer IN_REVIEW\?\)$/,
    );
    const [month] = await lines('release', '--company', '1', '--period', '1999-12');
    expect(month).toMatch(/inválido em --period .* \(1999-12\): informe uma competência de 2000-01 a 2100-12$/);
    const [act] = await lines('reconciliations', 'do', 'aprove', '--id', '1', '--as', 'a@b.c');
    expect(act).toMatch(/^Uso incorreto: valor inválido em comando \(aprove\): .* \(você quis dizer approve\?\)$/);
    const [scope] = await lines('keys', 'issue', '--client', 'a', '--name', 'b', '--scopes', 'companies:red');
    expect(scope).toMatch(/os escopos são trial_balances:write, .* \(você quis dizer companies:read\?\)$/);
  });

  it('option given twice it says so, and takes no value of the two', async () => {
    expect(await lines('release', '--company', '1', '--period', '2026-10', '--company', '2')).toEqual([
      'Uso incorreto: a opção --company <id> foi informada mais de uma vez',
      'Veja: operator release --help',
    ]);
    expect((await lines('release', '--company', '1', '--as', 'a@b.c', '--as', 'd@e.f'))[0]).toBe(
      'Uso incorreto: a opção --as <email> foi informada mais de uma vez',
    );
    // Of a list each counts.
    const [many] = await lines('reconciliations', 'do', 'assign', '--id', '1', '--id', '2', '--as', 'a@b.c');
    expect(many).toBe('Uso incorreto: assign pede --to');
  });

  it('combination of options it points to the help of the command', async () => {
    expect(await lines('reconciliations', 'do', 'assign', '--id', '1', '--as', 'a@b.c')).toEqual([
      'Uso incorreto: assign pede --to',
      'Veja: operator reconciliations do --help',
    ]);
    const turned = ['--from', '2026-11-02', '--to', '2026-11-01'];
    expect(await lines('history', '--company', '1', ...turned)).toEqual([
      'Uso incorreto: --from não pode ser depois de --to',
      'Veja: operator history --help',
    ]);
  });

  it('name of an output file it says which formats there are', async () => {
    const [problem] = await lines('import', 'a.csv', '--company', '1', '--annotate', 'erros.pdf');
    expect(problem).toMatch(/ \(erros\.pdf\): o nome do arquivo deve terminar em \.xlsx ou \.csv$/);
  });

  it('number of options it names all that are missing', async () => {
    expect((await lines('keys', 'issue', '--name', 'ERP'))[0]).toBe(
      'Uso incorreto: faltam as opções --client <ref>, --scopes <escopos>',
    );
    expect((await lines('trial-balances', 'list'))[0]).toBe('Uso incorreto: falta a opção --company <id>');
  });
});

describe('operator alone', () => {
  it('says what to do first in a folder without data, and shows the help in another', async () => {
    const parent = await temporaryDir();
    const dataDir = join(parent, 'dados');
    try {
      const first = await operator(dataDir, []);
      expect(first).toMatchObject({ status: 2, stdout: '' });
      expect(first.stderr).toContain(`Ainda não há dados em ${dataDir}`);
      for (const step of ['operator apply', 'operator keys issue', 'npm start', 'operator --help'])
        expect(first.stderr).toContain(step);
      await mkdir(dataDir);
      await writeFile(join(parent, 'a.json'), '{ "clients": [] }');
      expect((await operator(dataDir, ['apply', join(parent, 'a.json')])).status).toBe(0);
      expect((await operator(dataDir, [])).stderr).toMatch(
        /^Uso: operator \[opções\] \[comando\]\n\nLinha de comando/,
      );
    } finally {
      await removeDir(parent);
    }
  });
});

describe('Colours', () => {
  const help = async (terminal: { outHasColors?: boolean }): Promise<string> =>
    (await operatorWithoutStores(['keys', '--help'], terminal)).stdout;

  it('are on a terminal that has them, and nowhere else', async () => {
    expect(await help({ outHasColors: true })).toContain('\u001b[1mUso:\u001b[22m');
    expect(await help({})).not.toContain('\u001b');
  });
});

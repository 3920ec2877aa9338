// What cannot be taken back: asked on a terminal, and `--yes` elsewhere.
import { expect, it } from '#jest';
import { join } from 'node:path';
import { openOperator } from '../../src/app/operator/commandLine.js';
import { readConfig } from '../../src/app/config.js';
import { runOperator } from '../../src/operator/program.js';
import { operator, operatorJson } from '../support/operator.js';
import { CHART } from '../support/ledger.js';
import { releasedMonth } from '../support/releasedMonth.js';
import { temporaryDir } from '../support/service.js';
import { email } from '../support/team.js';

const dataDir = await temporaryDir();
const month = await releasedMonth(dataDir, { accounts: 2 });

/** The command at a terminal whose person answers so; `asked`: null when nothing was asked. */
async function atTerminal(args: readonly string[], answer: string) {
  let [asked, stderr]: [string | null, string] = [null, ''];
  const config = readConfig({ DATA_DIR: dataDir });
  const status = await runOperator(
    args,
    openOperator(() => config, { registersInForceMs: 0 }),
    {
      out: async () => undefined,
      err: (text) => void (stderr += text),
      ask: async (question) => {
        asked = question;
        return answer;
      },
    },
  );
  return { status, asked, stderr };
}

const erasure = `O nome e o e-mail de ${email('auro')} serão apagados para sempre`;

it('users erase outside a terminal wants --yes, and erases nobody without', async () => {
  expect(await operator(dataDir, ['users', 'erase', email('auro'), '--json'])).toMatchObject({
    status: 1,
    stdout: '',
    stderr: `${JSON.stringify({ error: `${erasure}. Nada foi feito: para continuar, repita o comando com --yes`, code: 'COMANDO_RECUSADO' })}\n`,
  });
  expect(await month.cli.run('companies', 'list', '--as', email('auro'))).toMatchObject({ status: 0 });
});

it('users erase asks on a terminal, and only a yes erases', async () => {
  for (const answer of ['', 'n', 'talvez'])
    expect(await atTerminal(['users', 'erase', email('auro')], answer)).toEqual({
      status: 1,
      asked: `${erasure}. Continuar? [s/N] `,
      stderr: 'Nada foi feito: a resposta não foi sim\n',
    });
  expect((await month.cli.run('companies', 'list', '--as', email('auro'))).status).toBe(0);
  expect(await atTerminal(['users', 'erase', email('auro')], 'Sim')).toMatchObject({ status: 0, stderr: '' });
  expect((await month.cli.run('companies', 'list', '--as', email('auro'))).status).toBe(1);
});

it('close asks where reconciliations are unfinished, and not where none is or the month is closed already', async () => {
  const close = ['close', ...month.of];
  expect(await operator(dataDir, close)).toMatchObject({ status: 1, stdout: '' });
  expect(await atTerminal(close, 'n')).toMatchObject({
    status: 1,
    asked: 'Fechamento de 05/2026: 2 conciliações de 05/2026 não estão concluídas. Continuar? [s/N] ',
  });
  expect(await atTerminal(close, 's')).toMatchObject({ status: 0 });
  expect(await operatorJson(dataDir, close)).toEqual({
    ok: true,
    warnings: ['2 conciliações de 05/2026 não estão concluídas'],
  });
  const [company = '', id = ''] = month.of;
  expect(await operatorJson(dataDir, ['close', company, id, '--period', '2026-06'])).toMatchObject({ ok: true });
});

it('close asks where an earlier month is open, also without unfinished work', async () => {
  const [company = '', id = ''] = month.of;
  await operatorJson(dataDir, ['reopen', company, id, '--period', '2026-06', '--reason', 'ajuste']);
  const july = ['close', company, id, '--period', '2026-07'];
  const warnings = ['Nenhum balancete de 07/2026 foi importado', 'A competência anterior 06/2026 está aberta'];
  const question = `Fechamento de 07/2026: ${warnings.join('; ')}`;
  expect(await operator(dataDir, july)).toEqual({
    status: 1,
    stdout: '',
    stderr: `${question}. Nada foi feito: para continuar, repita o comando com --yes\n`,
  });
  expect(await atTerminal(july, 'n')).toMatchObject({ status: 1, asked: `${question}. Continuar? [s/N] ` });
  expect(await operatorJson(dataDir, [...july, '--yes'])).toEqual({ ok: true, warnings });

  await operatorJson(dataDir, ['reopen', company, id, '--period', '2026-07', '--reason', 'ajuste']);
  await operatorJson(dataDir, ['close', company, id, '--period', '2026-06']);
});

it('close warns of a version that is not released, without asking', async () => {
  const [company = '', id = ''] = month.of;
  const july = [company, id, '--period', '2026-07'];
  const file = join(dataDir, `balancete${month.of.join('')}.csv`);
  await operatorJson(dataDir, ['import', file, ...july, '--chart', CHART]);
  const warning = 'A versão 1 do balancete de 07/2026 não foi liberada';
  expect(await operatorJson(dataDir, ['close', ...july])).toMatchObject({
    ok: true,
    warnings: expect.arrayContaining([warning]) as unknown,
  });
});

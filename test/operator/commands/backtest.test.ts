// A backtest of a month: what the rules would have done, beside what people did; on the command line and in the
// console.
import { expect, it } from '#jest';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { signedIn } from '../../support/console.js';
import { releasedMonth, type ReleasedMonth } from '../../support/releasedMonth.js';
import { startService, temporaryDir, type Service } from '../../support/service.js';
import { as, email } from '../../support/team.js';

let service: Service;

/** Four accounts of balance zero with movement: approved, returned and approved, waived, not begun. */
const dataDir = await temporaryDir();
const month = await releasedMonth(dataDir, { accounts: 4, company: { owners: [{ preparer: email('ana') }] } });
const codes = month.ledger.accounts.map(({ code }) => code);
const [first = 0, second = 0, third = 0] = month.ids;
const does = async (...steps: readonly Parameters<ReleasedMonth['does']>[]) => {
  for (const step of steps) expect(await month.does(...step)).toMatchObject({ ok: true });
};
await does(['ana', 'start', first], ['ana', 'start', second], ['sol', 'waive', third, '--reason', 'sem uso']);
await does(['ana', 'submit', first], ['caio', 'open', first], ['caio', 'approve', first]);
await does(['ana', 'submit', second], ['caio', 'open', second], ['caio', 'reject', second, '--reason', 'falta']);

const rowOf = (rows: readonly { regra: string }[], name: string) => rows.find(({ regra }) => regra === name);
const tried = (path: string) => month.cli.run('rules', 'backtest', ...month.of, '--settings', path, '--json');
const file = async (name: string, content: object) => {
  await writeFile(join(dataDir, name), JSON.stringify(content));
  return join(dataDir, name);
};

it('counts accounts and what people made of them, and writes nothing', async () => {
  const before = await month.cli.json('events', 'stats');
  const { contas, regras } = await month.cli.json<{ contas: number; regras: { regra: string }[] }>(
    'rules',
    'backtest',
    ...month.of,
    ...as('auro'),
  );
  expect(contas).toBe(4);
  expect(rowOf(regras, 'SALDO_ZERO')).toEqual({
    regra: 'SALDO_ZERO',
    ligada: false,
    contas: 4,
    percentual: 100,
    concordaram: 1,
    discordaram: 1,
    semResultado: 2,
    contasDiscordantes: [codes[1]],
  });
  expect(rowOf(regras, 'SEM_MOVIMENTO')).toMatchObject({ contas: 0, percentual: 0 });
  expect(rowOf(regras, 'TODAS_AS_LIGADAS')).toMatchObject({ ligada: false, contas: 0 });
  expect(await month.cli.json('events', 'stats')).toEqual(before);
  const { stdout } = await month.cli.run('rules', 'backtest', ...month.of);
  expect(stdout).toContain('O que as regras teriam feito em 05/2026: 4 contas na liberação');
  expect(stdout).toMatch(new RegExp(`saldo zero +não +4 +100 +1 +1 +2 +${codes[1]?.replaceAll('.', '\\.')}`));
});

it('tries rules from a file, which is refused with every wrong field', async () => {
  const right = await file('regras.json', { autoApproval: { upTo: '0.00' } });
  expect((JSON.parse((await tried(right)).stdout) as { regras: unknown }).regras).toContainEqual(
    expect.objectContaining({ regra: 'TODAS_AS_LIGADAS', ligada: true, contas: 4 }),
  );
  const wrong = await tried(await file('erradas.json', { autoApproval: { upto: 1 }, tolerance: [{}], cnpj: '1' }));
  expect(wrong.status).toBe(1);
  for (const place of ['arquivo.cnpj', 'arquivo.autoApproval.upto', 'arquivo.tolerance[0]'])
    expect(wrong.stderr).toContain(place);
});

it('is refused for a month that was never released, and for a company of others', async () => {
  const [company, id] = month.of;
  const never = await month.cli.run('rules', 'backtest', company ?? '', id ?? '', '--period', '2026-04');
  expect([never.status, never.stderr]).toEqual([1, 'Nada foi liberado em 04/2026: não há o que comparar\n']);
  const unknown = await month.cli.run('rules', 'backtest', '--company', '99', '--period', '2026-05', ...as('ana'));
  expect(unknown.status).toBe(1);
});

it('is a table below the rules in the console, for every role', async () => {
  service = await startService({ dataDir });
  const auro = await signedIn(service, email('auro'));
  const path = `/console/regras/${month.ledger.companyIds[0]}`;
  expect((await auro.get(path)).html).toMatch(/name="retroteste"[^>]*value="2026-05"/);
  const { html } = await auro.get(`${path}?retroteste=2026-05`);
  expect(html).toContain('O que as regras teriam feito em 05/2026');
  expect(html.replace(/<[^>]+>/g, '|')).toMatch(
    new RegExp(`saldo zero\\|+não\\|+4\\|+100%\\|+1\\|+1\\|+2\\|+${codes[1]?.replaceAll('.', '\\.')}`),
  );
  expect((await auro.get(`${path}?retroteste=2026-04`)).html).toContain('Nada foi liberado em 04/2026');
});

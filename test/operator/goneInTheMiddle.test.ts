// People who leave in the middle of a step: erased, or without the role they had. The reconciliation has a way on.
import { expect, it } from '#jest';
import { releasedMonth } from '../support/releasedMonth.js';
import { temporaryDir } from '../support/service.js';
import { email } from '../support/team.js';

let first = 0;
let second = 0;

const dataDir = await temporaryDir();
const month = await releasedMonth(dataDir, { accounts: 2 });
[first = 0, second = 0] = month.ids;

async function owners(): Promise<readonly (readonly unknown[])[]> {
  const rows = await month.cli.json<readonly Readonly<Record<string, unknown>>[]>(
    'reconciliations',
    'list',
    ...month.of,
  );
  return rows.map(({ status, responsavelNome }) => [status, responsavelNome]);
}

async function roles(name: 'caio' | 'mara', role: string): Promise<void> {
  await month.cli.apply({ ref: month.ledger.ref, users: [{ email: email(name), roles: [{ role }] }] });
}

async function lastSentence(id: number): Promise<string> {
  const asked = ['--company', String(month.ledger.companyIds[0]), '--id', String(id)];
  const life = await month.cli.json<readonly { sentence: string }[]>('history', ...asked);
  return life.at(-1)?.sentence ?? '';
}

it('an Elaborador who was erased can be replaced by another one, and not before', async () => {
  for (const id of [first, second]) await month.does('sol', 'assign', id, '--to', email('ana'));
  for (const id of [first, second]) await month.does('ana', 'start', id);
  await month.does('ana', 'ask-documents', second, '--comment', 'extrato do banco');
  expect(await month.does('alice', 'start', first)).toMatchObject({
    error: 'No estado "Em elaboração" não é possível iniciar a conciliação',
  });
  await month.cli.json('users', 'erase', email('ana'), '--yes');
  expect(await owners()).toEqual([
    ['IN_ELABORATION', 'Pessoa removida'],
    ['AWAITING_DOCUMENTS', 'Pessoa removida'],
  ]);
  expect(await month.does('alice', 'submit', first)).toMatchObject({
    error: 'Outra pessoa responde por esta etapa: este usuário não pode enviar a conciliação',
  });
  for (const id of [first, second])
    expect(await month.does('alice', 'start', id)).toEqual({ id, ok: true, status: 'IN_ELABORATION' });
  expect(await owners()).toEqual([
    ['IN_ELABORATION', 'Alice Elaboradora'],
    ['IN_ELABORATION', 'Alice Elaboradora'],
  ]);
  expect(await lastSentence(second)).toMatch(/^Alice Elaboradora assumiu a elaboração da conciliação \d+ \(/);
});

it('an Aprovador whose role was removed can be replaced by another one, who approves', async () => {
  expect(await month.does('alice', 'submit', first)).toMatchObject({ status: 'SUBMITTED_FOR_APPROVAL' });
  await month.does('caio', 'open', first);
  await roles('mara', 'APPROVER');
  expect(await month.does('mara', 'open', first)).toMatchObject({ ok: false, status: 'IN_APPROVAL' });
  await roles('caio', 'AUDITOR');
  expect(await month.does('mara', 'approve', first)).toMatchObject({ ok: false });
  expect(await month.does('mara', 'open', first)).toEqual({ id: first, ok: true, status: 'IN_APPROVAL' });
  expect(await lastSentence(first)).toMatch(
    /^Mara Administradora assumiu a conciliação \d+ \(.*\) para aprovação$/,
  );
  expect(await month.does('mara', 'approve', first)).toMatchObject({ ok: true, status: 'APPROVED' });
});

// A closed month's dossier, and another company's at the same checkpoint, for verifiers that share no code with
// the service.
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { keyOf } from '../../src/app/keyFile.js';
import { parseCheckpoint, signCheckpoint, type Checkpoint } from '../../src/commands/seals/checkpoint.js';
import { writeStoredZip } from '../../src/dossier/workbook.js';
import { readEntries, type Entries } from './dossierEntries.js';
import { resign, type Tampering } from './dossierTamperings.js';
import { releasedMonth } from './releasedMonth.js';
import { as, email } from './team.js';

export type DossierMonth = Awaited<ReturnType<typeof dossierMonth>>;

/**
 * Writes dossie.zip; older.txt, a checkpoint that it proves; newer.txt, one that it does not; fork.txt, signed, of
 * the dossier's size and another root; cut.zip, the dossier without its end; rotated.zip, one of another key, which
 * proves older.txt.
 */
export async function dossierMonth(dir: string) {
  const at = (name: string): string => join(dir, name);
  const more = ['9.9.9;0,00;7,00;0,00;7,00'];
  const { cli, of, ids, does, ledger } = await releasedMonth(dir, {
    accounts: 3,
    companies: 2,
    more,
    company: { congelarAoFechar: true, carry: ['1', '3'] },
    before: async (line, { accounts: [, , third], companyIds: [companyId] }) => {
      const april = ['--company', String(companyId), '--period', '2026-04'];
      const file = `Conta;Saldo Anterior;Débito;Crédito;Saldo Atual\n${third?.code};0;1;1;0`;
      const unpaid = [
        { description: 'Cheque 17', date: '2026-02-10', amount: '0.40', document: '17' },
        { description: 'Cheque 18', date: '2026-04-20', amount: '0.60' },
      ];
      await Promise.all([writeFile(at('abril.csv'), file), writeFile(at('cheques.json'), JSON.stringify(unpaid))]);
      await line.json('import', at('abril.csv'), ...april, '--chart', 'Plano Geral');
      await line.json('release', ...april);
      const does = (act: string, name: 'sol' | 'ana', ...asked: readonly string[]) =>
        line.json('reconciliations', 'do', act, '--all', ...april, '--status', ...asked, ...as(name));
      await does('assign', 'sol', 'PENDING', '--to', email('ana'));
      await does('start', 'ana', 'NOT_STARTED');
      await does('compose', 'ana', 'IN_ELABORATION', '--items', at('cheques.json'));
    },
  });
  const ofOther = ['--company', String(ledger.companyIds[1]), '--period', '2026-05'];
  await writeFile(
    at('outro.csv'),
    `Conta;Saldo Anterior;Débito;Crédito;Saldo Atual\n${ledger.accounts[0]?.code};0;1;1;0`,
  );
  await cli.json('import', at('outro.csv'), ...ofOther, '--chart', 'Plano Geral');
  await writeFile(at('extrato.pdf'), 'extrato');
  await does('sol', 'assign', ids[0] ?? 0, '--to', email('ana'));
  await does('ana', 'start', ids[0] ?? 0);
  const items = [
    { description: '=Nota', date: '2026-03-02', amount: '7.50', document: 'NF; 1' },
    { description: 'Paga', date: '2026-05-04', amount: '-2.00', baixado: '2026-05-30' },
  ];
  await writeFile(at('itens.json'), JSON.stringify(items));
  await writeFile(at('ajustes.json'), JSON.stringify([{ description: 'Tarifa', amount: '-7.50' }]));
  await does('ana', 'compose', ids[0] ?? 0, '--items', at('itens.json'));
  await does('ana', 'adjust', ids[0] ?? 0, '--items', at('ajustes.json'));
  await does('ana', 'attach', ids[0] ?? 0, '--file', at('extrato.pdf'));
  const insurance = [
    '--description',
    'Seguro',
    '--amount',
    '2.00',
    '--kind',
    'LINEAR',
    '--first',
    '2026-05',
    '--months',
    '2',
  ];
  const account = ['--account', ledger.accounts[1]?.code ?? ''];
  await cli.json('schedules', 'create', ...of.slice(0, 2), ...account, ...insurance, ...as('ana'));
  await does('sol', 'assign', ids[1] ?? 0, '--to', email('ana'));
  await does('ana', 'carry', ids[1] ?? 0);
  await cli.json('checkpoint', at('older.txt'));
  await cli.json('close', ...ofOther, '--yes');
  await cli.json('close', ...of, '--yes');
  await cli.json('dossier', at('dossie.zip'), ...of, '--names', '--checkpoint', at('older.txt'));
  await cli.json('dossier', at('outra.zip'), ...ofOther);
  await cli.json('reopen', ...of, '--reason', 'ajuste');
  await cli.json('checkpoint', at('newer.txt'));
  const whole = await readEntries(at('dossie.zip'));
  const other = await readEntries(at('outra.zip'));
  const key = keyOf((await readFile(at('seal.key'), 'utf8')).trim());
  await cli.json('seals', 'rotate-key');
  await cli.json('dossier', at('rotated.zip'), ...of, '--open', '--checkpoint', at('older.txt'));
  const { logId, size } = parseCheckpoint(whole.get('checkpoint.txt')?.toString() ?? '') as Checkpoint;
  await writeFile(at('fork.txt'), signCheckpoint({ logId, key }, { size, root: '0'.repeat(64) }));
  const bytes = await readFile(at('dossie.zip'));
  await writeFile(at('cut.zip'), bytes.subarray(0, bytes.length - 40));
  return {
    key,
    whole,
    other,
    /** Writes a zip in the folder. @returns its path */
    async tampered({ tamper, resigned }: Pick<Tampering, 'tamper' | 'resigned'>) {
      const entries: Entries = new Map(whole);
      tamper(entries, other);
      if (resigned) resign(entries, key);
      await writeStoredZip(at('tampered.zip'), asEntries(entries));
      return at('tampered.zip');
    },
  };
}

export async function* asEntries(entries: ReadonlyMap<string, Buffer>) {
  for (const [name, bytes] of entries) yield { name, bytes };
}

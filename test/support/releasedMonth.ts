// A month of a client's first company, imported from a file and released, with people to work on it; no service runs.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, type CommandLine } from './operator.js';
import { CHART, registerLedger, type Ledger, type LedgerOptions } from './ledger.js';
import { as, registerTeam, type Member } from './team.js';

export type Report = Readonly<{ id: number; ok: boolean; status: string | null; error?: string }>;

export type ReleasedMonth = Readonly<{
  cli: CommandLine;
  ledger: Ledger;
  /** `--company` and `--period`. */
  of: readonly string[];
  /** Of its reconciliations, one an account, in the order of the chart. */
  ids: readonly number[];
  /** Imports a version in which the accounts from `changed` on have another balance, and releases it. */
  releaseAnother(changed: number): Promise<void>;
  does(name: Member, act: string, id: number, ...more: readonly string[]): Promise<Report>;
}>;

type Options = LedgerOptions &
  Readonly<{
    /** Members of the company in the registers. */
    company?: object;
    /** Rows of the file beside those of the accounts. */
    more?: readonly string[];
    /** Done before the month is imported. */
    before?(cli: CommandLine, ledger: Ledger): Promise<void>;
  }>;

export async function releasedMonth(
  dataDir: string,
  { company = {}, more = [], before, ...options }: Options = {},
): Promise<ReleasedMonth> {
  const cli = commandLine(dataDir);
  const ledger = await registerLedger(dataDir, options);
  await registerTeam(cli, ledger, company);
  const of = ['--company', String(ledger.companyIds[0]), '--period', '2026-05'];
  const path = join(dataDir, `balancete-${ledger.ref}.csv`);

  async function release(changed: number): Promise<void> {
    const lines = ledger.accounts.map(
      ({ code }, at) => `${code};0,00;1,00;${at < changed ? '1,00;0,00' : '0,00;1,00'}`,
    );
    await writeFile(path, ['Conta;Saldo Anterior;Débito;Crédito;Saldo Atual', ...more, ...lines].join('\n'));
    await cli.json('import', path, ...of, '--chart', CHART);
    await cli.json('release', ...of);
  }
  await before?.(cli, ledger);
  await release(ledger.accounts.length);
  const rows = await cli.json<readonly { id: number }[]>('reconciliations', 'list', ...of);
  return {
    cli,
    ledger,
    of,
    ids: rows.map(({ id }) => id),
    releaseAnother: release,
    async does(name, act, id, ...more) {
      const asked = ['--id', String(id), ...as(name, ledger.ref), ...more, '--json'];
      const { stdout, stderr } = await cli.run('reconciliations', 'do', act, ...asked);
      const [report] = stdout === '' ? [] : (JSON.parse(stdout) as readonly Report[]);
      return report ?? { id, ok: false, status: null, error: stderr.trim() };
    },
  };
}

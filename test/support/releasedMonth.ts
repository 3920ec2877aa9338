// A month of a client's first company, imported from a file and released, with people to work on it; no service
// runs.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commandLine, type CommandLine } from './operator.js';
import { CHART, registerLedger, type Ledger, type LedgerOptions } from './ledger.js';
import { as, registerTeam, type Member } from './team.js';

export type Report = Readonly<{ id: number; ok: boolean; status: string | null; error?: string }>;

export type ReleasedMonth = Awaited<ReturnType<typeof releasedMonth>>;

type Options = LedgerOptions &
  Readonly<{
    /** Members of the company in the registers. */
    company?: object;
    /** Rows of the file beside those of the accounts. */
    more?: readonly string[];
    /** Done before the month is imported. */
    before?(cli: CommandLine, ledger: Ledger): Promise<void>;
  }>;

const HEADING = 'Conta;Saldo Anterior;Débito;Crédito;Saldo Atual';
type Listed = Readonly<{ id: number; variacao: number | null }>;

/** `of`: `--company` and `--period`. */
type Lines = Readonly<{ of: readonly string[]; lines: readonly string[]; chart?: string }>;

/** A file as people keep it. @returns its path */
export async function fileOfLines(dataDir: string, { of, lines }: Lines): Promise<string> {
  const path = join(dataDir, `balancete${of.join('')}.csv`);
  await writeFile(path, [HEADING, ...lines].join('\n'));
  return path;
}

export async function importLines(cli: CommandLine, dataDir: string, given: Lines): Promise<void> {
  await cli.json('import', await fileOfLines(dataDir, given), ...given.of, '--chart', given.chart ?? CHART);
}

/** Imports a file of these lines, and releases it. @returns its reconciliations */
export async function releaseLines(cli: CommandLine, dataDir: string, given: Lines): Promise<readonly Listed[]> {
  const { of } = given;
  await importLines(cli, dataDir, given);
  await cli.json('release', ...of);
  return cli.json<readonly Listed[]>('reconciliations', 'list', ...of);
}

export async function releasedMonth(
  dataDir: string,
  { company = {}, more = [], before, ...options }: Options = {},
) {
  const cli = commandLine(dataDir);
  const ledger = await registerLedger(dataDir, options);
  await registerTeam(cli, ledger, company);
  const of = ['--company', String(ledger.companyIds[0]), '--period', '2026-05'];

  async function release(changed: number): Promise<readonly Listed[]> {
    const lines = ledger.accounts.map(
      ({ code }, at) => `${code};0,00;1,00;${at < changed ? '1,00;0,00' : '0,00;1,00'}`,
    );
    return releaseLines(cli, dataDir, { of, lines: [...more, ...lines] });
  }
  await before?.(cli, ledger);
  const rows = await release(ledger.accounts.length);
  return {
    cli,
    ledger,
    /** `--company` and `--period`. */
    of: of as readonly string[],
    /** Of its reconciliations, one an account, in the order of the chart. */
    ids: rows.map(({ id }) => id),
    /** Imports a version in which the accounts from `changed` on have another balance, and releases it. */
    releaseAnother: release,
    async does(name: Member, act: string, id: number, ...more: readonly string[]): Promise<Report> {
      const asked = ['--id', String(id), ...as(name, ledger.ref), ...more, '--json'];
      const { stdout, stderr } = await cli.run('reconciliations', 'do', act, ...asked);
      const [report] = stdout === '' ? [] : (JSON.parse(stdout) as readonly Report[]);
      return report ?? { id, ok: false, status: null, error: stderr.trim() };
    },
  };
}

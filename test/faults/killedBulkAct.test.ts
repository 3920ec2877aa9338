// kill -9 of the operator's command line in the middle of a release or of a bulk act of the workflow: whole or not
// there, and repeating the command completes it.
import { beforeAll, describe, expect, it } from '#jest';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FailPoint } from '../../src/domain/kernel/failPoints.js';
import { CHART } from '../support/ledger.js';
import { releasedMonth, type ReleasedMonth, type Report } from '../support/releasedMonth.js';
import { temporaryDir } from '../support/service.js';
import { as, email } from '../support/team.js';

/** So many that what an act did no longer fits into its event. */
const ACCOUNTS = 2_200;
const CHILD = fileURLToPath(new URL('./support/operatorWithFailPoints.js', import.meta.url));

describe('a command whose process is killed', () => {
  let dataDir: string;
  let month: ReleasedMonth;
  beforeAll(async () => {
    dataDir = await temporaryDir();
    month = await releasedMonth(dataDir, { accounts: ACCOUNTS });
  });

  /** In every state the competence has, how many there are. */
  async function counts(): Promise<Readonly<Record<string, number>>> {
    const rows = await month.cli.json<readonly { status: string }[]>('reconciliations', 'list', ...month.of);
    const found: Record<string, number> = {};
    for (const { status } of rows) found[status] = (found[status] ?? 0) + 1;
    return found;
  }

  async function killedAt(point: FailPoint, args: readonly string[]): Promise<void> {
    const child = spawn(process.execPath, [CHILD, ...args], {
      env: { PATH: process.env['PATH'], DATA_DIR: dataDir, FAIL_AT: point },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    expect((await once(child, 'exit'))[1]).toBe('SIGKILL');
  }

  it('in a release leaves none or all of it, and repeated makes the same version', async () => {
    const june = ['--company', String(month.ledger.companyIds[0]), '--period', '2026-06'];
    const lines = month.ledger.accounts.map(({ code }) => `${code};0,00;1,00;1,00;0,00`);
    const file = join(dataDir, 'junho.csv');
    await writeFile(file, ['Conta;Saldo Anterior;Débito;Crédito;Saldo Atual', ...lines].join('\n'));
    await month.cli.json('import', file, ...june, '--chart', CHART);
    const ids = async () => {
      const rows = await month.cli.json<readonly { id: number }[]>('reconciliations', 'list', ...june);
      return rows.map(({ id }) => id);
    };
    const streams = async () => (await month.cli.json<{ streams: number }>('verify')).streams;
    const before = await streams();
    await killedAt('release.decided', ['release', ...june]);
    expect([await ids(), await streams()]).toEqual([[], before]); // parts are stored with the fact
    await killedAt('release.committed', ['release', ...june]);
    // The run that was killed before its append used none.
    expect(await ids()).toEqual(month.ids.map((id) => id + ACCOUNTS));
    const after = await streams();
    expect(await month.cli.json('release', ...june)).toMatchObject({ version: 1 });
    expect([(await ids()).length, await streams()]).toEqual([ACCOUNTS, after]);
  });

  const all = (status: string) => ['--all', ...month.of, '--status', status, ...as('sol')];
  const assign = () => ['reconciliations', 'do', 'assign', ...all('PENDING'), '--to', email('ana')];

  it('in a bulk act once it is decided has done nothing', async () => {
    await killedAt('reconciliations.decided', assign());
    expect(await counts()).toEqual({ PENDING: ACCOUNTS });
    expect(await month.cli.json('verify')).toMatchObject({ ok: true });
  });

  it('is completed by being repeated', async () => {
    const reports = await month.cli.json<readonly Report[]>(...assign());
    expect(reports.filter(({ ok, status }) => ok && status === 'NOT_STARTED')).toHaveLength(ACCOUNTS);
    expect(await counts()).toEqual({ NOT_STARTED: ACCOUNTS });
  });

  it('once it is in the log, is complete although it was not answered', async () => {
    const waive = ['reconciliations', 'do', 'waive', ...all('NOT_STARTED'), '--reason', 'sem movimento'];
    await killedAt('reconciliations.committed', waive);
    expect(await counts()).toEqual({ WAIVED: ACCOUNTS });
    expect(await month.cli.json(...waive)).toEqual([]);
    expect(await month.cli.json('verify')).toMatchObject({ ok: true });
  });

  it('between a file of evidence and its event leaves only unused bytes', async () => {
    const [first = 0] = month.ids;
    const file = join(dataDir, 'recibo.txt');
    await writeFile(file, 'recibo de maio');
    const attach = ['reconciliations', 'do', 'attach', '--id', String(first), '--file', file, ...as('bia')];
    const evidence = () => month.cli.json('reconciliations', 'evidence', '--id', String(first));
    await killedAt('reconciliations.evidenceStored', attach);
    expect(await readdir(join(dataDir, 'evidence', '1'))).toHaveLength(2);
    expect(await evidence()).toEqual([]);
    await month.cli.json(...attach);
    expect(await evidence()).toMatchObject([{ name: 'recibo.txt', mediaType: 'text/plain' }]);
    expect((await readdir(join(dataDir, 'evidence', '1'))).filter((name) => !name.endsWith('.name'))).toHaveLength(
      1,
    );
  });
});

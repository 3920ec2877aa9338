// Backups made under torture: each is restored beside the services, verified, and holds every version that had
// been acknowledged before it began.
import { join } from 'node:path';
import { operatorProcess } from '../support/operator.js';
import type { Integrator } from './clients.js';
import type { Journal } from './journal.js';

/** Ids of trial balances by company. */
export type Versions = ReadonlyMap<number, ReadonlySet<number>>;

export function acknowledged(integrators: readonly Integrator[]): Versions {
  const versions = new Map<number, Set<number>>();
  for (const { ledger, history } of integrators)
    for (const { company, answer } of history) {
      const companyId = ledger.companyIds[company];
      if (companyId === undefined || answer === null || answer.status > 201 || answer.trialBalanceId === null)
        continue;
      const ids = versions.get(companyId) ?? new Set<number>();
      versions.set(companyId, ids.add(answer.trialBalanceId));
    }
  return versions;
}

/** @param folder holds the backup in `copy` */
export async function checkBackup(folder: string, expected: Versions, journal: Journal): Promise<void> {
  const dataDir = join(folder, 'restored');
  /** Null where the command failed. */
  const run = async (...args: readonly string[]): Promise<string | null> => {
    const { status, stdout, stderr } = await operatorProcess(dataDir, [...args, '--json']);
    if (status !== 0)
      journal.problem(`on a restored backup, operator ${args.join(' ')} left with ${status}: ${stderr}`);
    return status === 0 ? stdout : null;
  };
  if ((await run('restore', join(folder, 'copy'))) === null) return;
  await run('verify');
  await run('rebuild'); // a list may not take as long as building the read models from the start
  let missing = 0;
  for (const [companyId, ids] of expected) {
    const listed = await run('trial-balances', 'list', '--company', String(companyId));
    if (listed === null) return;
    const rows = JSON.parse(listed) as { id: number }[];
    const found = new Set(rows.map(({ id }) => id));
    missing += [...ids].filter((id) => !found.has(id)).length;
  }
  if (missing > 0) journal.problem(`${missing} acknowledged versions are missing in a backup begun after them`);
  journal.count('backup restored');
}

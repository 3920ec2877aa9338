// The operator's command line beside the services: releases, closings and reopenings, rebuilds, backups, lists and
// verifications, now and then killed halfway.
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { operatorProcess } from '../support/operator.js';
import { removeDir, temporaryDir } from '../support/service.js';
import { acknowledged, checkBackup } from './backups.js';
import { PERIODS, type Integrator } from './clients.js';
import type { Journal } from './journal.js';
import type { Random } from './random.js';
import type { Stage } from './stage.js';

/** What an operator did to a competence. `endedMs` is infinite when nobody knows whether it was done. */
export type Deed = Readonly<{
  does: 'release' | 'close' | 'reopen';
  companyId: number;
  period: string;
  startedMs: number;
  endedMs: number;
  /** Null: unknown. */
  done: boolean | null;
}>;

type Run = Readonly<{ status: number | null; stdout: string; stderr: string; startedMs: number; endedMs: number }>;
type Deps = Readonly<{
  stage: Stage;
  integrators: readonly Integrator[];
  random: Random;
  journal: Journal;
  deeds: Deed[];
  over: () => boolean;
}>;

const KILLED_SHARE = 0.2;
const REST_MAX_MS = 1_000;

export async function actAsOperator(deps: Deps): Promise<void> {
  const { integrators, random, over } = deps;
  // A backup of the folder contains no log that is elsewhere.
  const backup = deps.stage.log.kind === 'embedded' ? 1 : 0;
  const deed = random.deck({
    release: 6,
    close: 3,
    reopen: 4,
    rebuild: 2,
    verify: 2,
    backup,
    'trial-balances': 1,
  });
  while (!over()) {
    const next = deed();
    const reopened = next === 'reopen' ? lastClosed(deps.deeds, random) : null;
    const companyId = reopened?.companyId ?? random.pick(random.pick(integrators).ledger.companyIds);
    const killAfterMs = random.fraction() < KILLED_SHARE ? random.between(100, 2_000) : null;
    const period = reopened?.period ?? random.pick(PERIODS);
    const restMs = random.between(0, REST_MAX_MS);
    const company = ['--company', String(companyId)];
    if (next === 'rebuild' || next === 'verify') await maintain(deps, [next], killAfterMs);
    else if (next === 'trial-balances') await maintain(deps, [next, 'list', ...company], killAfterMs);
    else if (next === 'backup') await backUp(deps, killAfterMs);
    else {
      const more = { release: [], close: ['--yes'], reopen: ['--reason', 'Nota em atraso'] }[next];
      const run = await operate(deps, [next, ...company, '--period', period, ...more], killAfterMs);
      const done = run.status === null ? null : run.status === 0;
      const { startedMs, endedMs } = run;
      deps.deeds.push({
        does: next,
        companyId,
        period,
        startedMs,
        endedMs: done === null ? Infinity : endedMs,
        done,
      });
    }
    await pause(restMs);
  }
}

/** A month that may be reopened, as far as is known here: else most reopenings would be refused. */
function lastClosed(deeds: readonly Deed[], random: Random): Pick<Deed, 'companyId' | 'period'> | null {
  const closed = new Map<number, Set<string>>();
  for (const { does, done, companyId, period } of deeds) {
    if (done === false || does === 'release') continue;
    const months = closed.get(companyId) ?? new Set<string>();
    closed.set(companyId, months);
    if (does === 'close') months.add(period);
    else months.delete(period);
  }
  const last = [...closed].flatMap(([companyId, months]) =>
    [...months]
      .sort()
      .slice(-1)
      .map((period) => ({ companyId, period })),
  );
  return last.length === 0 ? null : random.pick(last);
}

async function maintain(deps: Deps, args: readonly string[], killAfterMs: number | null): Promise<Run> {
  const run = await operate(deps, args, killAfterMs);
  if (run.status !== null && run.status !== 0)
    deps.journal.problem(`operator ${args.join(' ')} left with ${run.status}: ${run.stderr}${run.stdout}`);
  return run;
}

/** What was acknowledged before it began is in the backup, as a service restored from it shows. */
async function backUp(deps: Deps, killAfterMs: number | null): Promise<void> {
  const folder = await temporaryDir();
  const expected = acknowledged(deps.integrators);
  const { status } = await maintain(deps, ['backup', join(folder, 'copy')], killAfterMs);
  if (status === 0) await checkBackup(folder, expected, deps.journal);
  await removeDir(folder);
}

/** `status` is null when it was killed, or refused while the log was away. */
async function operate(deps: Deps, args: readonly string[], killAfterMs: number | null): Promise<Run> {
  const { stage, journal } = deps;
  const startedMs = performance.now();
  const movesBefore = stage.logMoves();
  const run = await journal.during(
    'operator',
    { args, killAfterMs },
    () =>
      operatorProcess(
        stage.dataDir,
        [...args, '--json'],
        stage.log.env,
        killAfterMs === null ? {} : { timeout: Math.ceil(killAfterMs) },
      ),
    ({ status, stdout, stderr }) => ({ status, stdout: stdout.slice(0, 500), stderr: stderr.slice(0, 2_000) }),
  );
  const wasLogAway = movesBefore % 2 === 1 || stage.logMoves() !== movesBefore;
  if (wasLogAway && run.status !== 0) return { ...run, status: null, startedMs, endedMs: performance.now() };
  journal.count(
    `operator ${args[0] ?? ''}${run.status === null ? ' killed' : run.status === 0 ? '' : ' refused'}`,
  );
  if (run.stderr.includes('Erro interno')) journal.problem(`operator ${args.join(' ')}: ${run.stderr}`);
  return { ...run, startedMs, endedMs: performance.now() };
}

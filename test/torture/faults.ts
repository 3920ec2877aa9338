// What befalls the services, one thing after another by chance: each is healed, and after each the books must take
// an import again within half a minute.
import { setTimeout as pause } from 'node:timers/promises';
import type { FailPoint } from '../../src/domain/kernel/failPoints.js';
import { client } from '../support/client.js';
import type { Ledger } from '../support/ledger.js';
import { sendHugeBodies } from './attacks.js';
import { PROBE_PERIOD, send, type Integrator } from './clients.js';
import type { Journal } from './journal.js';
import type { Random } from './random.js';
import { LIMITED, SLOTS, type Slot, type Stage } from './stage.js';

const IMPORT_POINTS: readonly FailPoint[] = [
  'import.parsed',
  'import.resolved',
  'import.checked',
  'import.decided',
  'import.committed',
  'import.noted',
];

/** An import succeeds within this time of every heal, and can be read. */
const LIVENESS_MS = 30_000;
/** A service that has a fail point armed and never gets there is left alone after this. */
const FAIL_POINT_MAX_MS = 5_000;
/**
 * As long as an append may wait for its answer: stopped for longer, a process that holds the log's lock is felt.
 */
const LONG_STOP_MS = 12_000;

/** How often each comes in a round, of which ten minutes have some three. */
const FAULTS = {
  kill: 4,
  killBoth: 1,
  failPoint: 3,
  stop: 2,
  longStop: 1,
  restart: 1,
  logAway: 1,
  logSwap: 1,
  hugeBodies: 1,
} as const;
export type Fault = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as readonly Fault[];

type Deps = Readonly<{
  stage: Stage;
  prober: Integrator;
  random: Random;
  journal: Journal;
  over: () => boolean;
  /** Between two faults. */
  calmMs: number;
  /** Who sends more than a process may hold. */
  attacker: Ledger;
}>;

export async function inflictFaults(deps: Deps, counts: { kills: number }): Promise<void> {
  const { stage, random, journal, over, calmMs } = deps;
  const next = random.deck(FAULTS);
  while (!over()) {
    await pause(random.between(0.2, 1) * calmMs);
    const fault = next();
    const slot = random.pick(SLOTS);
    journal.count(`fault ${fault}`);
    journal.note('faults', { fault, slot });
    await inflict(fault, slot, deps, counts);
    for (const each of SLOTS) await stage.start(each, { roles: rolesOf(each, random) });
    await expectAlive(slot, deps);
  }
}

async function inflict(fault: Fault, slot: Slot, deps: Deps, counts: { kills: number }): Promise<void> {
  const { stage, random, journal, attacker } = deps;
  switch (fault) {
    case 'kill':
      counts.kills += 1;
      await stage.kill(slot);
      return pause(random.between(0, 500));
    case 'killBoth':
      counts.kills += 2;
      await stage.killAll();
      return pause(random.between(0, 200));
    case 'failPoint': {
      await stage.kill(slot);
      const failAt = `${random.pick(IMPORT_POINTS)}:${1 + random.whole(5)}` as const;
      const doomed = await stage.start(slot, { failAt });
      await Promise.race([doomed.exited, pause(FAIL_POINT_MAX_MS)]);
      counts.kills += stage.running(slot) === null ? 2 : 1;
      return stage.kill(slot);
    }
    case 'stop':
    case 'longStop': {
      const service = stage.running(slot);
      service?.process.kill('SIGSTOP');
      await pause(fault === 'stop' ? random.between(50, 3_000) : LONG_STOP_MS);
      service?.process.kill('SIGCONT');
      return;
    }
    case 'logAway':
      return stage.takeLogAway();
    case 'logSwap':
      return stage.swapLog();
    case 'hugeBodies': {
      const service = stage.running(LIMITED);
      return service === null ? undefined : sendHugeBodies(attacker, service.url, journal);
    }
    case 'restart': {
      const wasRunning = stage.running(slot) !== null;
      const status = await stage.stop(slot);
      if (wasRunning && status !== 0) journal.problem(`service ${slot} left with ${status} after SIGTERM`);
      return;
    }
  }
}

/** The first projects too; the second sometimes only answers requests. */
function rolesOf(slot: Slot, random: Random): string {
  const all = 'api,projector,webhooks';
  return slot === LIMITED ? random.pick([all, all, 'api']) : all;
}

/** Liveness: through the service that was hit, an import is stored, and then read back. */
export async function expectAlive(
  slot: Slot,
  deps: Pick<Deps, 'stage' | 'prober' | 'random' | 'journal'>,
): Promise<void> {
  const { stage, prober, random, journal } = deps;
  const startedMs = performance.now();
  const late = (): boolean => performance.now() - startedMs > LIVENESS_MS;
  let stored: number | null = null;
  while (stored === null && !late()) {
    const { url } = await stage.start(slot);
    const asked = { company: 0, period: PROBE_PERIOD, variant: random.whole(1e6) };
    const { answer } = await send(prober, url, 'probe', asked, journal);
    if (answer?.status === 201) stored = answer.trialBalanceId;
    else await pause(50);
  }
  const storedMs = performance.now() - startedMs;
  if (stored === null)
    return journal.problem(`no import succeeded within ${LIVENESS_MS} ms of the heal of ${slot}`);
  let seen = false;
  while (!seen && !late()) {
    const { url } = await stage.start(slot);
    seen = await isSeen(url, prober.ledger.key, stored);
    if (!seen) await pause(50);
  }
  const ms = Math.round(performance.now() - startedMs);
  journal.note('faults', { alive: slot, storedMs: Math.round(storedMs), seenMs: ms });
  if (!seen) journal.problem(`${stored} could not be read within ${LIVENESS_MS} ms of the heal of ${slot}`);
}

async function isSeen(url: string, key: string, id: number): Promise<boolean> {
  try {
    return (await client(url, key).get(`/api/v1/trial-balances/${id}/lines?limit=1`)).status === 200;
  } catch {
    return false;
  }
}

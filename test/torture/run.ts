// One run: registers, integrators, an operator and faults at once for some time; then all is healed and checked.
import { join } from 'node:path';
import type { Entry } from '../support/history.js';
import { registerLedger, type Ledger } from '../support/ledger.js';
import { removeDir, temporaryDir } from '../support/service.js';
import { checkAfterwards } from './checker.js';
import { actAsIntegrator, type Integrator } from './clients.js';
import { expectAlive, FAULT_NAMES, inflictFaults, type Fault } from './faults.js';
import { openJournal } from './journal.js';
import { actAsOperator, type Deed } from './operators.js';
import { randomOf } from './random.js';
import { createStage, SLOTS, type Stage } from './stage.js';
import { openTorturedLog, type LogKind } from './torturedLog.js';

export type TortureOptions = Readonly<{
  seed: number;
  /** Of torture; the checks afterwards take longer the more was stored. */
  seconds: number;
  /** Goes on until a process was killed so many times, even when the time is up. */
  kills: number;
  /** Between two faults at most. */
  calmMs?: number;
  /** Which of the integrators take part; default: all. */
  integrators?: readonly string[];
  /** Default: the embedded one. */
  log?: LogKind;
}>;

export type TortureReport = Readonly<{
  problems: readonly string[];
  kills: number;
  imports: number;
  acknowledged: number;
  unanswered: number;
  /** How often each fault befell the services, and how many backups were made and came back. */
  moves: Readonly<Record<Fault | 'backup' | 'restore', number>>;
  /** Answers by status, operators' commands by name. */
  counts: Readonly<Record<string, number>>;
  /** What was asked and answered, line by line. */
  journal: string;
  /** Null when there was no problem: then nothing is left behind. */
  dataDir: string | null;
}>;

const LEDGERS = [
  { ref: 'alfa', companies: 2, accounts: 30, firstCnpj: 1, hands: 2 },
  { ref: 'beta', companies: 2, accounts: 300, firstCnpj: 11, hands: 2 },
  { ref: 'gama', companies: 1, accounts: 2_500, firstCnpj: 21, hands: 1 },
] as const;
/** Stores nothing. */
const ATTACKER = { ref: 'omega', accounts: 1, firstCnpj: 31 } as const;
/** A run whose kills do not come is ended all the same. */
const OVERTIME_FACTOR = 5;

export async function runTorture(options: TortureOptions): Promise<TortureReport> {
  const { seed, seconds, kills, calmMs = 3_000, integrators: names, log: kind = 'embedded' } = options;
  const dataDir = await temporaryDir();
  const journal = openJournal(join(dataDir, 'journal.jsonl'));
  journal.note('torture', { seed, seconds, kills, log: kind });
  const log = await openTorturedLog(kind, dataDir);
  const stage = createStage(dataDir, log, journal);
  const counts = { kills: 0 };
  const deeds: Deed[] = [];
  try {
    for (const slot of SLOTS) await stage.start(slot);
    const integrators = await register(stage, names ?? LEDGERS.map(({ ref }) => ref));
    const attacker = await registerLedger(dataDir, { ...ATTACKER, env: log.env });
    const [prober] = integrators;
    if (!prober) throw new Error('no integrator');
    const startedMs = performance.now();
    const over = (): boolean => {
      const passed = (performance.now() - startedMs) / 1_000;
      return (
        passed > seconds * OVERTIME_FACTOR ||
        (passed > seconds && counts.kills >= kills) ||
        journal.problems.length > 20
      );
    };
    const random = (name: string) => randomOf(seed, name);
    const hands = integrators.flatMap((integrator) => {
      const { hands: count = 1 } = LEDGERS.find(({ ref }) => ref === integrator.name) ?? {};
      return Array.from({ length: count }, (_, hand) => {
        const who = `${integrator.name} ${hand}`;
        return actAsIntegrator(integrator, who, { random: random(who), journal, urls: stage.urls, over });
      });
    });
    await Promise.all([
      ...hands,
      actAsOperator({ stage, integrators, random: random('operator'), journal, deeds, over }),
      inflictFaults({ stage, prober, random: random('faults'), journal, over, calmMs, attacker }, counts),
    ]);
    for (const slot of SLOTS) await expectAlive(slot, { stage, prober, random: random('last'), journal });
    await checkAfterwards({ stage, integrators, deeds, journal });
    return reported(integrators);
  } catch (error) {
    journal.problem(`the run itself failed: ${String(error)}`);
    process.stderr.write(`${journal.file} tells what happened before\n`);
    throw error;
  } finally {
    await stage.close();
    journal.close();
    if (journal.problems.length === 0) await removeDir(dataDir);
  }

  function reported(integrators: readonly Integrator[]): TortureReport {
    const history = integrators.flatMap((integrator): readonly Entry[] => integrator.history);
    const { problems } = journal;
    const counted = (what: string): number => journal.counts.get(what) ?? 0;
    const faults = FAULT_NAMES.map((fault) => [fault, counted(`fault ${fault}`)] as const);
    return {
      problems,
      kills: counts.kills,
      imports: history.length,
      acknowledged: history.filter(({ answer }) => answer?.status === 200 || answer?.status === 201).length,
      unanswered: history.filter(({ answer }) => answer === null).length,
      moves: {
        ...(Object.fromEntries(faults) as Record<Fault, number>),
        backup: counted('operator backup'),
        restore: counted('backup restored'),
      },
      counts: Object.fromEntries([...journal.counts].sort(([a], [b]) => (a < b ? -1 : 1))),
      journal: journal.file,
      dataDir: problems.length === 0 ? null : dataDir,
    };
  }
}

async function register({ dataDir, log: { env } }: Stage, names: readonly string[]): Promise<Integrator[]> {
  const ledgers: Ledger[] = [];
  for (const { ref, companies, accounts, firstCnpj } of LEDGERS.filter(({ ref }) => names.includes(ref)))
    ledgers.push(await registerLedger(dataDir, { ref, companies, accounts, firstCnpj, env }));
  return ledgers.map((ledger) => ({
    name: ledger.ref,
    ledger,
    history: [],
    foreign: ledgers.filter((other) => other !== ledger),
  }));
}

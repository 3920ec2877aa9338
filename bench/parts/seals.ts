// Proofs of a month in a long log, and what the sealer takes of an import's processor time.
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { inTree } from '../../src/commands/seals/logTree.js';
import { lastEvent } from '../../src/commands/seals/sealChain.js';
import { sealNow } from '../../src/commands/seals/seals.js';
import { coveredPrefixes } from '../../src/domain/seal/coverage.js';
import { sealOf, SEALS } from '../../src/domain/seal/fold.js';
import { NO_STREAM, type EventLog } from '../../src/domain/kernel/log.js';
import type { Recorded } from '../../src/domain/kernel/event.js';
import { openEmbeddedLog } from '../../src/stores/log/lmdb/embeddedLog.js';
import { openTileFiles } from '../../src/stores/log/tileFiles.js';
import { buildMonth } from '../../test/support/builders.js';
import { closedMany } from '../../test/support/logEvents.js';
import { cpuMsOf } from '../cpuTime.js';
import { median, spreadOf, type Figure } from '../measure.js';
import { say } from '../report.js';
import { CHART_NAME, importOf, type Stage } from '../stage.js';

const FEW = 100_000;
const MANY = 1_000_000;
const BATCH = 1_000;
/** One event for each account. */
const MONTH = 20_000;
const MONTH_STREAM = 'reconciliations-1-2026-01';
const ROUNDS = 5;
const SECONDS_MAX = 2;
/** A tree of the long log has 64 MB of hashes. */
const GROWTH_MB_MAX = 32;
const IMPORTS = 400;
const LINES = 20;
const SHARE_MAX = 0.03;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const clock = { now: () => new Date(), monotonicMs: () => performance.now() };

export async function seals(stage: Stage): Promise<Figure[]> {
  const few = await proofsIn(join(stage.folder, 'few'), FEW);
  const many = await proofsIn(join(stage.folder, 'many'), MANY);
  const seconds = median(many.ms) / 1000;
  const share = await sealersShare(stage);
  return [
    {
      name: `proofs of ${MONTH} of ${MANY} events, in seconds`,
      target: `≤ ${SECONDS_MAX}`,
      ratio: seconds,
      ok: seconds <= SECONDS_MAX,
      detail: `${spreadOf(many.ms)} ms; of ${FEW} events ${spreadOf(few.ms)} ms`,
    },
    {
      name: 'memory they take, MB more than in the short log',
      target: `≤ ${GROWTH_MB_MAX}`,
      ratio: many.grownMb - few.grownMb,
      ok: many.grownMb - few.grownMb <= GROWTH_MB_MAX,
      detail: `${many.grownMb.toFixed(0)} : ${few.grownMb.toFixed(0)} MB`,
    },
    share,
  ];
}

/** Memory in use, without garbage. */
function liveMb(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 1_000_000;
}

/** A log in which the events of one month lie between those of others. */
async function proofsIn(folder: string, size: number): Promise<{ ms: readonly number[]; grownMb: number }> {
  const log = await openEmbeddedLog(join(folder, 'log'));
  try {
    const batches = (size - MONTH) / BATCH;
    const each = Math.ceil(MONTH / batches);
    let ofMonth = 0;
    for (let batch = 0; batch < batches; batch++) {
      await log.append(`books-${batch + 1}`, closedMany(BATCH), NO_STREAM);
      const events = closedMany(Math.min(each, MONTH - ofMonth));
      if (events.length > 0) await log.append(MONTH_STREAM, events, ofMonth === 0 ? NO_STREAM : ofMonth - 1);
      ofMonth += events.length;
    }
    await sealNow(log, clock);
    const seal = sealOf((await lastEvent(log, SEALS)) as Recorded);
    const tree = { size: seal?.count ?? 0, root: Buffer.from(seal?.tree?.root ?? '', 'hex') };
    const tiles = openTileFiles(join(folder, 'tiles'));
    const started = performance.now();
    await inTree(log, tiles, tree, () => Promise.resolve());
    say(`  ${size} events: tiles made in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    const month: Recorded[] = [];
    for await (const event of log.read(MONTH_STREAM, 0)) month.push(event);
    const ms: number[] = [];
    const before = liveMb();
    let after = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      await inTree(log, tiles, tree, async (of) => {
        for (const event of month) await of.pathOf((await of.leafOf(event)) as number, tree.size);
        ms.push(performance.now() - began);
        after = Math.max(after, liveMb());
      });
    }
    return { ms, grownMb: after - before };
  } finally {
    await log.close();
  }
}

/** Seals the events of real imports in a log of their own, in this process. */
async function sealersShare(stage: Stage): Promise<Figure> {
  const service = await stage.openService('seals', { companies: 10, accounts: LINES });
  const calls = Array.from({ length: IMPORTS }, (_, number) => {
    const [cnpj = '', period] = [
      service.cnpjs[number % 10],
      `20${21 + Math.floor(number / 120)}-${month(number)}`,
    ];
    return service.importCall(
      stage.keepBody(buildMonth(service.accounts, { cnpj, period, chartName: CHART_NAME })),
    );
  });
  const before = cpuMsOf(service.pid());
  await importOf(stage.client, calls, [201]);
  const imports = cpuMsOf(service.pid()) - before;
  await service.stop();
  const log = await openEmbeddedLog(join(service.dataDir, 'log'));
  const copy = await openEmbeddedLog(join(stage.folder, 'copy'));
  try {
    await copyCovered(log, copy);
    const cpu = process.cpuUsage();
    await sealNow(copy, clock);
    const { user, system } = process.cpuUsage(cpu);
    const ratio = (user + system) / 1000 / imports;
    return {
      name: "the sealer's processor time, as a share of the imports'",
      target: `≤ ${SHARE_MAX}`,
      ratio,
      ok: ratio <= SHARE_MAX,
      detail: `${((user + system) / 1000).toFixed(0)} : ${imports.toFixed(0)} ms for ${IMPORTS} imports of ${LINES} lines`,
    };
  } finally {
    await Promise.all([log.close(), copy.close()]);
  }
}

async function copyCovered(from: EventLog, to: EventLog): Promise<void> {
  const done = new AbortController();
  const revisions = new Map<string, number>();
  for await (const { events, caughtUp } of from.subscribe(0, coveredPrefixes, done.signal)) {
    for (const { stream, id, type, metadata, data } of events) {
      const after = revisions.get(stream) ?? NO_STREAM;
      await to.append(stream, [{ id, type, metadata, data }], after);
      revisions.set(stream, after + 1);
    }
    if (caughtUp) done.abort();
  }
}

function month(number: number): string {
  return String((Math.floor(number / 10) % 12) + 1).padStart(2, '0');
}

// `npm run bench [-- PART…]`: measures the service against a floor in the same run and prints one table. Never part of
// the tests: figures depend on the machine, ratios less so. Status 1 when a target was missed.
import type { Figure } from './measure.js';
import { consoleList } from './parts/console.js';
import { consolePages } from './parts/consolePages.js';
import { contract } from './parts/contract.js';
import { unchanged } from './parts/unchanged.js';
import { doubling } from './parts/doubling.js';
import { eventStore } from './parts/eventStore.js';
import { files, workbooks } from './parts/files.js';
import { imports } from './parts/imports.js';
import { late } from './parts/late.js';
import { lateMongo } from './parts/lateMongo.js';
import { memory } from './parts/memory.js';
import { mongo } from './parts/mongo.js';
import { reach } from './parts/reach.js';
import { reads } from './parts/reads.js';
import { rebuild } from './parts/rebuild.js';
import { scale } from './parts/scale.js';
import { scaledOut } from './parts/scaledOut.js';
import { seals } from './parts/seals.js';
import { smallImports } from './parts/smallImports.js';
import { start } from './parts/start.js';
import { turns } from './parts/turns.js';
import { webhooks } from './parts/webhooks.js';
import { workflow } from './parts/workflow.js';
import { say, tableOf } from './report.js';
import { openStage, type Stage } from './stage.js';

const PARTS = {
  start,
  imports,
  small: smallImports,
  reads,
  contract,
  unchanged,
  scale,
  rebuild,
  memory,
  files,
  workbooks,
  turns,
  doubling,
  workflow,
  console: consoleList,
  pages: consolePages,
  webhooks,
  seals,
  eventStore,
  late,
  lateMongo,
  mongo,
  scaledOut,
  reach,
};
/** Parts that need a server run where its address is set. */
const NEEDS: Readonly<Record<string, string>> = { mongo: 'MONGODB_URL' };
const MEMORY_MB_MAX = 500;

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
  say(`unknown: ${unknown.join(', ')}; there are ${Object.keys(PARTS).join(', ')}`);
  process.exit(2);
}

const figures: Figure[] = [];
for (const [name, part] of Object.entries(PARTS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const variable = NEEDS[name];
  if (variable !== undefined && (process.env[variable] ?? '') === '') {
    say(`── ${name} left out: ${variable} is not set`);
    continue;
  }
  say(`── ${name}`);
  figures.push(...(await onStage(name, part)));
}
process.stdout.write(`${tableOf(figures)}\n`);
process.exitCode = figures.every(({ ok }) => ok) ? 0 : 1;

/** A part has a stage of its own; what its largest service took is one more figure. */
async function onStage(name: string, part: (stage: Stage) => Promise<Figure[]>): Promise<Figure[]> {
  const stage = await openStage();
  try {
    const measured = await part(stage);
    const { rssMb, anonymousMb } = stage.memory.peak();
    const detail = `RSS with the log's mapped pages ${rssMb.toFixed(0)} MB`;
    const ok = anonymousMb <= MEMORY_MB_MAX;
    const peak = {
      name: `memory of the service (${name}), MB`,
      target: `≤ ${MEMORY_MB_MAX}`,
      ratio: anonymousMb,
      ok,
      detail,
    };
    for (const figure of [...measured, peak])
      say(`  ${figure.ok ? 'ok' : 'NO'} ${figure.name}: ${figure.ratio.toFixed(2)}`);
    return [...measured, peak];
  } finally {
    await stage.close();
  }
}

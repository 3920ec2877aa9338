// `npm run bench [-- PART…]`: measures the service against its bars and prints one table. Never part of the tests:
// figures depend on the machine, ratios less so. Status 1 when a bar was missed.
import { atMost, rounded, type Figure } from './measure.js';
import { closing } from './parts/closing.js';
import { consoleList } from './parts/console.js';
import { doubling } from './parts/doubling.js';
import { eightAtOnce, files, workbooks } from './parts/files.js';
import { rebuild, start } from './parts/history.js';
import { imports } from './parts/imports.js';
import { matching } from './parts/matching.js';
import { reads } from './parts/reads.js';
import { smallImports } from './parts/smallImports.js';
import { webhooks } from './parts/webhooks.js';
import { say, tableOf, verdictOf } from './report.js';
import { openStage, type Stage } from './stage.js';

const PARTS = {
  start,
  imports,
  small: smallImports,
  reads,
  rebuild,
  doubling,
  files,
  workbooks,
  eight: eightAtOnce,
  webhooks,
  console: consoleList,
  matching,
  closing,
};
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
    const memory = { value: stage.memory.peakMb(), detail: 'RssAnon at its peak' };
    const all = [...measured, atMost(`memory of the service (${name}), MB`, MEMORY_MB_MAX, memory)];
    for (const figure of all)
      say(`  ${verdictOf(figure)}: ${figure.name}: ${rounded(figure.measured)} (${figure.bar})`);
    return all;
  } finally {
    await stage.close();
  }
}

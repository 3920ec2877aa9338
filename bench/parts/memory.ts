// A hundred companies with a chart of 20,000 accounts each, one import after another; what the disk holds afterwards.
import { buildMonth } from '../../test/support/builders.js';
import type { Figure } from '../measure.js';
import { fileSizes } from '../memory.js';
import { say } from '../report.js';
import { CHART_NAME, importOf, type Stage } from '../stage.js';

const COMPANIES = 100;
const LINES = 20_000;
/** A write-ahead log above this was not taken back. */
const WAL_MB_MAX = 64;

export async function memory(stage: Stage): Promise<Figure[]> {
  const service = await stage.openService('memory', { companies: COMPANIES, accounts: LINES });
  let walMb = 0;
  for (const [number, cnpj] of service.cnpjs.entries()) {
    const body = buildMonth(service.accounts, { cnpj, period: '2022-03', chartName: CHART_NAME });
    await importOf(stage.client, [service.importCall(stage.keepBody(body))], [201]);
    stage.forgetBodies();
    for (const [name, mb] of fileSizes(service.dataDir)) if (name.endsWith('-wal')) walMb = Math.max(walMb, mb);
    if (number % 20 === 19) say(`  ${number + 1} of ${COMPANIES} companies imported`);
  }
  for (const [name, mb] of fileSizes(service.dataDir)) say(`  ${name}: ${mb.toFixed(1)} MB`);
  return [
    {
      name: 'largest write-ahead log, in MB',
      target: `≤ ${WAL_MB_MAX}`,
      ratio: walMb,
      ok: walMb <= WAL_MB_MAX,
      detail: `${COMPANIES} imports of ${LINES} lines`,
    },
  ];
}

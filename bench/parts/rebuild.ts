// The read models built anew from a log of a million lines, while another client reads.
import { buildMonth } from '../../test/support/builders.js';
import { spreadOf, type Figure } from '../measure.js';
import { operator } from '../processes.js';
import { CHART_NAME, importOf, type Stage } from '../stage.js';

const LINES = 20_000;
const TRIAL_BALANCES = 50;
const ROUNDS = 3;
const LINES_PER_SECOND = 250_000;

export async function rebuild(stage: Stage): Promise<Figure[]> {
  const service = await stage.openService('rebuild', { companies: 5, accounts: LINES });
  let id = 0;
  for (let number = 0; number < TRIAL_BALANCES; number++) {
    const cnpj = service.cnpjs[number % 5] ?? '';
    const period = `2022-${String(Math.floor(number / 5) + 1).padStart(2, '0')}`;
    const body = buildMonth(service.accounts, { cnpj, period, chartName: CHART_NAME });
    id = (await importOf(stage.client, [service.importCall(stage.keepBody(body))], [201])).ids[0] ?? 0;
    stage.forgetBodies();
  }
  const page = service.read(`/trial-balances/${id}/lines?page=200&limit=100`);
  const perSecond: number[] = [];
  const slowest: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { polled, done } = await stage.observer.pollDuring(page, () => operator(service.dataDir, 'rebuild'));
    if (polled.failed > 0) throw new Error(`${polled.failed} reads failed during a rebuild`);
    perSecond.push((TRIAL_BALANCES * LINES) / (done as { seconds: number }).seconds);
    slowest.push(polled.slowestMs);
  }
  const worst = Math.max(...slowest);
  const ratio = [...perSecond].sort((a, b) => a - b)[ROUNDS >> 1] ?? NaN;
  return [
    {
      name: 'lines rebuilt a second',
      target: `≥ ${LINES_PER_SECOND}`,
      ratio,
      ok: ratio >= LINES_PER_SECOND,
      detail: `${spreadOf(perSecond)} lines/s`,
    },
    {
      name: 'slowest read meanwhile, in seconds',
      target: '≤ 1',
      ratio: worst / 1000,
      ok: worst <= 1000,
      detail: `${spreadOf(slowest)} ms, none failed`,
    },
  ];
}

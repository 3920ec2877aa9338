// Files of one client beside many large ones of another: both share the readers of files.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileCall } from '../fileCall.js';
import { median, versus, type Figure } from '../measure.js';
import { say } from '../report.js';
import { reportLines, writeCsv } from '../reportFiles.js';
import type { Stage, BenchService } from '../stage.js';

const NEIGHBOUR_FILES = 29;
/** Lines of a CSV of 12 MB. */
const LARGE_LINES = 178_000;
const SMALL_MS_MAX = 2_000;
const LARGE_RATIO_MAX = 3;
const ROUNDS = 3;
/** All but those being read. */
const QUEUED_MIN = NEIGHBOUR_FILES - 2;

export async function turns(stage: Stage): Promise<Figure[]> {
  const service = await stage.openService('turns', { companies: 2, accounts: 5_000 });
  const large = join(stage.folder, 'large.csv');
  const small = join(stage.folder, 'small.csv');
  await writeCsv(large, reportLines(service.accounts, LARGE_LINES));
  await writeCsv(small, reportLines(service.accounts.slice(0, 1), 0));
  say(`  ${(statSync(large).size / 1_048_576).toFixed(1)} MB and ${statSync(small).size} bytes`);

  const alone = await rounds(stage, service, small, large);
  const calls = Array.from({ length: NEIGHBOUR_FILES }, () =>
    fileCall(stage, service.importCall, { path: large, kind: 'csv', cnpj: service.cnpjs[0] ?? '' }),
  );
  const neighbour = stage.client.send(calls, calls.length);
  await queued(service);
  const beside = await rounds(stage, service, small, large);
  const stillWaited = (await waiting(service)) > 0;
  const answers = await neighbour;
  const imported = answers.filter(({ status }) => status === 201).length;
  const ratio = median(beside.large) / median(alone.large);
  const slowest = Math.max(...beside.small);
  const what = `beside ${NEIGHBOUR_FILES} files of 12 MB of another client`;
  return [
    {
      name: `small CSV ${what}, ms at most`,
      target: `≤ ${SMALL_MS_MAX}`,
      ratio: slowest,
      ok: slowest <= SMALL_MS_MAX && stillWaited,
      detail: `${versus(beside.small, alone.small, 'ms')}; of the others ${imported} imported`,
    },
    {
      name: `12 MB CSV ${what} / alone`,
      target: `≤ ${LARGE_RATIO_MAX}`,
      ratio,
      ok: ratio <= LARGE_RATIO_MAX && stillWaited,
      detail: versus(beside.large, alone.large, 'ms'),
    },
  ];
}

async function rounds(stage: Stage, service: BenchService, small: string, large: string) {
  const ms: { small: number[]; large: number[] } = { small: [], large: [] };
  for (let round = 0; round < ROUNDS; round++) {
    ms.small.push(await observedMs(stage, service, small));
    ms.large.push(await observedMs(stage, service, large));
  }
  return ms;
}

async function observedMs(stage: Stage, service: BenchService, path: string): Promise<number> {
  const call = fileCall(stage, service.observerImport, { path, kind: 'csv', cnpj: service.observerCnpj });
  const [answer] = await stage.observer.send([call]);
  if (answer?.status !== 201)
    throw new Error(`expected 201, got ${answer?.status}: ${answer?.body.slice(0, 500)}`);
  return answer.endedMs - answer.startedMs;
}

async function queued(service: BenchService): Promise<void> {
  while ((await waiting(service)) < QUEUED_MIN) await pause(10);
}

async function waiting(service: BenchService): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${service.port()}/metrics`)).text();
  return Number(/^report_files_waiting (\d+)$/m.exec(text)?.[1]);
}

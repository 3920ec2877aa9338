// Files of every format at their largest, each against its bare parser; other readers beside them; bombs.
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BareResult } from '../bareParser.js';
import { fileCall } from '../fileCall.js';
import { median, versus, type Figure } from '../measure.js';
import { say } from '../report.js';
import { BOMBS } from '../bombs.js';
import { reportLines, writeCsv, writeXlsx, writeXml, xlsOf } from '../reportFiles.js';
import type { Stage, BenchService } from '../stage.js';
import { watchFilesRead, watchGrowth } from '../watch.js';

const ACCOUNTS = 5_000;
const COMPANIES = 4;
const FILE_MB = 50;
/** Lines that make about so much of each format. */
const LINES = { csv: 700_000, xml: 250_000, xlsx: 750_000, xls: 60_000 } as const;
const XLSX_WORDS = 6;
const ROUNDS = 3;
const GET_MS_MAX = 50;
/** One reader: asking without a pause it would take a core from both sides of the ratio, and from one of them only. */
const GET_EVERY_MS = 20;
const GROWTH_MB_MAX = 150;
const BOMB_MS_MAX = 1_000;
const READ_AT_ONCE_MAX = 2;

type Kind = keyof typeof LINES;

/** Text, XML, several at once, and bombs. */
export async function files(stage: Stage): Promise<Figure[]> {
  const service = await openService(stage);
  const paths = { csv: await written(stage, service, 'csv'), xml: await written(stage, service, 'xml') };
  const csv = await against(stage, service, 'csv', paths.csv, 'csv', ROUNDS);
  const xml = await against(stage, service, 'xml', paths.xml, 'xml', ROUNDS);
  return [
    ratioAtMost(`${FILE_MB} MB CSV / bare csv-parse`, 1.3, csv),
    growth('CSV', csv),
    ratioAtMost(`${FILE_MB} MB XML / bare saxes`, 2, xml),
    slowestGet('text and XML', [csv, xml]),
    ...(await fourAtOnce(stage, service, paths.xml)),
    ...(await bombs(stage, service)),
  ];
}

/** XLS and XLSX, against node-xlsx. */
export async function workbooks(stage: Stage): Promise<Figure[]> {
  const service = await openService(stage);
  const xls = await against(stage, service, 'spreadsheet', await written(stage, service, 'xls'), 'xls', ROUNDS);
  const xlsx = await against(stage, service, 'spreadsheet', await written(stage, service, 'xlsx'), 'xlsx', 1);
  const memory = Math.max(...xlsx.growthMb) / median(xlsx.bareMb);
  return [
    ratioAtMost('XLS of 65,000 rows / node-xlsx', 1, xls),
    ratioAtMost(`${FILE_MB} MB XLSX / node-xlsx, time`, 1 / 5, xlsx),
    {
      name: `${FILE_MB} MB XLSX / node-xlsx, memory`,
      target: '≤ 0.125',
      ratio: memory,
      ok: memory <= 1 / 8,
      detail: versus(xlsx.growthMb, xlsx.bareMb, 'MB'),
    },
    slowestGet('workbooks', [xls, xlsx]),
  ];
}

const openService = (stage: Stage): Promise<BenchService> =>
  stage.openService('files', { companies: COMPANIES, accounts: ACCOUNTS });

async function written({ folder }: Stage, { accounts }: BenchService, kind: Kind): Promise<string> {
  const path = join(folder, `report.${kind}`);
  const lines = reportLines(accounts, LINES[kind], kind === 'xlsx' ? XLSX_WORDS : 1);
  if (kind === 'csv') await writeCsv(path, lines);
  else if (kind === 'xml') await writeXml(path, lines);
  else if (kind === 'xlsx') await writeXlsx(path, lines);
  else writeFileSync(path, xlsOf(lines));
  say(`  ${kind}: ${(readFileSync(path).length / 1_048_576).toFixed(1)} MB`);
  return path;
}

function slowestGet(what: string, measured: readonly Measured[]): Figure {
  const slowest = Math.max(...measured.flatMap((one) => one.slowestGet));
  return {
    name: `slowest GET of another client beside ${what}, ms`,
    target: `≤ ${GET_MS_MAX}`,
    ratio: slowest,
    ok: slowest <= GET_MS_MAX,
    detail: '',
  };
}

type Measured = Readonly<{
  importMs: number[];
  bareMs: number[];
  bareMb: number[];
  growthMb: number[];
  slowestGet: number[];
}>;

async function against(
  stage: Stage,
  service: BenchService,
  parser: string,
  path: string,
  kind: Kind,
  rounds: number,
): Promise<Measured> {
  const measured: Measured = { importMs: [], bareMs: [], bareMb: [], growthMb: [], slowestGet: [] };
  for (let round = 0; round < rounds; round++) {
    const { ms, rssMb } = await bare(parser, path);
    measured.bareMs.push(ms);
    measured.bareMb.push(rssMb);
    const call = fileCall(stage, service.importCall, { path, kind, cnpj: service.cnpjs[0] ?? '' });
    const memory = watchGrowth(service.pid());
    const { polled, done } = await stage.observer.pollDuring(
      service.observerRead(),
      () => stage.client.send([call]),
      GET_EVERY_MS,
    );
    const [answer] = done;
    if (answer?.status !== 201)
      throw new Error(`expected 201, got ${answer?.status}: ${answer?.body.slice(0, 500)}`);
    measured.importMs.push(answer.endedMs - answer.startedMs);
    measured.growthMb.push(memory.stop());
    measured.slowestGet.push(polled.slowestMs);
    stage.forgetBodies();
  }
  return measured;
}

async function bare(parser: string, path: string): Promise<BareResult> {
  const entry = fileURLToPath(new URL('../bareParser.js', import.meta.url));
  const args = ['--max-old-space-size=8192', entry, parser, path];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 20 });
  return JSON.parse(stdout) as BareResult;
}

function ratioAtMost(name: string, target: number, { importMs, bareMs }: Measured): Figure {
  const ratio = median(importMs) / median(bareMs);
  return { name, target: `≤ ${target}`, ratio, ok: ratio <= target, detail: versus(importMs, bareMs, 'ms') };
}

function growth(what: string, { growthMb }: Measured): Figure {
  const ratio = Math.max(...growthMb);
  const name = `memory of all processes during a ${FILE_MB} MB ${what}, MB more`;
  return { name, target: `≤ ${GROWTH_MB_MAX}`, ratio, ok: ratio <= GROWTH_MB_MAX, detail: '' };
}

async function fourAtOnce(stage: Stage, service: BenchService, path: string): Promise<Figure[]> {
  const calls = service.cnpjs.map((cnpj) => fileCall(stage, service.importCall, { path, kind: 'xml', cnpj }));
  const memory = watchGrowth(service.pid());
  const read = watchFilesRead(service.port());
  const answers = await stage.client.send(calls, calls.length);
  const { reading, waiting } = await read.stop();
  const refused = answers.filter(({ status }) => status !== 201).length;
  stage.forgetBodies();
  const what = `four files of ${FILE_MB} MB at once`;
  return [
    {
      name: `${what}: not imported`,
      target: '0',
      ratio: refused,
      ok: refused === 0,
      detail: `${memory.stop().toFixed(0)} MB more`,
    },
    {
      name: `${what}: read at a time`,
      target: `≤ ${READ_AT_ONCE_MAX}`,
      ratio: reading,
      ok: reading <= READ_AT_ONCE_MAX && waiting > 0,
      detail: `${waiting} waited at most`,
    },
  ];
}

/** Each is refused at once, and takes nothing. */
async function bombs(stage: Stage, service: BenchService): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const { name, kind, write } of BOMBS) {
    const path = join(stage.folder, `bomb.${kind}`);
    await write(path);
    const call = fileCall(stage, service.importCall, { path, kind, cnpj: service.cnpjs[0] ?? '' });
    const memory = watchGrowth(service.pid());
    const [answer] = await stage.client.send([call]);
    if (answer?.status !== 400)
      throw new Error(`${name}: expected 400, got ${answer?.status}: ${answer?.body.slice(0, 500)}`);
    const ms = answer.endedMs - answer.startedMs;
    const grown = memory.stop();
    figures.push({
      name: `refused: ${name}, ms`,
      target: `≤ ${BOMB_MS_MAX}, ${GROWTH_MB_MAX} MB`,
      ratio: ms,
      ok: ms <= BOMB_MS_MAX && grown <= GROWTH_MB_MAX,
      detail: `${grown.toFixed(0)} MB more`,
    });
  }
  return figures;
}

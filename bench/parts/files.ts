// Files of 50 MB of every format, each against its bare parser; eight large ones at once.
import { execFile } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { atMost, interleave, ratio, type Figure } from '../measure.js';
import { say } from '../report.js';
import { reportLines, writeCsv, writeXlsx, writeXml, xlsOf } from '../reportFiles.js';
import { answersTo, msOf, type Stage, type BenchService } from '../stage.js';

const ACCOUNTS = 5_000;
/** Lines that make 50 MB of each format; a worksheet of XLS ends at 65,536 rows. */
const LINES = { csv: 700_000, xml: 250_000, xlsx: 750_000, xls: 60_000 } as const;
const XLSX_WORDS = 6;
const ROUNDS = 3;
const AT_ONCE = 8;
/** Lines of a CSV of 28 MB. */
const AT_ONCE_LINES = 400_000;

type Kind = keyof typeof LINES;

/** CSV and XML. */
export async function files(stage: Stage): Promise<Figure[]> {
  const service = await stage.openService('files', { companies: 1, accounts: ACCOUNTS });
  return [
    await against(stage, service, { kind: 'csv', parser: 'csv', name: 'CSV of 50 MB / csv-parse', bar: 2 }),
    await against(stage, service, { kind: 'xml', parser: 'xml', name: 'XML of 50 MB / saxes', bar: 3 }),
  ];
}

/** XLS and XLSX. */
export async function workbooks(stage: Stage): Promise<Figure[]> {
  const service = await stage.openService('workbooks', { companies: 1, accounts: ACCOUNTS });
  const parser = 'spreadsheet';
  return [
    await against(stage, service, { kind: 'xlsx', parser, name: 'XLSX of 50 MB / node-xlsx', bar: 0.5 }),
    await against(stage, service, { kind: 'xls', parser, name: 'XLS of 65,000 rows / node-xlsx', bar: 1.2 }),
  ];
}

/** Their figure is the memory of the service meanwhile. */
export async function eightAtOnce(stage: Stage): Promise<Figure[]> {
  const service = await stage.openService('eight', { companies: AT_ONCE, accounts: ACCOUNTS });
  const path = await written(stage, service, 'csv', AT_ONCE_LINES);
  const calls = service.cnpjs.map((cnpj) => service.fileCall(path, 'csv', { cnpj }));
  await answersTo(stage.client, calls, 201, AT_ONCE);
  return [];
}

type Comparison = Readonly<{ kind: Kind; parser: string; name: string; bar: number }>;

async function against(
  stage: Stage,
  service: BenchService,
  { kind, parser, name, bar }: Comparison,
): Promise<Figure> {
  const path = await written(stage, service, kind, LINES[kind]);
  const contenders = {
    bare: () => bareMs(parser, path),
    async imported() {
      const ms = await msOf(stage.client, service.fileCall(path, kind), 201);
      stage.forgetBodies();
      return ms;
    },
  };
  const samples = await interleave(ROUNDS, contenders, 0);
  return atMost(name, bar, ratio(samples.imported, samples.bare));
}

async function written(stage: Stage, service: BenchService, kind: Kind, count: number): Promise<string> {
  const path = join(stage.folder, `report.${kind}`);
  const lines = reportLines(service.accounts, count, kind === 'xlsx' ? XLSX_WORDS : 1);
  if (kind === 'csv') await writeCsv(path, lines);
  else if (kind === 'xml') await writeXml(path, lines);
  else if (kind === 'xlsx') await writeXlsx(path, lines);
  else writeFileSync(path, xlsOf(lines));
  say(`  ${kind}: ${(statSync(path).size / 1_048_576).toFixed(1)} MB`);
  return path;
}

async function bareMs(parser: string, path: string): Promise<number> {
  const entry = fileURLToPath(new URL('../bareParser.js', import.meta.url));
  const args = ['--max-old-space-size=8192', entry, parser, path];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout);
}

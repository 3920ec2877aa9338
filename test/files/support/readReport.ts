// Reads a made-up file as an import does, with a small chart.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileRequest } from '../../../src/domain/trialBalance/fileFindings.js';
import type { FileContent } from '../../../src/files/fileContent.js';
import { openReport } from '../../../src/files/readTrialBalance.js';
import { FileRefused } from '../../../src/files/formats/table.js';
import type { FileReason } from '../../../src/domain/trialBalance/fileReasons.js';
import { OUTSIDE } from '../../../src/domain/trialBalance/lines.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import type { Account } from '../../../src/domain/charts/events.js';
import { account as buildAccount } from '../../domain/trialBalance/checks/checking.js';
import { temporaryDir } from '../../support/service.js';

export const CNPJ = '11222333000181';

/** Code, name, previous balance, debit, credit, final balance; centavos, debit positive. */
export type Line = readonly [string, string, number, number, number, number];

export const LINES: readonly Line[] = [
  ['1.1.01.001', 'Caixa', 123_456, 50_000, 20_050, 153_406],
  ['1.1.01.002', 'Banco São João', 0, 100_000_050, 0, 100_000_050],
  ['1.1.09.001', '(-) Provisão para perdas', -5_000, 0, 1_000, -6_000],
  ['2.1.01.001', 'Fornecedores', -227_083_50, 10_000, 30_000, -22_728_350],
  ['3.1.01.001', 'Receita de serviços', -900_00, 0, 99_920_050, -100_010_050],
  ['4.1.01.001', 'Despesa com ações', 1, 0, 0, 1],
];

export const ACCOUNTS: readonly Account[] = [
  account('1', 'ATIVO', 'SYNTHETIC'),
  account('1.1', 'ATIVO CIRCULANTE', 'SYNTHETIC'),
  ...LINES.map(([code, name]) => account(code, name, 'ANALYTICAL')),
];

export function account(
  code: string,
  description: string,
  kind: Account['kind'] = 'ANALYTICAL',
  more: Partial<Account> = {},
): Account {
  return buildAccount(code, /^[14]/.test(code) ? 'DEBIT' : 'CREDIT', { description, kind, ...more });
}

export type ReadOptions = Partial<FileRequest> & Readonly<{ accounts?: readonly Account[] | null }>;

/** @throws FileRefused */
export async function readBytes(bytes: Uint8Array | string, options: ReadOptions = {}): Promise<FileContent> {
  const { accounts = ACCOUNTS, ...asked } = options;
  const request: FileRequest = {
    fileName: 'arquivo.bin',
    cnpj: CNPJ,
    competence: '2026-03' as Competence,
    chartName: 'Plano',
    mapping: null,
    ...asked,
  };
  const dir = await temporaryDir();
  try {
    const path = join(dir, request.fileName);
    await writeFile(path, bytes);
    const report = await openReport(path, request, () => undefined);
    return await report.read(report.chartName === null ? null : accounts);
  } finally {
    await rm(dir, { recursive: true });
  }
}

/** Lines of accounts of the chart; the file has to be free of errors. */
export function linesOf(content: FileContent): readonly Line[] {
  const { lines, reasons, lineErrors } = content;
  if (lines === null) throw new Error(`refused: ${JSON.stringify({ reasons, lineErrors })}`);
  const inChart = lines.lines.filter(({ line }) => line !== OUTSIDE);
  return inChart.map((line) => [
    line.accountCode,
    line.accountName,
    line.previousBalanceCents,
    line.debitCents,
    line.creditCents,
    line.finalBalanceCents,
  ]);
}

/** Codes of the lines outside the chart. */
export function outsideOf({ lines }: FileContent): readonly string[] | undefined {
  return lines?.lines.filter(({ line }) => line === OUTSIDE).map(({ accountCode }) => accountCode);
}

export async function reasonOf(bytes: Uint8Array | string, options: ReadOptions = {}): Promise<FileReason> {
  try {
    await readBytes(bytes, options);
  } catch (error) {
    if (error instanceof FileRefused) return error.reason;
    throw error;
  }
  throw new Error('the file was read');
}

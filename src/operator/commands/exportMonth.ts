// `export`: a month's lines and reconciliations as one workbook, or as two CSV files. Files appear whole or not at
// all.
// Source: docs/spec/operator.md#export.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { fileNotWritten } from '../../messages/operator/log.js';
import { month as monthText } from '../../domain/kernel/competence.js';
import { counted, wholeNumber as grouped } from '../../messages/formats.js';
import { exportTables, type ExportFormat } from '../../spreadsheets/exportTables.js';
import { SHEET_ROWS_MAX } from '../../spreadsheets/xlsxFile.js';
import { roles as ALL_ROLES } from '../../domain/clients/roles.js';
import { ofMonth, tableFile } from '../arguments.js';
import { argument, command, flag, type Running } from '../command.js';
import type { Month, MonthTable } from '../queries.js';
import { companyFor } from '../permissions.js';
import { Refused } from '../refusalText.js';
import { progressCounter } from '../session.js';
import { writeWhole } from '../fileImports.js';

type Out = Readonly<{ path: string; format: ExportFormat }>;

const exportMonth = command({
  name: 'export',
  says: 'grava as linhas e as conciliações de uma competência em XLSX ou CSV',
  roles: ALL_ROLES,
  examples: ['export outubro.xlsx --company 1 --period 2026-10'],
  takes: {
    out: argument('<saida>', 'arquivo a criar: termina em .xlsx ou .csv', outFile),
    ...ofMonth,
    allLines: flag('também as linhas que não entraram no balancete, na ordem do arquivo, com a situação'),
  },
  async run({ out, company, period, allLines }, deps, running) {
    const { companyId } = companyFor(deps, running, company);
    // A CSV holds one table: the reconciliations are written beside the lines.
    const paths = out.format === 'xlsx' ? [out.path] : [out.path, out.path.replace(/\.csv$/i, '-conciliacoes$&')];
    refuseExisting(paths);
    const month = await deps.queries.month(companyId, period, allLines);
    if (month === null) throw new Refused(`Nenhum balancete foi importado em ${monthText(period)}`);
    const rows = await writeMonth(out.format, paths, month, running);
    const { trialBalance, lines, reconciliations } = month;
    running.progress(
      `Balancete ${trialBalance.id}, versão ${trialBalance.versao}: ${counted(lines.count, 'linha')} e ` +
        `${counted(reconciliations.count, 'conciliação', 'conciliações')} em ${paths.join(' e ')}`,
    );
    return { json: { ok: true, rows } };
  },
});

export const commands = [exportMonth];

function outFile(text: string): Out {
  const path = tableFile(text);
  return { path, format: path.slice(path.lastIndexOf('.') + 1).toLowerCase() as ExportFormat };
}

function refuseExisting(paths: readonly string[]): void {
  const existing = paths.find((path) => existsSync(path));
  if (existing !== undefined)
    throw new Refused(`O arquivo ${basename(existing)} já existe: apague-o ou escolha outro nome`);
}

/** @returns the rows written */
async function writeMonth(
  format: ExportFormat,
  paths: readonly string[],
  month: Month,
  running: Running,
): Promise<number> {
  const { lines, reconciliations } = month;
  if (format === 'xlsx' && Math.max(lines.count, reconciliations.count) >= SHEET_ROWS_MAX)
    throw new Refused(`Uma planilha tem no máximo ${grouped(SHEET_ROWS_MAX)} linhas: exporte em CSV`);
  const progressed = progressCounter(running, 'linhas exportadas');
  let written = 0;
  async function* counted({ batches }: MonthTable): MonthTable['batches'] {
    for await (const rows of batches) {
      yield rows;
      progressed((written += rows.length));
    }
  }
  try {
    return await writeWhole(paths, async ([first = '', second = first]) => {
      await exportTables(format, [
        { name: 'Linhas', path: first, columns: lines.columns, batches: counted(lines) },
        {
          name: 'Conciliações',
          path: second,
          columns: reconciliations.columns,
          batches: counted(reconciliations),
        },
      ]);
      refuseExisting(paths);
      return written;
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new Refused(fileNotWritten(paths.join(' e '), error));
  }
}

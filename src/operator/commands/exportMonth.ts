// `export`: a month's lines and reconciliations as one workbook, or as two CSV files. Files appear whole or not at all.
// Source: docs/spec/operator.md#export.
import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { month as monthText, wholeNumber as grouped } from '../../messages/formats.js';
import { exportTables, type ExportFormat } from '../../spreadsheets/exportTables.js';
import { SHEET_ROWS_MAX } from '../../spreadsheets/xlsxFile.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { competence, tableFile, parseWholeNumber } from '../arguments.js';
import type { Month } from '../dependencies.js';
import { companyFor } from '../permissions.js';
import { createProgressBar } from '../progressBar.js';
import { Refused } from '../refused.js';
import type { Session } from '../session.js';
import { writeWhole } from '../wholeFiles.js';

type Out = Readonly<{ path: string; format: ExportFormat }>;

export function registerExport(program: Command, session: Session): void {
  program
    .command('export')
    .description('grava as linhas e as conciliações de uma competência em XLSX ou CSV')
    .argument('<saida>', 'arquivo a criar: termina em .xlsx ou .csv', outFile)
    .requiredOption('--company <id>', 'id da empresa', parseWholeNumber)
    .requiredOption('--period <competencia>', 'competência (AAAA-MM)', competence)
    .option('--all-lines', 'também as linhas que não entraram no balancete, na ordem do arquivo, com a situação')
    .action((out: Out, { company, period, allLines = false }: Options) =>
      session.run('export', async (deps, context) => {
        const { companyId } = companyFor(deps, context, company, 'export');
        const paths = pathsOf(out);
        refuseExisting(paths);
        const month = await deps.queries.month(companyId, period, allLines);
        if (month === null) throw new Refused(`Nenhum balancete foi importado em ${monthText(period)}`);
        const rows = await writeMonth(out.format, paths, month);
        const { trialBalance, lines, reconciliations } = month;
        session.progress(
          `Balancete ${trialBalance.id}, versão ${trialBalance.versao}: ${grouped(lines.count)} linhas e ` +
            `${grouped(reconciliations.count)} conciliações em ${paths.join(' e ')}`,
        );
        return { json: { ok: true, rows } };
      }),
    );
}

type Options = Readonly<{ company: number; period: Competence; allLines?: boolean }>;

function outFile(text: string): Out {
  const path = tableFile(text);
  return { path, format: path.slice(path.lastIndexOf('.') + 1).toLowerCase() as ExportFormat };
}

/** A CSV holds one table: the reconciliations are written beside the lines. */
function pathsOf({ path, format }: Out): readonly string[] {
  return format === 'xlsx' ? [path] : [path, path.replace(/\.csv$/i, '-conciliacoes$&')];
}

function refuseExisting(paths: readonly string[]): void {
  const found = paths.find((path) => existsSync(path));
  if (found !== undefined)
    throw new Refused(`O arquivo ${basename(found)} já existe: apague-o ou escolha outro nome`);
}

/** @returns the rows written */
async function writeMonth(format: ExportFormat, paths: readonly string[], month: Month): Promise<number> {
  const { lines, reconciliations } = month;
  if (format === 'xlsx' && Math.max(lines.count, reconciliations.count) >= SHEET_ROWS_MAX)
    throw new Refused(`Uma planilha tem no máximo ${grouped(SHEET_ROWS_MAX)} linhas: exporte em CSV`);
  const bar = createProgressBar('Exportando');
  let written = 0;
  try {
    await writeWhole(paths, async ([first = '', second = first]) => {
      const tables = [
        { name: 'Linhas', path: first, ...lines },
        { name: 'Conciliações', path: second, ...reconciliations },
      ];
      await exportTables(format, tables, (rows) => {
        written += rows;
        bar.add(rows);
      });
      refuseExisting(paths);
    });
    return written;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new Refused(`Não foi possível gravar ${paths.join(' e ')}: ${(error as Error).message}`);
  } finally {
    bar.end();
  }
}

// `import FILE`: imports a report file as the route does; `--annotate` writes a copy with the errors of each line.
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { DomainError } from '../../domain/problem.js';
import type { Competence } from '../../domain/kernel/competence.js';
import { fileReasonSentence } from '../../messages/imports/fileReasons.js';
import { wholeNumber as grouped } from '../../messages/formats.js';
import { fileImportAnswer } from '../../messages/imports/importAnswer.js';
import { lineReasonSentence } from '../../messages/imports/lineReasons.js';
import { problemMessage, refusalSentences } from '../../messages/problems.js';
import { SHEET_ROWS_MAX, TooManyRows } from '../../spreadsheets/xlsxFile.js';
import { competence, filled, tableFile, parseWholeNumber } from '../arguments.js';
import { companyFor } from '../permissions.js';
import { importFileOnDisk } from '../fileImports.js';
import { createProgressBar } from '../progressBar.js';
import { Refused } from '../refused.js';
import type { Session } from '../session.js';
import { writeWhole } from '../wholeFiles.js';

type Options = Readonly<{
  company: number;
  period?: Competence;
  chart?: string;
  validateOnly?: boolean;
  annotate?: string;
}>;

export function registerImportFile(program: Command, session: Session): void {
  program
    .command('import')
    .description('importa um balancete em arquivo')
    .argument('<arquivo>', 'balancete em CSV, TXT, XML, XLSX ou XLS')
    .requiredOption('--company <id>', 'id da empresa', parseWholeNumber)
    .option('--period <competencia>', 'competência (AAAA-MM); se omitida, a do arquivo', competence)
    .option('--chart <nome>', 'plano de contas; se omitido, o do arquivo', filled)
    .option('--validate-only', 'apenas confere: nada é gravado')
    .option('--annotate <saida>', 'grava uma cópia com os erros de cada linha: .xlsx ou .csv', tableFile)
    .action((path: string, { company, period, chart, validateOnly = false, annotate }: Options) =>
      session.run('import', async (deps, context) => {
        if (annotate !== undefined && resolve(annotate) === resolve(path))
          throw new Refused('A cópia com os erros não pode substituir o próprio arquivo: escolha outro nome');
        const bar = createProgressBar('Lendo o arquivo');
        try {
          const fields = { period: period ?? null, chartName: chart ?? null };
          const result = await importFileOnDisk(
            deps,
            path,
            companyFor(deps, context, company, 'import'),
            fields,
            validateOnly,
            context,
            bar.add,
          );
          bar.end();
          if (annotate !== undefined) await annotated(path, annotate, null);
          return {
            json: fileImportAnswer(result, validateOnly),
            change: { position: result.position, registersChanged: false },
          };
        } catch (error) {
          bar.end();
          if (annotate !== undefined && error instanceof DomainError && error.problem.is === 'ImportRefused') {
            await annotated(path, annotate, error);
            session.progress(`Cópia com os erros: ${annotate}`);
          }
          throw error;
        }
      }),
    );
}

async function annotated(path: string, out: string, refused: DomainError | null): Promise<void> {
  const { annotateFile } = await import('../../files/annotateFile.js');
  const problem = refused?.problem.is === 'ImportRefused' ? refused.problem : null;
  const byLine = new Map<number, string[]>();
  for (const error of problem?.lineErrors ?? [])
    byLine.set(error.line, [...(byLine.get(error.line) ?? []), lineReasonSentence(error)]);
  const general = problem === null ? [] : refusalSentences({ ...problem, lineErrors: [] });
  try {
    await writeWhole([out], ([partial = '']) =>
      annotateFile(path, partial, {
        ...{ byLine, general, heading: 'Erros', sentenceOf: fileReasonSentence },
        place: problem?.understood?.interpretation,
      }),
    );
  } catch (error) {
    if (error instanceof TooManyRows)
      throw new Refused(
        `Uma planilha tem no máximo ${grouped(SHEET_ROWS_MAX)} linhas: use um nome que termine em .csv`,
      );
    if (error instanceof DomainError) throw new Refused(problemMessage(error.problem).error);
    throw new Refused(`Não foi possível gravar ${out}: ${(error as Error).message}`);
  }
}

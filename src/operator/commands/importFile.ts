// `import FILE`: imports a report file as the route does; `--annotate` writes a copy with the errors of each line.
import { resolve } from 'node:path';
import { DomainError } from '../../domain/problem.js';
import { IMPORTERS } from '../../domain/clients/roles.js';
import { fileNotWritten } from '../../messages/operator/log.js';
import { counted, wholeNumber as grouped } from '../../messages/formats.js';
import { fileImportAnswer } from '../../messages/imports/importAnswer.js';
import { lineReasonSentence, sentencesByLine } from '../../messages/imports/reasons.js';
import { problemMessage, refusalSentences } from '../../messages/problems.js';
import { SHEET_ROWS_MAX, TooManyRows } from '../../spreadsheets/xlsxFile.js';
import { competence, filled, ofCompany, tableFile } from '../arguments.js';
import { argument, command, flag, optional } from '../command.js';
import { companyFor } from '../permissions.js';
import { importFileOnDisk, writeWhole } from '../fileImports.js';
import { Refused } from '../refusalText.js';
import { progressCounter } from '../session.js';

const importFile = command({
  name: 'import',
  says: 'importa um balancete em arquivo',
  roles: IMPORTERS,
  changes: true,
  examples: [
    'import balancete.csv --company 1 --period 2026-10 --validate-only',
    'import balancete.xlsx --company 1 --annotate erros.xlsx',
  ],
  takes: {
    path: argument('<arquivo>', 'balancete em CSV, TXT, XML, XLSX ou XLS'),
    ...ofCompany,
    period: optional('<competencia>', 'competência (AAAA-MM); se omitida, a do arquivo', competence),
    chart: optional('<nome>', 'plano de contas; se omitido, o do arquivo', filled),
    validateOnly: flag('apenas confere: nada é gravado'),
    annotate: optional('<saida>', 'grava uma cópia com os erros de cada linha: .xlsx ou .csv', tableFile),
  },
  async run({ path, company, period, chart: chartName, validateOnly, annotate }, deps, running) {
    if (annotate !== null && resolve(annotate) === resolve(path))
      throw new Refused('A cópia com os erros não pode substituir o próprio arquivo: escolha outro nome');
    const progressed = progressCounter(running, 'linhas lidas');
    let rows = 0;
    const onRows = (more: number): void => progressed((rows += more));
    const tellRows = (): void => {
      if (rows > 0) running.progress(`Lendo o arquivo: ${counted(rows, 'linha')}`);
    };
    try {
      const facts = companyFor(deps, running, company);
      const file = { path, company: facts, period, chartName };
      const importing = importFileOnDisk(deps, file, running, { validateOnly, onRows });
      const result = await importing.finally(tellRows);
      if (annotate !== null) await annotated(path, annotate, null);
      return { json: fileImportAnswer(result, validateOnly), change: { position: result.position } };
    } catch (error) {
      if (annotate !== null && error instanceof DomainError && error.problem.is === 'ImportRefused') {
        await annotated(path, annotate, error);
        running.progress(`Cópia com os erros: ${annotate}`);
      }
      throw error;
    }
  },
});

export const commands = [importFile];

async function annotated(path: string, out: string, refused: DomainError | null): Promise<void> {
  const { annotateFile } = await import('../../files/annotateFile.js');
  const problem = refused?.problem.is === 'ImportRefused' ? refused.problem : null;
  const byLine = sentencesByLine(problem?.lineErrors ?? [], lineReasonSentence);
  const general = problem === null ? [] : refusalSentences({ ...problem, lineErrors: [] });
  try {
    await writeWhole([out], ([partial = '']) =>
      annotateFile(path, partial, {
        byLine,
        general,
        heading: 'Erros',
        place: problem?.understood?.interpretation,
      }),
    );
  } catch (error) {
    if (error instanceof TooManyRows)
      throw new Refused(
        `Uma planilha tem no máximo ${grouped(SHEET_ROWS_MAX)} linhas: use um nome que termine em .csv`,
      );
    if (error instanceof DomainError) throw new Refused(problemMessage(error.problem).error);
    throw new Refused(fileNotWritten(out, error));
  }
}

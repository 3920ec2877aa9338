// Which month a file is for: the request's first, then the lines' own column, what stands above the table, the sheet's
// name and the file's name. Source: docs/spec/files.md#competence.
import { parseCompetence, type Competence } from '../domain/kernel/competence.js';
import type { ImportReason, Warning } from '../domain/trialBalance/refusals.js';
import { competenceInName } from './cells/competenceInName.js';
import type { Period } from './cells/periodText.js';
import { NO_COLUMN } from './columns/columnValues.js';
import type { Columns } from './columns/recogniseColumns.js';
import type { FileRequest } from './fileRequest.js';
import { FileRefused } from './formats/table.js';
import type { Metadata } from './headings/readMetadata.js';

export type FilePeriod = Readonly<{
  /** What every line must agree with; null leaves it to the first line that names a month. */
  settled: Competence | null;
  /** Where no line names a month. */
  fallback: Competence | null;
  reasons(competence: Competence | null): readonly ImportReason[];
  warnings(competence: Competence | null): readonly Warning[];
}>;

type Sources = Readonly<{ metadata: Metadata; columns: Columns; sheet: string; request: FileRequest }>;

/** @throws FileRefused for an accumulated report */
export function filePeriod({ metadata, columns, sheet, request }: Sources): FilePeriod {
  const { period, titleMonth, fiscalYear } = metadata;
  const hasColumn = columns.period !== NO_COLUMN || (columns.month !== NO_COLUMN && columns.year !== NO_COLUMN);
  refuseRange(period);
  // A report of one month may name its fiscal year too.
  if (period === null && titleMonth === null && !hasColumn) refuseRange(fiscalYear);
  const stated = (period?.is === 'month' ? period.competence : null) ?? parseCompetence(sheet);
  const sheetMonth = competenceInName(sheet);
  const titles = [
    ...(titleMonth === null ? [] : [titleMonth]),
    ...(sheetMonth === null ? [] : [{ text: sheet, competence: sheetMonth }]),
  ];
  return {
    settled: request.competence ?? (hasColumn ? null : stated),
    fallback: stated ?? titles[0]?.competence ?? competenceInName(request.fileName),
    reasons: (competence) => {
      if (competence === null) return [{ is: 'FilePeriodMissing' }];
      if (stated === null || stated === competence) return [];
      return [{ is: 'FilePeriodDiffers', competence: stated, importCompetence: competence }];
    },
    // A title or a sheet's name contradicts nothing.
    warnings: (competence) => {
      if (competence === null || stated !== null) return [];
      const other = titles.find((title) => title.competence !== competence);
      return other === undefined ? [] : [{ is: 'OtherMonthNamed', text: other.text, competence }];
    },
  };
}

function refuseRange(period: Period | null): void {
  if (period?.is === 'range') throw new FileRefused({ is: 'FileAccumulated', from: period.from, to: period.to });
}

// Which month a file is for: the request's first, then the lines' own column, what stands above the table, dates
// in the headings of balances, the sheet's name and the file's name. Several months are refused, whatever names
// them.
// Source: docs/spec/files.md#competence.
import { parseCompetence, type Competence } from '../domain/kernel/competence.js';
import type { ImportReason } from '../domain/trialBalance/refusals.js';
import type { Warning } from '../domain/trialBalance/warnings.js';
import { competenceInName, isOfSeveralMonths, type Period } from './cells/periodText.js';
import { accumulatedColumns, periodOfBalances } from './columns/amountColumns.js';
import { NO_COLUMN } from './columns/columnValues.js';
import type { FileRequest } from '../domain/trialBalance/fileFindings.js';
import { FileRefused } from './formats/table.js';
import type { ChosenTable } from './headings/chooseTable.js';
import { partOfYearIn, type ReportMetadata } from './headings/readMetadata.js';

type FilePeriod = Readonly<{
  /** What every line must agree with; null leaves it to the first line that names a month. */
  settled: Competence | null;
  /** Where no line names a month. */
  fallback: Competence | null;
  reasons(competence: Competence | null): readonly ImportReason[];
  warnings(competence: Competence | null): readonly Warning[];
}>;

/** @throws FileRefused for an accumulated report */
export function filePeriod(
  { heading: { columns }, table, isMapped, elsewhere }: ChosenTable,
  metadata: ReportMetadata,
  request: FileRequest,
): FilePeriod {
  const sheet = table.source.name ?? '';
  const { period, titleMonth, fiscalYear, partOfYear } = metadata;
  const hasColumn = columns.period !== NO_COLUMN || (columns.month !== NO_COLUMN && columns.year !== NO_COLUMN);
  const ofBalances = periodOfBalances(columns);
  refuseRange(period);
  refuseRange(ofBalances);
  // A report of one month may name its fiscal year too, and a book of months has sheets of other reports.
  const isNamed = period !== null || titleMonth !== null || hasColumn;
  if (!isNamed) {
    refuseRange(fiscalYear);
    refuseRange(elsewhere);
    if (partOfYear !== null) throw new FileRefused({ is: 'FileOfSeveralMonths', text: partOfYear });
  }
  const stated = monthOf(period) ?? parseCompetence(sheet) ?? monthOf(ofBalances);
  const sheetMonth = competenceInName(sheet);
  const titles = [
    ...(titleMonth === null ? [] : [titleMonth]),
    ...(sheetMonth === null ? [] : [{ text: sheet, competence: sheetMonth }]),
  ];
  const names = period === null ? [sheet, request.fileName] : [];
  const severalMonths =
    metadata.severalMonths ?? names.find((name) => isOfSeveralMonths(name) || partOfYearIn(name) !== null);
  return {
    settled: request.competence ?? (hasColumn ? null : stated),
    fallback: stated ?? titles[0]?.competence ?? competenceInName(request.fileName),
    reasons: (competence) => {
      if (competence === null) return [{ is: 'FilePeriodMissing' }];
      // Columns named by the company's saved mapping are meant as they are.
      const columnsOfYear = isMapped || competence.endsWith('-01') ? [] : accumulatedColumns(columns);
      if (columnsOfYear.length > 0) return [{ is: 'FileColumnsAccumulated', columns: columnsOfYear }];
      const other = [stated, monthOf(ofBalances)].find((month) => month !== null && month !== competence);
      return other ? [{ is: 'FilePeriodDiffers', competence: other, importCompetence: competence }] : [];
    },
    // A title or a sheet's name contradicts nothing.
    warnings: (competence) => {
      if (competence === null) return [];
      const other = stated === null ? titles.find((title) => title.competence !== competence) : undefined;
      return [
        ...(other === undefined ? [] : [{ is: 'OtherMonthNamed', text: other.text, competence } as const]),
        ...(severalMonths === undefined
          ? []
          : [{ is: 'SeveralMonthsNamed', text: severalMonths, competence } as const]),
      ];
    },
  };
}

function monthOf(period: Period | null): Competence | null {
  return period?.is === 'month' ? period.competence : null;
}

function refuseRange(period: Period | null): void {
  if (period?.is === 'range') throw new FileRefused({ is: 'FileAccumulated', from: period.from, to: period.to });
}

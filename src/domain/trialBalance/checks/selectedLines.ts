// Selects the lines of a document that are imported, and adds them up by account: an account may have several lines.
import type { ChartAccount, ChartIndex } from './accountRoles.js';
import { AmountSum } from '../amounts.js';
import type { DocumentLine } from '../lines.js';

/** The lines of one account. */
export type AccountTotal = {
  readonly account: ChartAccount;
  readonly firstLine: DocumentLine;
  lineCount: number;
  readonly sums: AmountSum;
};

/** Why a line is ignored. */
export type Ignored = 'notInChart' | 'notReconciled';

export type SelectedLines = Readonly<{
  /** By line: the total of its account, or why it is ignored. */
  ofLine: readonly (AccountTotal | Ignored)[];
  imported: number;
  notInChart: number;
  notReconciled: number;
  /** In the order of their first line. */
  totals: ReadonlyMap<ChartAccount, AccountTotal>;
}>;

/** Always as many lines as `imported + notInChart + notReconciled`. */
export function selectLines(lines: readonly DocumentLine[], chart: ChartIndex): SelectedLines {
  const totals = new Map<ChartAccount, AccountTotal>();
  const counts = { imported: 0, notInChart: 0, notReconciled: 0 };
  const ofLine = lines.map((line) => {
    const selected = select(line, chart.find(line.accountCode), totals);
    counts[typeof selected === 'string' ? selected : 'imported']++;
    return selected;
  });
  return { ofLine, ...counts, totals };
}

function select(
  line: DocumentLine,
  account: ChartAccount | undefined,
  totals: Map<ChartAccount, AccountTotal>,
): AccountTotal | Ignored {
  if (account === undefined) return 'notInChart';
  if (!account.isReconciled) return 'notReconciled';
  let total = totals.get(account);
  if (total === undefined) {
    total = { account, firstLine: line, lineCount: 0, sums: new AmountSum() };
    totals.set(account, total);
  }
  total.lineCount++;
  total.sums.add(line);
  return total;
}

// The lines that do not enter a trial balance, to be stored beside those that do. Source: docs/spec/imports.md#whole-balancete.
import type { LeftOutLine, LeftOutReason, SignConvention } from '../../books/events.js';
import type { DocumentLines, OutsideLine } from '../lines/documentLines.js';
import { accountRole } from './accountRoles.js';
import type { ChartAccount, ChartIndex } from './chartIndex.js';
import { readersSign } from './debitPositive.js';
import { fitsOf } from './movement.js';
import type { SelectedLines } from './selectedLines.js';

/** Of an account that is not in the chart: nothing tells its side but its movement. */
const UNKNOWN = { description: '', role: accountRole('MIXED', null) };

/** In the order sent. Signs follow from each line alone: what does not enter is not added up by account. */
export function leftOutLines(
  { lines, outside = [] }: DocumentLines,
  { ofLine }: SelectedLines,
  chart: ChartIndex,
  convention: SignConvention,
): readonly LeftOutLine[] {
  const leftOut: LeftOutLine[] = [];
  let passed = 0;
  lines.forEach((line, at) => {
    for (let next = outside[passed]; next?.place === at + passed; next = outside[passed]) {
      leftOut.push(leftOutLine(next, next.place, undefined, convention));
      passed++;
    }
    const why = ofLine[at];
    if (typeof why !== 'string') return;
    const account = why === 'notReconciled' ? chart.find(line.accountCode) : undefined;
    leftOut.push(leftOutLine(line, at + passed, account, convention));
  });
  for (const line of outside.slice(passed)) leftOut.push(leftOutLine(line, line.place, undefined, convention));
  return leftOut;
}

function leftOutLine(
  line: Omit<OutsideLine, 'place'>,
  place: number,
  account: ChartAccount | undefined,
  convention: SignConvention,
): LeftOutLine {
  const reason: LeftOutReason = account === undefined ? 'NOT_IN_CHART' : 'NOT_RECONCILED';
  const { description, role } = account ?? UNKNOWN;
  return {
    place,
    reason,
    accountCode: account?.code ?? line.accountCode,
    accountName: line.accountName || description,
    previousBalanceCents: line.previousBalanceCents,
    debitCents: line.debitCents,
    creditCents: line.creditCents,
    finalBalanceCents: line.finalBalanceCents,
    nature: role.nature,
    debitSign: readersSign(role, convention, fitsOf(line), line.finalBalanceCents),
  };
}

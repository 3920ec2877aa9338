// Closed months against what was answered and what the log says: no version after its closing, none right before a
// closed month, and no refusal that nothing closed explains.
import type { Entry } from '../support/history.js';
import type { Ledger } from '../support/ledger.js';
import type { Deed } from './operators.js';

/** As `operator history` prints it. */
export type Fact = Readonly<{ type: string; data: Readonly<{ competence?: string }> }>;

/** What clients were answered, against what the operator did before, meanwhile and after. */
export function closingProblems(ledger: Ledger, history: readonly Entry[], deeds: readonly Deed[]): string[] {
  return history.flatMap((entry) => {
    const status = entry.answer?.status;
    if (status !== 201 && status !== 409) return [];
    const months = [entry.period, monthAfter(entry.period)];
    const companyId = ledger.companyIds[entry.company];
    const about = deeds.filter((deed) => deed.companyId === companyId && months.includes(deed.period));
    if (status === 409) {
      const explained = about.some(({ does, done, startedMs }) => {
        return does === 'close' && done !== false && startedMs < entry.answeredMs;
      });
      return explained ? [] : [`refused as closed, though nobody closed: ${JSON.stringify(entry)}`];
    }
    const closed = months.find((month) =>
      wasClosed(
        about.filter(({ period }) => period === month),
        entry,
      ),
    );
    return closed === undefined ? [] : [`stored although ${closed} was closed: ${JSON.stringify(entry)}`];
  });
}

/** For certain: closed before it was asked, and nobody may have reopened before it was answered. */
function wasClosed(deeds: readonly Deed[], { askedMs, answeredMs }: Entry): boolean {
  const closings = deeds.filter(
    ({ does, done, endedMs }) => does === 'close' && done === true && endedMs < askedMs,
  );
  return closings.some((closing) => {
    const mayBeOpen = deeds.some(
      ({ does, done, startedMs, endedMs }) =>
        does === 'reopen' && done !== false && endedMs >= closing.startedMs && startedMs <= answeredMs,
    );
    return !mayBeOpen;
  });
}

/** The log's own order: what the decisions of one company's books may follow each other. */
export function bookProblems(companyId: number, facts: readonly Fact[]): string[] {
  const closed = new Set<string>();
  return facts.flatMap(({ type, data: { competence = '' } }) => {
    const wrong =
      (type === 'TrialBalanceVersioned' && (closed.has(competence) || closed.has(monthAfter(competence)))) ||
      (type === 'CompetenceClosed' && closed.has(competence)) ||
      (type === 'CompetenceReopened' &&
        (!closed.has(competence) || [...closed].some((other) => other > competence)));
    if (type === 'CompetenceClosed') closed.add(competence);
    if (type === 'CompetenceReopened') closed.delete(competence);
    return wrong ? [`${type} of ${competence} in company ${companyId} follows what forbids it`] : [];
  });
}

function monthAfter(period: string): string {
  const [year = 0, month = 0] = period.split('-').map(Number);
  return month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
}

// The parts of a movement's line, as tables and OFX have them.
import { DESCRIPTION_CHARACTERS_MAX, DOCUMENT_CHARACTERS_MAX } from '../../domain/reconciliation/events.js';
import type { StatementLine, WrongLine } from '../../domain/reconciliation/statements/statement.js';
import { detachedText } from '../cells/cellText.js';

const WRONG_LINES_MAX = 20;

/** What was read of a line; null where it could not be. */
export type LineParts = Readonly<{
  line: number;
  date: string | null;
  amountCents: number | null;
  description: string;
  document: string;
  counterparty: string;
  /** The texts of date and amount, for a line that is wrong. */
  shownDate: string;
  shownAmount: string;
}>;

/** Collects the lines of a file and those that cannot be read. */
export function lineCollector() {
  const lines: StatementLine[] = [];
  const wrong: WrongLine[] = [];
  let count = 0;
  const fault = (line: number, what: WrongLine['fault'], shown: string): void => {
    count++;
    if (wrong.length < WRONG_LINES_MAX) wrong.push({ line, fault: what, shown: detachedText(shown.slice(0, 60)) });
  };
  return {
    lines,
    wrong: () => (count === 0 ? null : ({ is: 'LinesWrong', lines: wrong, count } as const)),
    add(parts: LineParts): void {
      const { line, date, amountCents, shownDate, shownAmount } = parts;
      const description = tidy(parts.description, DESCRIPTION_CHARACTERS_MAX) || parts.document;
      if (date === null) fault(line, 'date', shownDate);
      else if (amountCents === null) fault(line, 'amount', shownAmount);
      else if (description === '') fault(line, 'description', '');
      else
        lines.push({
          ...{ line, description, date, amountCents },
          document: tidy(parts.document, DOCUMENT_CHARACTERS_MAX) || null,
          counterparty: tidy(parts.counterparty, DESCRIPTION_CHARACTERS_MAX) || null,
        });
    },
  };
}

/** Cut to what an item may hold, with single blanks. */
function tidy(text: string, charactersMax: number): string {
  return detachedText(text.replace(/\s+/g, ' ').trim().slice(0, charactersMax).trim());
}

// What is unfinished in a competence, each with the list of what it counts.
import type { ClosingWarning } from '../../../domain/books/closingWarnings.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { closingWarningSentence } from '../../../messages/closingWarnings.js';
import { allAddress } from '../fechamento/addresses.js';

type Props = Readonly<{ companyId: number; competence: Competence; warnings: readonly ClosingWarning[] }>;

export function Pending({ companyId, competence, warnings }: Props) {
  return (
    <ul class="pending">
      {warnings.map((warning) => (
        <li>
          {warning.is === 'ReconciliationsUnfinished' ? (
            <a href={`${allAddress({ companyId, competence })}&vez=abertas`}>{closingWarningSentence(warning)}</a>
          ) : (
            closingWarningSentence(warning)
          )}
        </li>
      ))}
    </ul>
  );
}

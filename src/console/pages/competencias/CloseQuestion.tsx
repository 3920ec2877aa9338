// What closing a competence would leave unfinished, before it is closed.
import type { ClosingWarning } from '../../../domain/books/closingWarnings.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { NOTHING_UNFINISHED, WHAT_CLOSING_DOES } from '../../../messages/confirmations.js';
import { Confirm } from '../../design/Confirm.js';
import type { ConsoleCall } from '../../route.js';
import { closeAddress, competencesPage, filterText, type Filter } from './addresses.js';
import { Pending } from './Pending.js';

type Props = Readonly<{
  call: ConsoleCall;
  company: CompanyFacts;
  competence: Competence;
  warnings: readonly ClosingWarning[];
  /** That the month has not ended; null when it has. */
  early: string | null;
  filter: Filter;
}>;

export function CloseQuestion({ call, company, competence, warnings, early, filter }: Props) {
  return (
    <Confirm
      call={call}
      action={closeAddress(company.companyId, competence)}
      label="Fechar"
      back={competencesPage(filter)}
      fields={[['filtro', filterText(filter)]]}
    >
      {early === null && warnings.length === 0 ? (
        <p>{NOTHING_UNFINISHED}</p>
      ) : (
        <div class="note warn">
          {early !== null && <p>{early}.</p>}
          {warnings.length > 0 && <Pending {...{ warnings, competence }} companyId={company.companyId} />}
        </div>
      )}
      <p>{WHAT_CLOSING_DOES}</p>
    </Confirm>
  );
}

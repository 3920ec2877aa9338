// What closing a competence would leave unfinished, before it is closed.
import type { ClosingWarning } from '../../../domain/books/closingWarnings.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { NOTHING_UNFINISHED, WHAT_CLOSING_DOES, WHO_IS_WAITED_FOR } from '../../../messages/confirmations.js';
import { wholeNumber } from '../../../messages/formats.js';
import type { PersonLate } from '../../../projections/views/worklist/lateByPerson.js';
import { Confirm } from '../../design/Confirm.js';
import { Table } from '../../design/Table.js';
import { waitedAddress } from '../fechamento/addresses.js';
import type { ConsoleCall } from '../../route.js';
import { closeAddress, competencesPage, filterText, type Filter } from './addresses.js';
import { Pending } from './Pending.js';

/** `name`: "" where nobody is set. */
export type Waited = PersonLate & Readonly<{ name: string }>;

type Props = Readonly<{
  call: ConsoleCall;
  company: CompanyFacts;
  competence: Competence;
  warnings: readonly ClosingWarning[];
  /** That the month has not ended; null when it has. */
  early: string | null;
  waited: readonly Waited[];
  filter: Filter;
}>;

export function CloseQuestion({ call, company, competence, warnings, early, waited, filter }: Props) {
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
      {waited.length > 0 && (
        <Table
          caption={WHO_IS_WAITED_FOR}
          rows={waited}
          columns={[
            { head: WHO_IS_WAITED_FOR, as: 'name', phone: 'start', cell: ({ name }) => name || 'Ninguém ainda' },
            { head: 'Papel', phone: 'start', cell: ({ role }) => role },
            {
              ...{ head: 'Conciliações', as: 'number', phone: 'end' },
              cell: ({ name, count }) => (
                <a href={waitedAddress({ companyId: company.companyId, competence }, name)}>
                  {wholeNumber(count)}
                </a>
              ),
            },
          ]}
        />
      )}
      <p>{WHAT_CLOSING_DOES}</p>
    </Confirm>
  );
}

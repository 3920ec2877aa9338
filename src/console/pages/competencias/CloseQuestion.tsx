// What closing a competence would leave unfinished, before it is closed.
import type { ClosingWarning } from '../../../domain/books/closingWarnings.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { NOTHING_UNFINISHED, WHAT_CLOSING_DOES, WHO_IS_WAITED_FOR } from '../../../messages/confirmations.js';
import { wholeNumber } from '../../../messages/formats.js';
import type { PersonLate } from '../../../projections/views/worklist/worklist.js';
import { Checkbox } from '../../design/Form.js';
import { Confirm } from '../../design/Confirm.js';
import { Table } from '../../design/Table.js';
import { Errors } from '../../design/values.js';
import {
  I_CONFIRM,
  POINTS_MISSING,
  STATEMENT_OF_CLOSING,
  closingWarningSentence,
} from '../../../messages/closing.js';
import { checklistAddress, waitedAddress, allAddress } from '../fechamento/addresses.js';
import type { ConsoleCall } from '../../route.js';
import { closeAddress, competencesPage, filterText, type Filter } from './addresses.js';

/** `name`: "" where nobody is set. */
export type Waited = PersonLate & Readonly<{ name: string }>;

type Props = Readonly<{
  call: ConsoleCall;
  company: CompanyFacts;
  competence: Competence;
  warnings: readonly ClosingWarning[];
  /** Points that are not ticked and block. */
  missing: readonly string[];
  /** To be confirmed; null: nothing. */
  statement: string | null;
  /** That the month has not ended; null when it has. */
  early: string | null;
  waited: readonly Waited[];
  /** Why it was not closed. */
  refused: string | null;
  filter: Filter;
}>;

export function CloseQuestion(props: Props) {
  const { call, company, competence, warnings, missing, statement, early, waited, refused, filter } = props;
  return (
    <Confirm
      call={call}
      action={closeAddress(company.companyId, competence)}
      label="Fechar"
      back={competencesPage(filter)}
      fields={[['filtro', filterText(filter)]]}
      asks={statement !== null && <Statement text={statement} />}
    >
      <Errors sentences={refused === null ? [] : [refused]} />
      {missing.length > 0 && <Missing {...{ missing, competence }} companyId={company.companyId} />}
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

/** The form sends the text that was confirmed: a company that changed it meanwhile asks again. */
function Statement({ text }: Readonly<{ text: string }>) {
  return (
    <fieldset>
      <legend>{STATEMENT_OF_CLOSING}</legend>
      <blockquote>{text}</blockquote>
      <Checkbox name="declaracao" label={I_CONFIRM} value={text} checked={false} />
    </fieldset>
  );
}

function Missing({
  missing,
  companyId,
  competence,
}: Readonly<{ missing: readonly string[]; companyId: number; competence: Competence }>) {
  return (
    <div class="note bad">
      <p>
        {POINTS_MISSING} <a href={checklistAddress({ companyId, competence })}>Checklist</a>
      </p>
      <ul class="pending">
        {missing.map((point) => (
          <li>{point}</li>
        ))}
      </ul>
    </div>
  );
}

type PendingProps = Readonly<{ companyId: number; competence: Competence; warnings: readonly ClosingWarning[] }>;

export function Pending({ companyId, competence, warnings }: PendingProps) {
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

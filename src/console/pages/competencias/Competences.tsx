// Competências: a table for each company with its last competences, what is unfinished in them, and which may be reopened.
import { month as monthName, type Competence } from '../../../domain/kernel/competence.js';
import { addressWith, askedIn, type ConsoleCall } from '../../route.js';
import { closingWarnings, type ClosingWarning } from '../../../domain/books/closingWarnings.js';
import type { CompanyFacts } from '../../../domain/clients/events.js';
import { CLOSERS } from '../../../domain/clients/roles.js';
import type { CompetenceState } from '../../../projections/views/competences/newestCompetences.js';
import type { SignedIn } from '../../session/sessions.js';
import type { ClosingMonths, CompanyMonth } from '../../../projections/views/competences/closingMonths.js';
import { NOTHING_UNFINISHED, WHAT_CLOSING_DOES, WHO_IS_WAITED_FOR } from '../../../messages/confirmations.js';
import { wholeNumber } from '../../../messages/formats.js';
import type { PersonLate } from '../../../projections/views/worklist/worklist.js';
import { Checkbox, Form, Confirm, TypedInput } from '../../design/Form.js';
import { column, Table, Exports, Pagination, type Column } from '../../design/Table.js';
import { Errors, DateTime, Period, State, Empty, Part, Lines } from '../../design/values.js';
import * as words from '../../../messages/closing.js';
import * as links from '../fechamento/addresses.js';
import type { VNode } from 'preact';
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/events.js';
import { companyFilter, Filters, monthFilter } from '../../design/Filters.js';
import type { FileColumns } from '../../exportedTable.js';

export const COMPETENCES = '/console/competencias';

/** Null: all. `page`: of the companies, from 1. */
export type Filter = Readonly<{ companyId: number | null; period: Competence | null; page: number }>;

function closeAddress(companyId: number, competence: string): string {
  return `${COMPETENCES}/${companyId}/${competence}/fechar`;
}

function reopenAddress(companyId: number, competence: string): string {
  return `${COMPETENCES}/${companyId}/${competence}/reabrir`;
}

/** As in the address, without `?`. */
function filterText(filter: Filter): string {
  return addressWith('', '', { ...filter, page: filter.page > 1 ? filter.page : null }).slice(1);
}

export function filterFrom(querystring: string): Filter {
  const { number, month, page } = askedIn({ querystring });
  return { companyId: number('companyId'), period: month(), page };
}

export function filtersOf(choices: Props['choices'], { companyId, period }: Filter) {
  return [companyFilter(choices, companyId), monthFilter(period)];
}

/** The page with a filter. */
export function competencesPage(filter: Filter): string {
  return addressWith(COMPETENCES, filterText(filter), {});
}

/** `warnings`: of closing it now; none once closed. `blockedBy`: the later competence to reopen first. */
type CompetenceRow = CompanyMonth &
  Readonly<{
    isClosed: boolean;
    warnings: number;
    pending: readonly ClosingWarning[];
    blockedBy: Competence | null;
    /** The oldest open one of those with anything. */
    isNext: boolean;
  }>;

/** `mayClose`: the person's roles allow closing and reopening. */
type CompanyCompetences = Readonly<{
  company: CompanyFacts;
  mayClose: boolean;
  rows: readonly CompetenceRow[];
}>;

/** Competences in descending order. @param period only this one */
export function competencesByCompany(
  { months }: ClosingMonths,
  { access }: Pick<SignedIn, 'access'>,
  { companyId, period }: Readonly<{ companyId: number | null; period: Competence | null }>,
): readonly CompanyCompetences[] {
  const byCompany = new Map<number, CompanyMonth[]>();
  for (const month of months)
    for (const row of month.companies) {
      const rows = byCompany.get(row.company.companyId) ?? [];
      byCompany.set(row.company.companyId, rows);
      rows.push(row);
    }
  return [...byCompany.values()]
    .flatMap((rows) => {
      const [first] = rows;
      if (first === undefined || (companyId !== null && first.company.companyId !== companyId)) return [];
      const shown = rowsOf(rows).filter(({ competence }) => period === null || competence === period);
      const mayClose = access.hasAny(CLOSERS, first.company.companyId);
      return shown.length === 0 ? [] : [{ company: first.company, mayClose, rows: shown }];
    })
    .sort((a, b) => (a.company.legalName < b.company.legalName ? -1 : 1));
}

/** @param months of one company, descending */
function rowsOf(months: readonly CompanyMonth[]): readonly CompetenceRow[] {
  const lastClosed = months.find(({ state }) => state?.closing?.closed === true)?.competence ?? null;
  const next = months.findLast(({ state, stage }) => state !== null && stage !== 'CLOSED');
  return months.map((month, at) => {
    const isClosed = month.stage === 'CLOSED';
    return {
      ...month,
      isClosed,
      isNext: month === next,
      pending: isClosed ? [] : pendingOf(month, months.slice(at + 1)),
      blockedBy: isClosed && lastClosed !== null && lastClosed > month.competence ? lastClosed : null,
    };
  });
}

/** @param earlier descending */
function pendingOf(
  { competence, state }: CompanyMonth,
  earlier: readonly CompanyMonth[],
): readonly ClosingWarning[] {
  const { imported = null, progress = null } = state ?? {};
  return closingWarnings({
    competence,
    current: imported,
    work: { releasedTrialBalanceId: progress?.trialBalanceId ?? null, unfinished: progress?.unfinished ?? 0 },
    openBefore: earlier
      .filter(isOpenInBooks)
      .map((month) => month.competence)
      .reverse(),
  });
}

function isOpenInBooks({ state }: Readonly<{ state: CompetenceState | null }>): boolean {
  return state !== null && state.closing?.closed !== true && (state.imported !== null || state.closing !== null);
}

/** `name`: "" where nobody is set. */
type Waited = PersonLate & Readonly<{ name: string }>;

type QuestionProps = Readonly<{
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

export function CloseQuestion(props: QuestionProps) {
  const { call, company, competence, warnings, missing, statement, early, waited, refused, filter } = props;
  return (
    <Confirm
      call={call}
      action={closeAddress(company.companyId, competence)}
      label="Fechar"
      isBlocked={missing.length > 0}
      back={competencesPage(filter)}
      fields={[['filtro', filterText(filter)]]}
      asks={
        statement !== null && (
          // The form sends the text that was confirmed: a company that changed it meanwhile asks again.
          <fieldset>
            <legend>{words.STATEMENT_OF_CLOSING}</legend>
            <blockquote>{statement}</blockquote>
            <Checkbox name="declaracao" label={words.I_CONFIRM} value={statement} checked={false} />
          </fieldset>
        )
      }
    >
      <Errors sentences={refused === null ? [] : [refused]} />
      {missing.length > 0 && (
        <div class="note bad">
          <p>
            {words.POINTS_MISSING}{' '}
            <a href={links.checklistAddress({ companyId: company.companyId, competence })}>Checklist</a>
          </p>
          <Lines of={missing} look="pending" />
        </div>
      )}
      {early === null && warnings.length === 0 ? (
        <p>{NOTHING_UNFINISHED}</p>
      ) : (
        <div class="note warn">
          {early !== null && <p>{early}.</p>}
          {warnings.length > 0 && <Pending {...{ warnings, competence }} companyId={company.companyId} />}
        </div>
      )}
      {waited.length > 0 && <WaitedFor {...{ waited, competence }} companyId={company.companyId} />}
      <p>{WHAT_CLOSING_DOES}</p>
    </Confirm>
  );
}

type WaitedProps = Readonly<{ companyId: number; competence: Competence; waited: readonly Waited[] }>;

function WaitedFor({ waited, ...place }: WaitedProps) {
  return (
    <Table<Waited>
      caption={WHO_IS_WAITED_FOR}
      rows={waited}
      columns={[
        column(WHO_IS_WAITED_FOR, 'name start', ({ name }) => name || 'Ninguém ainda'),
        column('Papel', 'start', ({ role }) => role),
        column('Conciliações', 'number end', ({ name, count }) => (
          <a href={links.waitedAddress(place, name)}>{wholeNumber(count)}</a>
        )),
      ]}
    />
  );
}

type PendingProps = Readonly<{ companyId: number; competence: Competence; warnings: readonly ClosingWarning[] }>;

function Pending({ companyId, competence, warnings }: PendingProps) {
  return (
    <ul class="pending">
      {warnings.map((warning) => (
        <li>
          {warning.is === 'ReconciliationsUnfinished' ? (
            <a href={links.unfinishedAddress({ companyId, competence })}>
              {words.closingWarningSentence(warning)}
            </a>
          ) : (
            words.closingWarningSentence(warning)
          )}
        </li>
      ))}
    </ul>
  );
}

type Props = Readonly<{
  call: ConsoleCall;
  companies: readonly CompanyCompetences[];
  pagination: Readonly<{ page: number; pages: number; total: number }>;
  /** Every company that the person sees. */
  choices: readonly Readonly<{ companyId: number; legalName: string }>[];
  filter: Filter;
  nameOf(personId: string): string;
  errors: readonly string[];
}>;

export function Competences({ call, companies, pagination, choices, filter, nameOf, errors }: Props) {
  return (
    <>
      <Errors sentences={errors} />
      {choices.length > 1 && <Filters path={COMPETENCES} fields={filtersOf(choices, filter)} />}
      {companies.length === 0 && <Empty>Nenhuma competência com este filtro.</Empty>}
      {companies.map((one) => (
        <Part id={`empresa-${one.company.companyId}`} title={one.company.legalName}>
          <Table
            caption={`Competências de ${one.company.legalName}`}
            look="alike"
            columns={columnsFor(call, { filter, nameOf }, one.mayClose)}
            rows={one.rows}
          />
        </Part>
      ))}
      <Pagination address={new URLSearchParams(filterText(filter))} path={COMPETENCES} {...pagination} />
      {companies.length > 0 && (
        <Exports call={call} path={COMPETENCES} address={new URLSearchParams(filterText(filter))} />
      )}
    </>
  );
}

export const competencesFile = (nameOf: Props['nameOf']): FileColumns<CompetenceRow> => ({
  Empresa: ['text', ({ company }) => company.legalName],
  Competência: ['text', ({ competence }) => monthName(competence)],
  Situação: ['text', ({ isClosed }) => (isClosed ? 'Fechada' : 'Aberta')],
  Etapa: ['text', ({ stage }) => words.stageNames[stage]],
  'Fechada ou reaberta em': ['moment', ({ state }) => state?.closing?.at],
  Por: ['text', ({ state }) => state?.closing && whoOf(state.closing.by, nameOf)],
  Justificativa: ['text', ({ state }) => state?.closing?.reason],
  Pendências: ['text', ({ pending }) => pending.map(words.closingWarningSentence).join('; ')],
  'Atos depois do fechamento': ['integer', (row) => row.actsAfterClosing],
});

function columnsFor(
  call: ConsoleCall,
  { filter, nameOf }: Pick<Props, 'filter' | 'nameOf'>,
  mayClose: boolean,
): readonly Column<CompetenceRow>[] {
  return [
    column('Competência', 'name start', (row) => (
      <span id={rowId(row)}>
        <Period period={row.competence} />
      </span>
    )),
    column('Situação', 'end', situation),
    column('Por quem', 'long line', (row) => lastAct(row, nameOf)),
    column('Pendências', 'line', pendingList),
    ...(mayClose ? [column('Ação', 'unseen line', (row: CompetenceRow) => act(call, row, filter))] : []),
  ];
}

function situation({ isClosed, stage }: CompetenceRow): VNode {
  return (
    <>
      <State tone={isClosed ? 'done' : 'plain'}>{isClosed ? 'Fechada' : 'Aberta'}</State>{' '}
      {!isClosed && <State tone={links.stageTones[stage]}>{words.stageNames[stage]}</State>}
    </>
  );
}

function lastAct({ state }: CompetenceRow, nameOf: Props['nameOf']): VNode | string {
  const closing = state?.closing ?? null;
  if (closing === null) return '–';
  const { by, at, closed, reason } = closing;
  const name = whoOf(by, nameOf);
  return (
    <>
      {closed ? 'Fechada' : 'Reaberta'}
      {name === '' ? '' : ` por ${name}`} em <DateTime at={at} />
      {reason !== '' && <div class="muted">{`“${reason}”`}</div>}
    </>
  );
}

const whoOf = (
  { personId, name }: Readonly<{ personId: string | null; name: string }>,
  nameOf: Props['nameOf'],
) => (personId === null ? name : nameOf(personId));

function pendingList(row: CompetenceRow): VNode | string {
  const { pending, blockedBy, company, competence } = row;
  if (blockedBy !== null)
    return (
      <>
        {`Para reabrir, reabra antes ${monthName(blockedBy)}`}
        {row.actsAfterClosing > 0 && <div>{afterClosing(row)}</div>}
      </>
    );
  if (pending.length === 0) return afterClosing(row);
  return <Pending {...{ competence }} companyId={company.companyId} warnings={pending} />;
}

function afterClosing(row: CompetenceRow): VNode | string {
  if (row.actsAfterClosing === 0) return '–';
  return <a href={links.afterClosingAddress(row)}>{words.actsAfterClosing(row.actsAfterClosing)}</a>;
}

function act(call: ConsoleCall, row: CompetenceRow, filter: Filter): VNode {
  const { company, competence, isClosed, blockedBy } = row;
  const described = `empresa-${company.companyId} ${rowId(row)}`;
  if (blockedBy !== null)
    return (
      <button disabled title={`Reabra antes ${monthName(blockedBy)}`}>
        Reabrir
      </button>
    );
  if (isClosed)
    return (
      <Form call={call} action={reopenAddress(company.companyId, competence)} class="buttons">
        <input type="hidden" name="filtro" value={filterText(filter)} />
        <TypedInput
          {...{ name: 'justificativa', required: true, maxLength: COMMENT_CHARACTERS_MAX }}
          {...{ placeholder: 'Justificativa', label: 'Justificativa', 'aria-describedby': described }}
        />
        <button aria-describedby={described}>Reabrir</button>
      </Form>
    );
  const close = (
    <Form call={call} action={closeAddress(company.companyId, competence)}>
      <input type="hidden" name="filtro" value={filterText(filter)} />
      <button aria-describedby={described}>Fechar</button>
    </Form>
  );
  if (row.isNext) return close;
  return (
    <details>
      <summary aria-describedby={described}>Mais</summary>
      {close}
    </details>
  );
}

const rowId = ({ company, competence }: CompetenceRow): string => `competencia-${company.companyId}-${competence}`;

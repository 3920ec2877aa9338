// /console/competencias: what each company's last competences lack, and the forms that close and reopen them.
import type { VNode } from 'preact';
import {
  closeCompetence,
  previewClosing,
  reopenCompetence,
} from '../../../commands/competence/closeCompetence.js';
import { closingWarnings, type ClosingWarning } from '../../../domain/books/closingWarnings.js';
import { CLOSERS, IMPORTERS } from '../../../domain/clients/roles.js';
import { groupedBy } from '../../../domain/kernel/groupedBy.js';
import { competenceAt, month as monthName, type Competence } from '../../../domain/kernel/competence.js';
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/events.js';
import * as words from '../../../messages/closing.js';
import * as confirmations from '../../../messages/confirmations.js';
import { wholeNumber } from '../../../messages/formats.js';
import { NOBODY_YET } from '../../../messages/reconciliations.js';
import {
  closingMonths,
  type ClosingMonths,
  type CompanyMonth,
} from '../../../projections/views/competences/closingMonths.js';
import { missingPoints } from '../../../projections/views/competences/checklist.js';
import { storedActorName } from '../../../projections/views/scope.js';
import { waitingByPerson } from '../../../projections/views/worklist/worklist.js';
import { companyFilter, Filters, monthFilter, refusedFilters } from '../../design/Filters.js';
import { Checkbox, Confirm, Form, isConfirmed, TypedInput, useCall } from '../../design/Form.js';
import { showPage } from '../../design/Page.js';
import { column, Exports, Pagination, rowsOfPage, Table, type Column } from '../../design/Table.js';
import { DateTime, Empty, Errors, Lines, Part, Period, State } from '../../design/values.js';
import { answeredAsFile } from '../../exportedTable.js';
import { queryOf, companyFiltered, get, monthSeen, personContext, type ConsoleCall } from '../../route.js';
import { companiesByName } from '../../session/access.js';
import { goOn } from '../../session/answers.js';
import { form, NOT_REFUSED, type FormFields, type Refusal } from '../../session/readForm.js';
import { lateNamed } from '../conciliacoes/query.js';
import { NoCompany, NoReconciliation } from '../registers/change.js';
import * as links from '../fechamento/addresses.js';
import { paths } from '../../paths.js';

const MONTH = `${paths.competences}/{companyId}/{period}`;

export const competencePages = [
  get(paths.competences, showCompetences),
  form(`${MONTH}/fechar`, close, { again: askToClose }),
  form(`${MONTH}/reabrir`, reopen, { again: showCompetences }),
];

const pageAddress = ({ search }: ConsoleCall): string => paths.competences + search;

type MonthOf = Pick<CompanyMonth, 'company' | 'competence'>;

const actAddress = ({ search }: ConsoleCall, { company, competence }: MonthOf, act: 'fechar' | 'reabrir') =>
  `${paths.competences}/${company.companyId}/${competence}/${act}${search}`;

/** Each with up to 12 competences. */
const PAGE_COMPANIES = 25;

async function showCompetences(call: ConsoleCall, { errors, status } = NOT_REFUSED): Promise<void> {
  const { deps, session } = call;
  const { month, page: requested } = queryOf(call);
  const companyId = companyFiltered(call);
  const period = month();
  const choices = companiesByName(deps.registers, session);
  const filters = [companyFilter(choices, companyId), monthFilter(period)];
  const refused = refusedFilters(call, filters);
  const newest = await closingMonths(deps, session);
  const hasNone = newest.months.every(({ companies }) => companies.length === 0);
  const isOlder = period !== null && newest.months.every(({ competence }) => competence > period);
  const closing = isOlder ? await closingMonths(deps, session, { until: period }) : newest;
  const byCompany = refused.length > 0 ? [] : competencesByCompany(closing, companyId, period);
  const companies = await Promise.all(
    byCompany.map((months) => Promise.all(months.map((month) => withPoints(call, month)))),
  );
  const { rows: onPage, pagination } = rowsOfPage(companies, requested, PAGE_COMPANIES);
  const rows = companies.flat();
  const nameOf = await deps.names.of(rows.map(({ state }) => state?.closing?.porId ?? null));
  const columns = columnsFor(nameOf);
  const file = { name: 'Competências', fileName: 'competencias', columns, rows };
  if (refused.length === 0 && (await answeredAsFile(call, file))) return;
  const list = { path: paths.competences, address: new URLSearchParams(call.querystring) };
  showPage(call, {
    title: 'Competências',
    status: refused.length > 0 ? 400 : status,
    body: (
      <>
        <Errors sentences={[...refused, ...errors]} />
        {choices.length > 1 && <Filters path={paths.competences} fields={filters} />}
        {choices.length === 0 && <NoCompany />}
        {choices.length > 0 && hasNone && <NoReconciliation />}
        {!hasNone && onPage.length === 0 && (
          <Empty next={<a href={paths.competences}>Ver todas</a>}>Nenhuma competência com este filtro.</Empty>
        )}
        {onPage.map((months) => (
          <Company months={months} columns={columns} />
        ))}
        <Pagination {...list} {...pagination} />
        {onPage.length > 0 && <Exports {...list} />}
      </>
    ),
  });
}

/** `pending`: of closing it now; none once closed. */
type CompetenceRow = CompanyMonth &
  Readonly<{
    isClosed: boolean;
    pending: readonly ClosingWarning[];
    /** The later competence to reopen first. */
    blockedBy: Competence | null;
    /** The oldest open one of those with anything. */
    isNext: boolean;
    /** Of the next one, and where nothing else is missing: points of the checklist that block its closing. */
    points: readonly string[];
  }>;

async function withPoints({ deps, session }: ConsoleCall, month: CompetenceRow): Promise<CompetenceRow> {
  const { isNext, stage, company, competence } = month;
  if (!isNext && stage !== 'CHECKLIST') return month;
  const missing = await missingPoints(deps, session, competence, [company.companyId]);
  return { ...month, points: missing.map(([, text]) => text) };
}

/** Competences of each company, by its name, in descending order. @param period only this one */
function competencesByCompany(
  { months }: ClosingMonths,
  companyId: number | null,
  period: Competence | null,
): readonly (readonly CompetenceRow[])[] {
  const all = months.flatMap(({ companies }) => companies);
  const ofCompany = all.filter(({ company }) => companyId === null || companyId === company.companyId);
  const byCompany = groupedBy(ofCompany, ({ company }) => company.companyId);
  const nameOf = ([row]: readonly CompetenceRow[]): string => row?.company.legalName ?? '';
  return [...byCompany.values()]
    .map((rows) => rowsOf(rows).filter(({ competence }) => period === null || competence === period))
    .filter(({ length }) => length > 0)
    .sort((one, other) => nameOf(one).localeCompare(nameOf(other), 'pt-BR'));
}

/** @param months of one company, descending */
function rowsOf(months: readonly CompanyMonth[]): readonly CompetenceRow[] {
  const lastClosed = months.find(({ state }) => state?.closing?.fechada === true)?.competence ?? null;
  const next = months.findLast(({ state, stage }) => state !== null && stage !== 'CLOSED');
  return months.map((month, at) => {
    const isClosed = month.stage === 'CLOSED';
    return {
      ...month,
      isClosed,
      isNext: month === next,
      points: [],
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
    current: imported && { trialBalanceId: imported.balanceteId, version: imported.versao },
    work: { releasedTrialBalanceId: progress?.trialBalanceId ?? null, unfinished: progress?.unfinished ?? 0 },
    openBefore: earlier
      .filter(isOpenInBooks)
      .map((month) => month.competence)
      .reverse(),
  });
}

function isOpenInBooks({ state }: CompanyMonth): boolean {
  return state !== null && state.closing?.fechada !== true && (state.imported !== null || state.closing !== null);
}

type CompanyProps = Readonly<{
  months: readonly CompetenceRow[];
  columns: readonly Column<CompetenceRow>[];
}>;

function Company({ months, columns }: CompanyProps) {
  const { companyId = NaN, legalName = '' } = months[0]?.company ?? {};
  const mayClose = useCall().session.access.hasAny(CLOSERS, companyId);
  const acts = column('Ação', 'unseen line', (row: CompetenceRow) => <Act row={row} />);
  return (
    <Part id={`empresa-${companyId}`} title={legalName}>
      <Table
        caption={`Competências de ${legalName}`}
        look="alike"
        columns={mayClose ? [...columns, acts] : columns}
        rows={months}
      />
    </Part>
  );
}

function columnsFor(nameOf: (personId: string) => string): readonly Column<CompetenceRow>[] {
  const by = ({ state }: CompetenceRow) => {
    const { por = '', porId = null } = state?.closing ?? {};
    return storedActorName(por, porId, nameOf);
  };
  return [
    column(
      'Competência',
      'start',
      {
        Empresa: ['text', ({ company }) => company.legalName],
        Competência: ['text', ({ competence }) => monthName(competence)],
      },
      (row) => (
        <span id={rowId(row)}>
          <Period period={row.competence} />
        </span>
      ),
    ),
    column(
      'Situação',
      'end',
      {
        Situação: ['text', ({ isClosed }) => (isClosed ? 'Fechada' : 'Aberta')],
        Etapa: ['text', ({ stage }) => words.stageWords[stage].name],
      },
      situation,
    ),
    column(
      'Por quem',
      'long line',
      {
        'Fechada ou reaberta em': ['moment', ({ state }) => state?.closing?.em],
        Por: ['text', (row) => (row.state?.closing ? by(row) : null)],
        Justificativa: ['text', ({ state }) => state?.closing?.justificativa],
      },
      (row) => lastAct(row, by(row)),
    ),
    column(
      'Pendências',
      'line',
      {
        Pendências: ['text', (row) => pendingSentences(row).join('; ')],
        'Atos depois do fechamento': ['integer', (row) => row.actsAfterClosing],
      },
      pendingList,
    ),
  ];
}

function pendingSentences({ pending, points }: CompetenceRow): readonly string[] {
  const sentences = pending.map(words.closingWarningSentence);
  return points.length === 0 ? sentences : [...sentences, words.pointsMissing(points)];
}

function situation({ isClosed, stage }: CompetenceRow): VNode {
  if (isClosed) return <State tone="done" name="Fechada" />;
  const { tone, name } = words.stageWords[stage];
  return <State tone={tone} name={`Aberta · ${name}`} />;
}

function lastAct({ state }: CompetenceRow, name: string): VNode | string {
  const closing = state?.closing ?? null;
  if (closing === null) return '';
  const { em, fechada, justificativa } = closing;
  return (
    <>
      {fechada ? 'Fechada' : 'Reaberta'}
      {name === '' ? '' : ` por ${name}`} em <DateTime at={em} />
      {justificativa !== '' && <div class="muted">{`“${justificativa}”`}</div>}
    </>
  );
}

function pendingList(row: CompetenceRow): VNode | string {
  const { pending, points, blockedBy } = row;
  if (blockedBy !== null)
    return (
      <>
        {`Para reabrir, reabra antes ${monthName(blockedBy)}`}
        {row.actsAfterClosing > 0 && <div>{afterClosing(row)}</div>}
      </>
    );
  if (pending.length + points.length === 0) return afterClosing(row);
  return <Pending of={row} warnings={pending} points={points} />;
}

type PendingProps = Readonly<{ of: MonthOf; warnings: readonly ClosingWarning[]; points?: readonly string[] }>;

function Pending({ of: { company, competence }, warnings, points = [] }: PendingProps) {
  const place = { companyId: company.companyId, competence };
  const sends = useCall().session.access.hasAny(IMPORTERS, company.companyId);
  const addresses: Readonly<Record<ClosingWarning['is'], string | null>> = {
    NothingImported: sends ? links.sendAddress(place) : null,
    NewestNotReleased: links.trialBalancesAddress(place),
    ReconciliationsUnfinished: links.unfinishedAddress(place),
    EarlierCompetencesOpen: null,
  };
  const sentences = warnings.map((warning) => {
    const sentence = words.closingWarningSentence(warning);
    const address = addresses[warning.is];
    return address === null ? sentence : <a href={address}>{sentence}</a>;
  });
  if (points.length === 0) return <Lines of={sentences} />;
  return <Lines of={[...sentences, <a href={links.checklistAddress(place)}>{words.pointsMissing(points)}</a>]} />;
}

function afterClosing(row: CompetenceRow): VNode | string {
  if (row.actsAfterClosing === 0) return '';
  return <a href={links.afterClosingAddress(row)}>{words.actsAfterClosing(row.actsAfterClosing)}</a>;
}

function Act({ row }: Readonly<{ row: CompetenceRow }>): VNode {
  const call = useCall();
  const { company, isClosed, blockedBy } = row;
  const described = `empresa-${company.companyId} ${rowId(row)}`;
  if (blockedBy !== null)
    return (
      <button disabled title={`Reabra antes ${monthName(blockedBy)}`}>
        Reabrir
      </button>
    );
  if (isClosed)
    return (
      <Form action={actAddress(call, row, 'reabrir')} class="buttons">
        <TypedInput
          name="justificativa"
          required
          maxLength={COMMENT_CHARACTERS_MAX}
          placeholder="Justificativa"
          label="Justificativa"
          says=""
          aria-describedby={described}
        />
        <button aria-describedby={described}>Reabrir</button>
      </Form>
    );
  const closeForm = (
    <Form action={actAddress(call, row, 'fechar')}>
      <button aria-describedby={described}>Fechar</button>
    </Form>
  );
  if (row.isNext) return closeForm;
  return (
    <details>
      <summary class="button" aria-describedby={described}>
        Mais
      </summary>
      {closeForm}
    </details>
  );
}

const rowId = ({ company, competence }: MonthOf): string => `competencia-${company.companyId}-${competence}`;

async function close(call: ConsoleCall, fields: FormFields) {
  if (!isConfirmed(fields)) return NOT_REFUSED;
  const books = monthSeen(call);
  const confirmed = fields.raw('declaracao').replaceAll('\r\n', '\n') || null;
  const { warnings, position } = await closeCompetence(call.deps, { ...books, confirmed }, personContext(call));
  const closed = `A competência ${monthName(books.competence)} de ${books.company.legalName} foi fechada`;
  const done = { position, told: closed, to: pageAddress(call) };
  if (warnings.length === 0) return done;
  const told = `${closed}. ${warnings.map(words.closingWarningSentence).join('. ')}.`;
  return { ...done, told, kind: 'warn' as const };
}

/** What would be left unfinished, before it is closed; above it, why it was not closed. */
async function askToClose(call: ConsoleCall, { errors, status }: Refusal): Promise<void> {
  const { deps } = call;
  const books = monthSeen(call);
  const { company, competence } = books;
  const back = pageAddress(call);
  const preview = await previewClosing(deps, books, personContext(call));
  if (preview === null) {
    const told = confirmations.alreadyClosed(competence, company.legalName);
    return goOn(call, { told, kind: 'warn', to: back });
  }
  const place = { companyId: company.companyId, competence };
  const waited = await lateNamed(deps, await waitingByPerson(deps.pages, call.session, place));
  const early = confirmations.unfinishedMonth(competence, competenceAt(deps.clock.now()));
  const { warnings, missing, statement } = preview;
  showPage(call, {
    title: confirmations.closeQuestion(competence, company.legalName),
    status,
    body: (
      <Confirm
        back={back}
        label="Fechar"
        isBlocked={missing.length > 0}
        action={actAddress(call, books, 'fechar')}
        asks={statement !== null && <Statement text={statement} />}
      >
        <Errors sentences={errors} />
        {missing.length > 0 && (
          <div class="note bad">
            <p>
              {words.POINTS_MISSING} <a href={links.checklistAddress(place)}>checklist</a>:
            </p>
            <Lines of={missing} />
          </div>
        )}
        {early === null && [...missing, ...warnings].length === 0 && <p>{confirmations.NOTHING_UNFINISHED}</p>}
        {(early !== null || warnings.length > 0) && (
          <div class="note warn">
            {early !== null && <p>{early}.</p>}
            {warnings.length > 0 && <Pending of={books} warnings={warnings} />}
          </div>
        )}
        {waited.length > 0 && <WaitedFor place={place} waited={waited} />}
        <p>{confirmations.WHAT_CLOSING_DOES}</p>
      </Confirm>
    ),
  });
}

/** The form sends the text that was confirmed: a company that changed it meanwhile asks again. */
function Statement({ text }: Readonly<{ text: string }>) {
  return (
    <fieldset>
      <legend>{words.STATEMENT_OF_CLOSING}</legend>
      <blockquote class="note">{text}</blockquote>
      <Checkbox name="declaracao" label={words.I_CONFIRM} value={text} checked={false} />
    </fieldset>
  );
}

type Waited = Awaited<ReturnType<typeof lateNamed>>[number];
function WaitedFor({ place, waited }: Readonly<{ place: links.Place; waited: readonly Waited[] }>) {
  return (
    <Table<Waited>
      caption={confirmations.WHO_IS_WAITED_FOR}
      rows={waited}
      columns={[
        column(confirmations.WHO_IS_WAITED_FOR, 'start', ({ name }) => name || NOBODY_YET),
        column('Papel', 'start', ({ role }) => role),
        column('Conciliações', 'number end', ({ name, count }) => (
          <a href={links.waitedAddress(place, name)}>{wholeNumber(count)}</a>
        )),
      ]}
    />
  );
}

async function reopen(call: ConsoleCall, fields: FormFields) {
  const books = monthSeen(call);
  const reason = fields.text('justificativa');
  if (reason.length > COMMENT_CHARACTERS_MAX)
    return [`A justificativa tem mais de ${wholeNumber(COMMENT_CHARACTERS_MAX)} caracteres`];
  const { position } = await reopenCompetence(call.deps, { ...books, reason }, personContext(call));
  const told = `A competência ${monthName(books.competence)} de ${books.company.legalName} foi reaberta`;
  return { position, told, to: pageAddress(call) };
}

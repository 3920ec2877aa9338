// GET /console/competencias, and the forms that close and reopen a competence. The commands check the person's role.
import {
  closeCompetence,
  previewClosing,
  reopenCompetence,
} from '../../../commands/competence/closeCompetence.js';
import { answerTo } from '../../../api/http/problems.js';
import { competenceAt, month as monthName } from '../../../domain/kernel/competence.js';
import { DomainError } from '../../../domain/problem.js';
import { COMMENT_CHARACTERS_MAX } from '../../../domain/reconciliation/events.js';
import { closingWarningSentence } from '../../../messages/closing.js';
import { alreadyClosed, closeQuestion, unfinishedMonth } from '../../../messages/confirmations.js';
import { wholeNumber } from '../../../messages/formats.js';
import { lateNamed } from '../conciliacoes/query.js';
import type { Done } from '../../session/answers.js';
import { isConfirmed } from '../../design/Form.js';
import { refusedFilters } from '../../design/Filters.js';
import { form, NOT_REFUSED, type FormFields } from '../../session/readForm.js';
import { answeredAsFile } from '../../exportedTable.js';
import { showPage } from '../../design/Page.js';
import { companySeen, get, monthSeen, personContext, type ConsoleCall, type ConsoleRoute } from '../../route.js';
import { companiesSeen } from '../../session/access.js';
import { waitedFor } from '../../../projections/views/worklist/worklist.js';
import { closingMonths } from '../../../projections/views/competences/closingMonths.js';
import {
  COMPETENCES,
  competencesPage,
  filterFrom,
  filtersOf,
  type Filter,
  CloseQuestion,
  Competences,
  competencesFile,
  competencesByCompany,
} from './Competences.js';

const MONTH = `${COMPETENCES}/{companyId}/{period}`;

export const competenciasRoutes: readonly ConsoleRoute[] = [
  get(COMPETENCES, showCompetences),
  form(`${MONTH}/fechar`, close),
  form(`${MONTH}/reabrir`, reopen, { again: showCompetences }),
];

/** Each with up to 12 competences. */
const PAGE_COMPANIES = 25;

/** Again after a refusal with the filter that the form kept. */
async function showCompetences(call: ConsoleCall, { errors, status } = NOT_REFUSED): Promise<void> {
  const { deps, session } = call;
  const filter = filterFrom(call.state.typed?.fields['filtro'] ?? call.querystring);
  if (filter.companyId !== null) companySeen(call, String(filter.companyId));
  const closing = await closingMonths(deps, session);
  const choices = companiesSeen(deps.registers, session);
  const refused = refusedFilters(call, filtersOf(choices, filter));
  const found = refused.length > 0 ? [] : competencesByCompany(closing, session, filter);
  const namesOf = (some: typeof found) =>
    deps.names.of(some.flatMap(({ rows }) => rows.map(({ state }) => state?.closing?.by.personId ?? null)));
  if (call.query['formato'] !== undefined && refused.length === 0) {
    const columns = [{ file: competencesFile(await namesOf(found)) }];
    const file = {
      name: 'Competências',
      fileName: 'competencias',
      columns,
      rows: found.flatMap(({ rows }) => rows),
    };
    if (await answeredAsFile(call, file)) return;
  }
  const pages = Math.ceil(found.length / PAGE_COMPANIES);
  const page = Math.max(Math.min(filter.page, pages), 1);
  const companies = found.slice((page - 1) * PAGE_COMPANIES, page * PAGE_COMPANIES);
  const pagination = { page, pages, total: found.length };
  const nameOf = await namesOf(companies);
  showPage(call, {
    title: 'Competências',
    status: refused.length > 0 ? 400 : status,
    body: (
      <Competences
        {...{ call, companies, pagination, choices, filter, nameOf }}
        errors={[...refused, ...errors]}
      />
    ),
  });
}

async function close(call: ConsoleCall, fields: FormFields): Promise<Done | undefined> {
  const books = monthSeen(call);
  const filter = filterFrom(fields.text('filtro'));
  if (!isConfirmed(fields)) return askToClose(call, books, filter);
  const confirmed = fields.raw('declaracao').replaceAll('\r\n', '\n') || null;
  const closing = closeCompetence(call.deps, { ...books, confirmed }, personContext(call));
  const done = await closing.catch(refusedClosing);
  if ('refused' in done) return askToClose(call, books, filter, done.refused);
  const { warnings, position } = done;
  const closed = `A competência ${monthName(books.competence)} de ${books.company.legalName} foi fechada`;
  const to = competencesPage(filter);
  if (warnings.length === 0) return { position, told: closed, to };
  return { position, told: `${closed}. ${warnings.map(closingWarningSentence).join('. ')}.`, kind: 'warn', to };
}

/** What would be left unfinished, before it is closed. */
async function askToClose(
  call: ConsoleCall,
  { company, competence }: ReturnType<typeof monthSeen>,
  filter: Filter,
  refused: string | null = null,
): Promise<Done | undefined> {
  const { deps } = call;
  const preview = await previewClosing(deps, { company, competence }, personContext(call));
  if (preview === null)
    return { told: alreadyClosed(competence, company.legalName), kind: 'warn', to: competencesPage(filter) };
  const { companyId } = company;
  const waiting = await waitedFor(deps.pages, call.session, { companyId, competence });
  const waited = await lateNamed(deps, waiting);
  const early = unfinishedMonth(competence, competenceAt(deps.clock.now()));
  showPage(call, {
    title: closeQuestion(competence, company.legalName),
    status: refused === null ? 200 : 409,
    body: <CloseQuestion {...{ call, company, competence, ...preview, early, waited, filter, refused }} />,
  });
  return undefined;
}

/** Refusals that the question shows again. @throws other errors */
function refusedClosing(error: unknown): Readonly<{ refused: string }> {
  if (!(error instanceof DomainError)) throw error;
  const { is } = error.problem;
  if (is !== 'ClosingPointsPending' && is !== 'StatementNotConfirmed') throw error;
  return { refused: answerTo(error).body.error };
}

async function reopen(call: ConsoleCall, fields: FormFields) {
  const books = monthSeen(call);
  const reason = fields.text('justificativa');
  if (reason.length > COMMENT_CHARACTERS_MAX)
    return [`A justificativa tem mais de ${wholeNumber(COMMENT_CHARACTERS_MAX)} caracteres`];
  const { position } = await reopenCompetence(call.deps, { ...books, reason }, personContext(call));
  const told = `A competência ${monthName(books.competence)} de ${books.company.legalName} foi reaberta`;
  return { position, told, to: competencesPage(filterFrom(fields.text('filtro'))) };
}

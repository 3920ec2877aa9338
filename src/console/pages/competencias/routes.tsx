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
import type { ConsoleDependencies } from '../../dependencies.js';
import { lateNamed } from '../conciliacoes/query.js';
import { notice, redirectTo } from '../../session/answers.js';
import { isConfirmed } from '../../design/Form.js';
import { keepTyped, readForm, refusalOf } from '../../session/readForm.js';
import { answeredAsFile } from '../../exportedTable.js';
import { showPage } from '../../design/Page.js';
import {
  companySeen,
  get,
  monthSeen,
  noteWritten,
  personContext,
  post,
  type ConsoleCall,
  type ConsoleRoute,
} from '../../route.js';
import { companiesSeen } from '../../session/access.js';
import { waitedFor } from '../../../projections/views/worklist/worklist.js';
import { closingMonths, type ClosingDependencies } from '../../../projections/views/competences/closingMonths.js';
import {
  COMPETENCES,
  competencesPage,
  filterFrom,
  type Filter,
  CloseQuestion,
  Competences,
  competencesFile,
  competencesByCompany,
} from './Competences.js';

type Deps = ClosingDependencies &
  Pick<ConsoleDependencies, 'clock' | 'names' | 'bodies' | 'written' | 'log' | 'folds' | 'spool'>;

export function competenciasRoutes(deps: Deps): readonly ConsoleRoute[] {
  return [
    get(COMPETENCES, (call) =>
      showCompetences(call, deps, { filter: filterFrom(call.querystring), status: 200, errors: [] }),
    ),
    post(`${COMPETENCES}/{companyId}/{period}/fechar`, (call) => close(call, deps)),
    post(`${COMPETENCES}/{companyId}/{period}/reabrir`, (call) => reopen(call, deps)),
  ];
}

/** Each with up to 12 competences. */
const PAGE_COMPANIES = 25;

type Shown = Readonly<{ filter: Filter; status: number; errors: readonly string[] }>;

async function showCompetences(call: ConsoleCall, deps: Deps, { filter, status, errors }: Shown): Promise<void> {
  const { session } = call.state;
  if (filter.companyId !== null) companySeen(deps, call, String(filter.companyId));
  const closing = await closingMonths(deps, session);
  const found = competencesByCompany(closing, session, filter);
  const namesOf = (some: typeof found) =>
    deps.names.of(some.flatMap(({ rows }) => rows.map(({ state }) => state?.closing?.by.personId ?? null)));
  if (call.query['formato'] !== undefined) {
    const columns = [{ file: competencesFile(await namesOf(found)) }];
    const file = {
      name: 'Competências',
      fileName: 'competencias',
      columns,
      rows: found.flatMap(({ rows }) => rows),
    };
    if (await answeredAsFile(call, deps, file)) return;
  }
  const pages = Math.ceil(found.length / PAGE_COMPANIES);
  const page = Math.max(Math.min(filter.page, pages), 1);
  const companies = found.slice((page - 1) * PAGE_COMPANIES, page * PAGE_COMPANIES);
  const pagination = { page, pages, total: found.length };
  const nameOf = await namesOf(companies);
  const choices = companiesSeen(deps.registers, session);
  showPage(call, {
    title: 'Competências',
    status,
    body: <Competences {...{ call, companies, pagination, choices, filter, nameOf, errors }} />,
  });
}

async function close(call: ConsoleCall, deps: Deps): Promise<void> {
  const books = monthSeen(deps, call);
  const fields = await readForm(call, deps);
  const filter = filterFrom(fields.text('filtro'));
  if (!isConfirmed(fields)) return askToClose(call, deps, books, filter);
  const confirmed = fields.raw('declaracao').replaceAll('\r\n', '\n') || null;
  const closing = closeCompetence(deps, { ...books, confirmed }, personContext(call));
  const done = await closing.catch(refusedClosing);
  if ('refused' in done) return askToClose(call, deps, books, filter, done.refused);
  const { warnings, position } = done;
  await noteWritten(deps, call, position);
  const closed = `A competência ${monthName(books.competence)} de ${books.company.legalName} foi fechada`;
  const sentences = warnings.map(closingWarningSentence);
  if (sentences.length === 0) notice(call, closed);
  else notice(call, `${closed}. ${sentences.join('. ')}.`, 'warn');
  redirectTo(call, competencesPage(filter));
}

/** What would be left unfinished, before it is closed. */
async function askToClose(
  call: ConsoleCall,
  deps: Deps,
  { company, competence }: ReturnType<typeof monthSeen>,
  filter: Filter,
  refused: string | null = null,
): Promise<void> {
  const preview = await previewClosing(deps, { company, competence }, personContext(call));
  if (preview === null) {
    notice(call, alreadyClosed(competence, company.legalName), 'warn');
    return redirectTo(call, competencesPage(filter));
  }
  const { companyId } = company;
  const waiting = await waitedFor(deps.pages, call.state.session, { companyId, competence });
  const waited = await lateNamed(deps, waiting);
  const early = unfinishedMonth(competence, competenceAt(deps.clock.now()));
  showPage(call, {
    title: closeQuestion(competence, company.legalName),
    status: refused === null ? 200 : 409,
    body: <CloseQuestion {...{ call, company, competence, ...preview, early, waited, filter, refused }} />,
  });
}

/** Refusals that the question shows again. @throws other errors */
function refusedClosing(error: unknown): Readonly<{ refused: string }> {
  if (!(error instanceof DomainError)) throw error;
  const { is } = error.problem;
  if (is !== 'ClosingPointsPending' && is !== 'StatementNotConfirmed') throw error;
  return { refused: answerTo(error).body.error };
}

async function reopen(call: ConsoleCall, deps: Deps): Promise<void> {
  const books = monthSeen(deps, call);
  const fields = await readForm(call, deps);
  const filter = filterFrom(fields.text('filtro'));
  const reason = fields.text('justificativa');
  const refuse = (status: number, sentence: string): Promise<void> => {
    keepTyped(call, call.path, fields);
    return showCompetences(call, deps, { filter, status, errors: [sentence] });
  };
  if (reason.length > COMMENT_CHARACTERS_MAX)
    return refuse(422, `A justificativa tem mais de ${wholeNumber(COMMENT_CHARACTERS_MAX)} caracteres`);
  try {
    const { position } = await reopenCompetence(deps, { ...books, reason }, personContext(call));
    await noteWritten(deps, call, position);
  } catch (error) {
    const { sentence, status } = refusalOf(error);
    return refuse(status, sentence);
  }
  notice(call, `A competência ${monthName(books.competence)} de ${books.company.legalName} foi reaberta`);
  redirectTo(call, competencesPage(filter));
}

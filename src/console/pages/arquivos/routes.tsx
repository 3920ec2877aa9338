// /console/conciliacoes/{id}/arquivos: files of an account's movements, shown with their pairs before the composition is recorded.
import type { VNode } from 'preact';
import { clientGone } from '../../../api/http/connections/connection.js';
import type { ReceivedFile } from '../../../api/http/request/multipart.js';
import type { FileOnDisk } from '../../../commands/imports/importFile.js';
import { stageFile } from '../../../commands/imports/stageFile.js';
import type { StagedFile } from '../../../commands/imports/stagedFiles.js';
import { saveStatementMapping, statementMappingsOf } from '../../../commands/registers/saveMapping.js';
import {
  attachMissing,
  proposalOf,
  recordComposition,
  type Proposal,
  type Read,
} from '../../../commands/reconciliations/composeFromFiles.js';
import { evidenceOf } from '../../../commands/reconciliations/evidence.js';
import { COLUMN_NAME_LENGTH_MAX, type StatementsRead } from '../../../commands/reconciliations/statementFiles.js';
import { MAPPERS } from '../../../domain/clients/roles.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { pairKey } from '../../../domain/reconciliation/matchLines.js';
import {
  statementColumns,
  statementSides,
  unnamedColumns,
  type StatementMapping,
  type StatementSide,
} from '../../../domain/reconciliation/statement.js';
import { ITEMS_MAX } from '../../../domain/reconciliation/events.js';
import { decimalCents } from '../../../domain/kernel/money.js';
import { ownRefusalSentence } from '../../../messages/reconciliationPage.js';
import {
  alreadySent,
  BALANCE_UNREAD,
  COLUMNS_REPEATED,
  columnsSaved,
  columnsUnnamed,
  compositionSaved,
  EVIDENCE_LEFT_OUT,
  LEDGER_MISSING,
  PAIR_ONE_OF_EACH,
  PAIR_SUMS_DIFFER,
  PREVIEW_CHANGED,
  SAME_FILE,
  sideNames,
  STATEMENT_BALANCE,
  statementSentences,
} from '../../../messages/statements.js';
import type { ConsoleDependencies } from '../../dependencies.js';
import { showPage } from '../../design/Page.js';
import {
  anyRole,
  notFound,
  noteWritten,
  personContext,
  routesUnder,
  type ConsoleCall,
  type ConsoleRoute,
  ConsoleRefused,
} from '../../route.js';
import { notice, redirectTo } from '../../session/answers.js';
import { readForm, withUpload, type FormFields } from '../../session/readForm.js';
import { fingerprintOf, ownerOf, stagedInPath, withStaged } from '../../session/stagedFiles.js';
import { commandDeps, roleRefused, targetOf, type Target } from '../conciliacao/actRoutes.js';
import { FILES, filesPath, pagePath } from '../conciliacao/addresses.js';
import { decimalFromBrazilian } from '../conciliacao/brazilianText.js';
import { named } from '../conciliacao/files.js';
import { readPage, type PageData } from '../conciliacao/pageData.js';
import { signsOf } from '../conciliacao/typedItems.js';
import { titleOf } from '../conciliacao/View.js';
import { FilesForm } from './FilesForm.js';
import { FilesPage } from './FilesPage.js';
import { CHANGES_MAX, handPair, type Kept } from './kept.js';

export function fileRoutes(deps: ConsoleDependencies): readonly ConsoleRoute[] {
  const route = routesUnder(deps, FILES, anyRole);
  return [
    route('GET', '', showEmptyForm),
    route('POST', '', send),
    route('GET', '/{staged}', showFiles),
    route('POST', '/{staged}/pares', change),
    route('POST', '/{staged}/colunas', correctColumns),
    route('POST', '/{staged}/gravar', record),
    route('POST', '/{staged}/descartar', discard),
  ];
}

/**
 * For who may record the composition now; others are led back to the account, which says why not.
 * @param mayMap an Administrador who may not sees the files, to save their columns
 * @throws ConsoleRefused PageNotFound, PageForbidden
 */
async function composing(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  mayMap = false,
): Promise<Readonly<{ data: PageData; target: Target; mayRecord: boolean }> | null> {
  const target = await targetOf(deps, call);
  const isMapper = mayMap && call.state.session.access.hasAny(MAPPERS, target.asked.company.companyId);
  if (!isMapper && roleRefused(deps, call, 'compose', target) !== null) throw new ConsoleRefused('PageForbidden');
  const data = await readPage(deps, call);
  const act = data.acts.find((one) => one.act === 'compose');
  if (act?.refusal === null) return { data, target, mayRecord: true };
  if (isMapper) return { data, target, mayRecord: false };
  if (act) notice(call, ownRefusalSentence(act.refusal), 'bad');
  redirectTo(call, pagePath(target.id));
  return null;
}

async function showEmptyForm(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const found = await composing(deps, call);
  if (found !== null) showForm(call, found.data, []);
}

function showForm(call: ConsoleCall, data: PageData, errors: readonly string[]): void {
  const body = <FilesForm {...{ call, errors }} id={data.id} />;
  show(call, data, body, errors.length === 0 ? 200 : 422);
}

function show(call: ConsoleCall, data: PageData, body: VNode, status = 200): void {
  const actions = (
    <a class="button" href={pagePath(data.id)}>
      Voltar à conta
    </a>
  );
  showPage(call, { title: `Arquivos: ${titleOf(data)}`, status, actions, body });
}

async function send(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const found = await composing(deps, call);
  if (found === null) return;
  await withUpload(call, deps, [], async (_, files) => {
    const [ledger, statement, third] = files;
    const error = uploadError(ledger, statement);
    if (error !== null || ledger === undefined || third !== undefined)
      return showForm(call, found.data, [error ?? LEDGER_MISSING]);
    const nothing = { inverted: [], undone: [], byHand: [], balanceCents: null, columns: {} };
    const kept = { ...nothing, reconciliationId: found.target.id };
    const other = isChosen(statement) ? await staged(deps, call, found.target, statement, null) : null;
    const first = await staged(deps, call, found.target, ledger, { ...kept, other: other?.stagedId ?? null });
    redirectTo(call, `${filesPath(found.target.id)}/${first.stagedId}`);
  });
}

/** A browser sends a file without name and content where none was chosen. */
function isChosen(file: ReceivedFile | undefined): file is ReceivedFile {
  return file !== undefined && (file.name !== '' || file.size > 0);
}

function uploadError(ledger: ReceivedFile | undefined, statement: ReceivedFile | undefined): string | null {
  if (!isChosen(ledger)) return LEDGER_MISSING;
  return isChosen(statement) && ledger.sha256 === statement.sha256 ? SAME_FILE : null;
}

function staged(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  { asked: { company, competence } }: Target,
  { name, size, sha256, path }: ReceivedFile,
  kept: Kept | null,
): Promise<StagedFile> {
  const of = { companyId: company.companyId, period: competence, chartName: null, name, size, sha256 };
  return stageFile(deps, { ...ownerOf(call, 'conciliacao'), ...of, preview: JSON.stringify(kept) }, path);
}

type Opened = Readonly<{
  data: PageData;
  target: Target;
  kept: Kept;
  files: readonly StagedFile[];
  /** Whether the files are the session's own, to be recorded. */
  mayRecord: boolean;
}>;

/** @param mayMap whether an Administrador of the company sees the files of others. @throws ConsoleRefused PageNotFound */
async function opened(deps: ConsoleDependencies, call: ConsoleCall, mayMap = false): Promise<Opened | null> {
  const found = await composing(deps, call, mayMap);
  if (found === null) return null;
  const sees = ({ companyId }: StagedFile): boolean => call.state.session.access.hasAny(MAPPERS, companyId);
  const first = (await stagedInPath(deps, call, 'conciliacao', mayMap ? sees : undefined)) ?? notFound();
  const mayRecord = found.mayRecord && first.owner === ownerOf(call, 'conciliacao').owner;
  const kept = JSON.parse(first.preview) as Kept | null;
  if (kept?.reconciliationId !== found.target.id) return notFound();
  const other = kept.other === null ? null : ((await deps.stagedFiles.find(kept.other)) ?? notFound());
  return { ...found, mayRecord, kept, files: other === null ? [first] : [first, other] };
}

/** Runs with the files on this machine's disk. */
function withFiles<Result>(
  deps: ConsoleDependencies,
  [first, ...others]: readonly StagedFile[],
  work: (files: readonly FileOnDisk[]) => Promise<Result>,
): Promise<Result> {
  if (first === undefined) return work([]);
  return withStaged(deps, first, (file) => withFiles(deps, others, (more) => work([file, ...more])));
}

const accountOf = ({ data: { row, detail } }: Pick<Opened, 'data'>) => ({
  current: detail.composition,
  competence: row.competencia as Competence,
  debit: signsOf(row, null).debit,
  balanceText: STATEMENT_BALANCE,
});

async function readFiles(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  { data, kept, target }: Opened,
  files: readonly FileOnDisk[],
): Promise<StatementsRead> {
  const saved = await statementMappingsOf(deps.folds, target.asked.company);
  const sides = files.map(({ path }, at) => {
    const side = statementSides[at] as StatementSide;
    const isInverted = kept.inverted.includes(side);
    return { side, path, isInverted, chosen: kept.columns[side] ?? null, saved: saved(side) };
  });
  const asked = { ...accountOf({ data }), files: sides, accountCode: data.row.contaCodigo };
  return deps.readStatements(call.state.session.clientId, asked, clientGone(call));
}

type Shown = Readonly<{ read: Read; proposal: Proposal; fingerprint: string }>;

/** Of the same items the same fingerprint. */
function shownOf(read: Read, { data, kept }: Opened): Shown {
  const proposal = proposalOf(read, kept, accountOf({ data }));
  return { read, proposal, fingerprint: fingerprintOf(JSON.stringify(proposal.items)) };
}

async function showFiles(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const all = await opened(deps, call, true);
  if (all === null) return;
  const { data, target, files, mayRecord, kept } = all;
  const [read, attached] = await Promise.all([
    withFiles(deps, files, (onDisk) => readFiles(deps, call, all, onDisk)),
    attachedHashes(deps, target),
  ]);
  const shown = read.ok
    ? shownOf(read, all)
    : { read, sentences: statementSentences(read.fault).map((one) => `${sideNames[read.side]}: ${one}`) };
  const told = files.filter(({ sha256 }) => attached.has(sha256)).map(({ name }) => alreadySent(name));
  show(
    call,
    data,
    <FilesPage {...{ call, data, files, told, shown, mayRecord }} columns={kept.columns} />,
    read.ok ? 200 : 422,
  );
}

async function attachedHashes(
  { eventLog: log, folds }: ConsoleDependencies,
  { id, asked: { company, competence } }: Target,
): Promise<ReadonlySet<string>> {
  const found = await evidenceOf({ log, folds }, { company, competence, reconciliationId: id });
  return new Set(found.map(({ sha256 }) => sha256));
}

/** Pairs undone and formed, signs and balance: what the page shows changes, nothing else. */
async function change(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const all = await opened(deps, call);
  if (all === null) return;
  const changed = await withFiles(deps, all.files, async (files) => {
    const read = await readFiles(deps, call, all, files);
    return read.ok ? changedBy(form, all.kept, shownOf(read, all)) : all.kept;
  });
  const [first] = all.files;
  if (typeof changed === 'string') notice(call, changed, 'bad');
  else if (first) await deps.stagedFiles.change(first.stagedId, { preview: JSON.stringify(changed) });
  redirectTo(call, `${filesPath(all.target.id)}/${first?.stagedId ?? ''}${call.search}`);
}

/** Takes the columns for this file, saves them for the next, or goes back to the saved ones. Other columns make other pairs. */
async function correctColumns(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const all = await opened(deps, call, true);
  if (all === null) return;
  const { company } = all.target.asked;
  const side = statementSides.find((one) => one === form.raw('arquivo')) ?? notFound();
  const act = form.text('acao');
  const mapping = act === 'voltar' ? null : mappingIn(form);
  if (typeof mapping === 'string') notice(call, mapping, 'bad');
  else {
    if (act === 'salvar' && mapping !== null) {
      const commands = commandDeps(deps);
      await noteWritten(
        deps,
        call,
        await saveStatementMapping(commands, company, { side, mapping }, personContext(call)),
      );
      notice(call, columnsSaved(side));
    }
    const columns = { ...all.kept.columns, [side]: act === 'salvar' ? null : mapping };
    const kept: Kept = { ...all.kept, columns, undone: [], byHand: [] };
    await deps.stagedFiles.change(all.files[0]?.stagedId ?? '', { preview: JSON.stringify(kept) });
  }
  redirectTo(call, `${filesPath(all.target.id)}/${all.files[0]?.stagedId ?? ''}`);
}

/** Or a sentence why not. */
function mappingIn(form: FormFields): StatementMapping | string {
  const named = statementColumns.flatMap((column) => {
    const name = form.text(column);
    return name === '' ? [] : [[column, name] as const];
  });
  const mapping: StatementMapping = Object.fromEntries(named);
  const unnamed = unnamedColumns(mapping);
  const isRepeated = new Set(named.map(([, name]) => name)).size < named.length;
  if (unnamed.length > 0) return columnsUnnamed(unnamed);
  return isRepeated || named.some(([, name]) => name.length > COLUMN_NAME_LENGTH_MAX) ? COLUMNS_REPEATED : mapping;
}

/** Or a sentence why not. */
function changedBy(form: FormFields, kept: Kept, { read, proposal }: Shown): Kept | string {
  const undo = form.raw('desfazer');
  if (undo !== '') {
    const byHand = kept.byHand.filter((pair) => pairKey(pair) !== undo);
    if (byHand.length < kept.byHand.length) return { ...kept, byHand };
    const isPair = proposal.pairs.some((pair) => pairKey(pair) === undo);
    return isPair ? { ...kept, undone: [...kept.undone, undo].slice(-CHANGES_MAX) } : kept;
  }
  const side = statementSides.find((one) => one === form.raw('inverter'));
  if (side !== undefined) {
    const others = kept.inverted.filter((one) => one !== side);
    const inverted = others.length < kept.inverted.length ? others : [...others, side];
    // Other amounts make other pairs.
    return { ...kept, inverted, undone: [], byHand: [] };
  }
  if (form.raw('acao') === 'saldo') {
    const text = form.text('saldo');
    const balanceCents = text === '' ? null : decimalCents(decimalFromBrazilian(text));
    return text !== '' && balanceCents === null ? BALANCE_UNREAD : { ...kept, balanceCents };
  }
  const pair = handPair(read, proposal, { razao: form.all('razao'), extrato: form.all('extrato') });
  if (pair === 'oneOfEach') return PAIR_ONE_OF_EACH;
  if (pair === 'sums') return PAIR_SUMS_DIFFER;
  return { ...kept, byHand: [...kept.byHand, pair].slice(-CHANGES_MAX) };
}

/** Records what the page showed, and keeps the files as evidence of it. */
async function record(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  const form = await readForm(call, deps);
  const all = await opened(deps, call);
  if (all === null) return;
  const { data, target, files } = all;
  const told = await withFiles(deps, files, async (onDisk) => {
    const read = await readFiles(deps, call, all, onDisk);
    const shown = read.ok ? shownOf(read, all) : null;
    if (shown === null || form.text('previa') !== shown.fingerprint) return PREVIEW_CHANGED;
    const { items, sumCents } = shown.proposal;
    if (sumCents === null || items.length > ITEMS_MAX) return PREVIEW_CHANGED;
    const composed = { current: data.detail.composition, revision: data.revision, items, sumCents };
    const of = { ...target.asked, reconciliationId: target.id };
    const { result, position } = await recordComposition(commandDeps(deps), of, composed, personContext(call));
    if (result?.ok === false) return ownRefusalSentence(result.refusal);
    await noteWritten(deps, call, position);
    const isWhole = await attachAll(deps, call, target, onDisk);
    notice(call, isWhole ? compositionSaved(items.length) : EVIDENCE_LEFT_OUT, isWhole ? 'done' : 'warn');
    return null;
  });
  if (told !== null) {
    notice(call, told, 'bad');
    return redirectTo(call, `${filesPath(target.id)}/${files[0]?.stagedId ?? ''}`);
  }
  for (const { stagedId } of files) await deps.stagedFiles.remove(stagedId);
  redirectTo(call, pagePath(target.id));
}

/** @returns whether the reconciliation has all of them now */
async function attachAll(
  deps: ConsoleDependencies,
  call: ConsoleCall,
  target: Target,
  files: readonly FileOnDisk[],
): Promise<boolean> {
  const { isWhole, position } = await attachMissing(
    { ...commandDeps(deps), evidence: deps.evidence, evidenceBytesMax: deps.evidenceBytesMax },
    { ...target.asked, reconciliationId: target.id },
    files.map((file) => ({ ...file, ...named(file.name) })),
    personContext(call),
  );
  await noteWritten(deps, call, position);
  return isWhole;
}

async function discard(deps: ConsoleDependencies, call: ConsoleCall): Promise<void> {
  await readForm(call, deps);
  const all = await opened(deps, call);
  if (all === null) return;
  for (const { stagedId } of all.files) await deps.stagedFiles.remove(stagedId);
  redirectTo(call, filesPath(all.target.id));
}

// /console/conciliacoes/{id}/arquivos: files of an account's movements, paired before its composition is recorded.
import {
  attachMissing,
  proposalOf,
  recordComposition,
} from '../../../commands/reconciliations/composeFromFiles.js';
import { pairKey, type Pair } from '../../../domain/reconciliation/matchLines.js';
import {
  statementSides,
  type StatementMapping,
  type StatementSide,
  statementColumns,
  unnamedColumns,
} from '../../../domain/reconciliation/statement.js';
import { LinkButton, fileField } from '../../design/Form.js';
import { clientGone } from '../../../api/http/connections/connection.js';
import type { FileOnDisk } from '../../../commands/imports/importFile.js';
import { evidenceOf } from '../../../commands/reconciliations/evidence.js';
import { COLUMN_NAME_LENGTH_MAX } from '../../../domain/trialBalance/interpretation.js';
import { saveStatementMapping, statementMappingsOf } from '../../../commands/registers/saveMapping.js';
import { MAPPERS } from '../../../domain/clients/roles.js';
import type { Competence } from '../../../domain/kernel/competence.js';
import { decimalCents } from '../../../domain/kernel/money.js';
import { ITEMS_MAX } from '../../../domain/reconciliation/events.js';
import { ownRefusalSentence } from '../../../messages/reconciliationPage.js';
import * as words from '../../../messages/statements.js';
import { anyRole, ConsoleRefused, noteWritten, notFound, personContext, type ConsoleCall } from '../../route.js';
import { notice, redirectTo } from '../../session/answers.js';
import type { FormFields } from '../../session/readForm.js';
import * as flow from '../../upload/flow.js';
import { nameAndType, roleRefused, targetOf } from '../conciliacao/actRoutes.js';
import { FILES, pagePath } from '../conciliacao/addresses.js';
import { amountFromBrazilian } from '../../brazilianText.js';
import { readPage, type PageData } from '../conciliacao/pageData.js';
import { signsOf } from '../conciliacao/typedItems.js';
import { titleOf } from '../conciliacao/View.js';
import { FilesPage, type FilesKind, type Draft, type OpenedFiles, type Paired, type Unread } from './FilesPage.js';

type Act = FilesKind['acts'][string];

/** What an Administrador who may not record does with the files of others. */
const OF_OTHERS = ['', 'colunas'];

/** Place for who may record the composition now; others are led back to the account, which says why not. */
const place: FilesKind['place'] = async (call, act) => {
  const target = await targetOf(call);
  const mayMap = call.session.access.hasAny(MAPPERS, target.command.company.companyId);
  const isMapper = mayMap && act !== null && OF_OTHERS.includes(act);
  if (!isMapper && roleRefused(call, 'compose', target) !== null) throw new ConsoleRefused('PageForbidden');
  const data = await readPage(call);
  const compose = data.acts.find((one) => one.act === 'compose');
  if (compose?.refusal === null) return { data, target, mayRecord: true };
  if (isMapper) return { data, target, mayRecord: false };
  if (compose) notice(call, ownRefusalSentence(compose.refusal), 'bad');
  redirectTo(call, pagePath(target.id));
  return null;
};

const headOf = (data: PageData) => ({
  title: `Arquivos: ${titleOf(data.row)}`,
  actions: <LinkButton href={pagePath(data.id)}>Voltar à conta</LinkButton>,
});

const form: FilesKind['form'] = async (_, { data }) => ({
  ...headOf(data),
  fields: [
    fileField({
      label: 'Razão da conta, ou lista de itens',
      id: 'campo-razao',
      hint: 'CSV, XLSX ou OFX com data, descrição e valor (ou débito e crédito); também documento e contraparte. Até 50.000 linhas.',
    }),
    fileField({
      label: 'Extrato, para conferir com o razão',
      id: 'campo-extrato',
      required: false,
      hint: 'Do banco, do cartão ou do fornecedor. Sem ele, as linhas do primeiro arquivo são acrescentadas à composição.',
    }),
  ],
});

const take: FilesKind['take'] = async (call, { place: { target }, files }) => {
  const [ledger = null, statement = null, third] = files;
  if (ledger === null || third !== undefined) return [words.LEDGER_MISSING];
  if (ledger.sha256 === statement?.sha256) return [words.SAME_FILE];
  const { company, competence } = target.command;
  const of = { companyId: company.companyId, period: competence, chartName: null };
  const other = statement && (await flow.keepFile(call, 'conciliacao', of, statement, null));
  const draft: Draft = {
    reconciliationId: target.id,
    other: other?.stagedId ?? null,
    inverted: [],
    undone: [],
    byHand: [],
    balanceCents: null,
    columns: {},
  };
  return flow.keepFile(call, 'conciliacao', of, ledger, draft);
};

const accountOf = ({ row, detail }: PageData) => ({
  current: detail.composition,
  competence: row.competencia as Competence,
  debit: signsOf(row, null).debit,
  balanceText: words.STATEMENT_BALANCE,
});

/** Runs with the files on this machine's disk, and with what the page shows of them. */
function withRead<Result>(
  call: ConsoleCall,
  { place: { data, target }, draft, files: [ledger, statement] }: OpenedFiles,
  work: (outcome: Paired | Unread, files: readonly FileOnDisk[]) => Promise<Result>,
): Promise<Result> {
  const { deps } = call;
  const read = async (files: readonly FileOnDisk[]): Promise<Result> => {
    const saved = await statementMappingsOf(deps.folds, target.command.company);
    const sides = files.map(({ path }, at) => {
      const side = statementSides[at] as StatementSide;
      const isInverted = draft.inverted.includes(side);
      return { side, path, isInverted, chosen: draft.columns[side] ?? null, saved: saved(side) };
    });
    const account = accountOf(data);
    const request = { ...account, files: sides, accountCode: data.row.contaCodigo };
    const result = await deps.readStatements(call.session.clientId, request, clientGone(call));
    return work(result.ok ? { read: result, proposal: proposalOf(result, draft, account) } : result, files);
  };
  if (ledger === undefined) return notFound();
  return flow.withStaged(call, ledger, (file) =>
    statement === undefined ? read([file]) : flow.withStaged(call, statement, (other) => read([file, other])),
  );
}

const preview: FilesKind['preview'] = async (call, opened) => {
  const { files, company, place: at } = opened;
  const { data, target } = at;
  const of = { company, competence: target.command.competence, reconciliationId: target.id };
  const [outcome, evidence] = await Promise.all([
    withRead(call, opened, async (one) => one),
    evidenceOf(call.deps, of),
  ]);
  const attached = new Set(evidence.map(({ sha256 }) => sha256));
  return {
    ...headOf(data),
    ...('read' in outcome ? {} : { status: 422 }),
    about: ',',
    body: (
      <>
        {files
          .filter(({ sha256 }) => attached.has(sha256))
          .map(({ name }) => (
            <p class="note warn">{words.alreadySent(name)}</p>
          ))}
        <FilesPage opened={opened} outcome={outcome} />
      </>
    ),
  };
};

/** Pairs undone and formed, signs and balance: what the page shows changes, nothing else. */
const pares: Act = async (call, opened, sent) => {
  const changed = await withRead(call, opened, async (outcome) =>
    'read' in outcome ? changedBy(sent, opened.draft, outcome) : opened.draft,
  );
  const { search } = call;
  return typeof changed === 'string'
    ? { search, told: changed, kind: 'bad' }
    : { search, changes: { draft: changed } };
};

function changedBy(sent: FormFields, draft: Draft, outcome: Paired): Draft | string {
  const undo = sent.raw('desfazer');
  if (undo !== '') {
    const byHand = draft.byHand.filter((pair) => pairKey(pair) !== undo);
    if (byHand.length < draft.byHand.length) return { ...draft, byHand };
    const isPair = outcome.proposal.pairs.some((pair) => pairKey(pair) === undo);
    return isPair ? { ...draft, undone: [...draft.undone, undo].slice(-CHANGES_MAX) } : draft;
  }
  const side = statementSides.find((one) => one === sent.raw('inverter'));
  if (side !== undefined) {
    const others = draft.inverted.filter((one) => one !== side);
    const inverted = others.length < draft.inverted.length ? others : [...others, side];
    // Other amounts make other pairs.
    return { ...draft, inverted, undone: [], byHand: [] };
  }
  if (sent.raw('acao') === 'saldo') {
    const text = sent.text('saldo');
    const balanceCents = text === '' ? null : balanceIn(text, draft);
    return text !== '' && balanceCents === null ? words.BALANCE_UNREAD : { ...draft, balanceCents };
  }
  const pair = handPair(outcome, sent);
  if (typeof pair === 'string') return pair;
  return { ...draft, byHand: [...draft.byHand, pair].slice(-CHANGES_MAX) };
}

/** With the side that the statement writes after it: as in its lines, a credit there is money of the account. */
function balanceIn(text: string, { inverted }: Draft): number | null {
  const { decimal, side = null } = amountFromBrazilian(text) ?? { decimal: null };
  const cents = decimalCents(decimal);
  const incoming = inverted.includes('extrato') ? 'D' : 'C';
  return cents === null || side === null || side === incoming ? cents : 0 - Math.abs(cents);
}

/** How often a person may change something: what is kept stays small. */
const CHANGES_MAX = 2_000;

/** A pair by hand of the marked lines, that are in none; or a sentence why not. */
function handPair({ read, proposal }: Paired, sent: FormFields): Pair | string {
  const chosen = (side: StatementSide): readonly number[] => {
    const open = new Map(proposal.left[side].map((index) => [String(index), index]));
    return [...new Set(sent.all(side))].flatMap((text) => open.get(text) ?? []);
  };
  const pair = { razao: chosen('razao'), extrato: chosen('extrato') };
  const isWhole = (side: StatementSide): boolean =>
    pair[side].length > 0 && pair[side].length === new Set(sent.all(side)).size;
  if (!statementSides.every(isWhole)) return words.PAIR_ONE_OF_EACH;
  const sumOf = (side: StatementSide): bigint =>
    pair[side].reduce((sum, index) => sum + BigInt(read.lines[side][index]?.amountCents ?? 0), 0n);
  return sumOf('razao') === sumOf('extrato') ? { rule: 'hand', ...pair } : words.PAIR_SUMS_DIFFER;
}

/** Other columns make other pairs. */
const colunas: Act = (call, { company, draft }, sent) => {
  const side = statementSides.find((one) => one === sent.raw('arquivo')) ?? notFound();
  return flow.corrected<StatementMapping, Draft>(sent, mappingIn, {
    told: words.columnsSaved(side),
    save: (mapping) => saveStatementMapping(call.deps, company, { side, mapping }, personContext(call)),
    apply: async (mapping) => ({
      draft: { ...draft, columns: { ...draft.columns, [side]: mapping }, undone: [], byHand: [] },
    }),
  });
};

function mappingIn(sent: FormFields): StatementMapping | string {
  const chosen = statementColumns.flatMap((column) => {
    const name = sent.text(column);
    return name === '' ? [] : [[column, name] as const];
  });
  const mapping: StatementMapping = Object.fromEntries(chosen);
  const unnamed = unnamedColumns(mapping);
  if (unnamed.length > 0) return words.columnsUnnamed(unnamed);
  const isRepeated = new Set(chosen.map(([, name]) => name)).size < chosen.length;
  const isTooLong = chosen.some(([, name]) => name.length > COLUMN_NAME_LENGTH_MAX);
  return isRepeated || isTooLong ? words.COLUMNS_REPEATED : mapping;
}

/** Records what the page showed, and keeps the files as evidence of it. */
const gravar: Act = (call, opened, sent) =>
  withRead(call, opened, async (outcome, files) => {
    const { data, target } = opened.place;
    const proposal = 'read' in outcome && flow.isShown(sent, outcome.proposal.items) ? outcome.proposal : null;
    if (proposal === null || proposal.sumCents === null || proposal.items.length > ITEMS_MAX)
      return { told: words.PREVIEW_CHANGED, kind: 'bad' };
    const { items, sumCents } = proposal;
    const composed = { current: data.detail.composition, revision: data.revision, items, sumCents };
    const of = { ...target.command, reconciliationId: target.id };
    const recorded = await recordComposition(call.deps, of, composed, personContext(call));
    if (recorded.result?.ok === false) return { told: ownRefusalSentence(recorded.result.refusal), kind: 'bad' };
    await noteWritten(call, recorded.position);
    const { isWhole, position } = await attachMissing(
      call.deps,
      of,
      files.map((file) => ({ ...file, ...nameAndType(file.name) })),
      personContext(call),
    );
    const to = pagePath(target.id);
    if (!isWhole) return { position, to, told: words.EVIDENCE_LEFT_OUT, kind: 'warn' };
    return { position, to, told: words.compositionSaved(items.length) };
  });

export const fileRoutes = flow.uploadRoutes({
  base: FILES,
  may: anyRole,
  purpose: 'conciliacao',
  fields: [],
  others: OF_OTHERS,
  place,
  form,
  take,
  preview,
  acts: { pares, colunas, gravar },
  mayOpen: (_, { place: { target }, draft }) => draft.reconciliationId === target.id,
});

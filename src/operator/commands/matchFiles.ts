// `reconciliations match`: what files of an account's movements would make of its composition; with --apply, its
// record.
// Source: docs/spec/workflow.md#matching.
import type { FileOnDisk } from '../../commands/imports/importFile.js';
import {
  attachMissing,
  previewComposition,
  recordComposition,
  type Previewed,
} from '../../commands/reconciliations/composeFromFiles.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import { roles as ALL_ROLES } from '../../domain/clients/roles.js';
import { exactBalance } from '../../domain/kernel/money.js';
import { statementSides, type StatementSide } from '../../domain/reconciliation/statement.js';
import { ITEMS_MAX } from '../../domain/reconciliation/events.js';
import { dayText, money } from '../../messages/formats.js';
import { actRefusalSentence } from '../../messages/reconciliations.js';
import {
  EVIDENCE_LEFT_OUT,
  SAME_FILE,
  STATEMENT_BALANCE,
  alreadyInComposition,
  compositionSaved,
  pageOfMatching,
  sideNames,
  statementAnswer,
  statementSentences,
  sumsUntried,
  tooManyLeft,
} from '../../messages/statements.js';
import { amount, oneOf, parseWholeNumber } from '../arguments.js';
import {
  command,
  flag,
  optional,
  repeated,
  required,
  withDefault,
  type ValuesOf,
  type Running,
} from '../command.js';
import { mediaTypeOf } from '../evidenceFile.js';
import { fileOnDisk } from '../fileImports.js';
import { table } from '../output.js';
import { actingPerson } from '../reconciliationRequest.js';
import { companyFor } from '../permissions.js';
import { Refused } from '../refusalText.js';
import type { OperatorDependencies } from '../dependencies.js';
import type { ReconciliationPlace } from '../../projections/views/reconciliations/reconciliations.js';
import { placeFor } from './evidence.js';
import { readColumns } from './mappings.js';

const ROWS = 100;

/** The command's reading is never aborted: it ends with the process. */
const NEVER = new AbortController().signal;

const TAKES = {
  id: required('<id>', 'id da conciliação', parseWholeNumber),
  ledger: required('<arquivo>', 'razão da conta, ou lista de itens: CSV, XLSX ou OFX'),
  statement: optional('<arquivo>', 'extrato, para conferir com o razão'),
  balance: optional('<valor>', 'saldo final do extrato, como -1234.56; se omitido, o do arquivo', amount),
  invert: repeated('<lado>', 'lado cujos sinais se invertem; pode ser repetido', oneOf(statementSides)),
  columns: optional(
    '<mapa.json>',
    'colunas do razão e do extrato; se omitidas, as salvas da empresa (mapping set)',
  ),
  page: withDefault('<n>', `página das listas, com ${ROWS} linhas de cada uma`, parseWholeNumber, 1),
  apply: flag('grava a composição como um usuário (--as), com os arquivos como evidência'),
};
type Options = ValuesOf<typeof TAKES>;

export const match = command({
  name: 'reconciliations match',
  says: 'confere o razão de uma conta com o extrato e mostra a composição que resulta; com --apply, grava-a',
  roles: ALL_ROLES,
  changes: true,
  examples: [
    'reconciliations match --id 12 --ledger razao.csv --statement extrato.ofx',
    'reconciliations match --id 12 --ledger razao.csv --statement extrato.ofx --apply --as ana@cliente.com.br',
  ],
  takes: TAKES,
  run: (options, deps, running) => matched(deps, running, options),
});

async function matched(deps: OperatorDependencies, context: Running, options: Options) {
  const personId = options.apply ? (await actingPerson(deps, context)).personId : null;
  const place = await placeFor(deps, context, options.id);
  const company = companyFor(deps, context, place.companyId);
  const files = await filesOf(options);
  const previewed = await previewOf(deps, company, place, { files, options });
  const { read, proposal } = previewed;
  const { items, sumCents, known } = proposal;
  if (items.length > ITEMS_MAX || sumCents === null) throw new Refused(tooManyLeft(items.length));
  const { row } = place;
  const untried = read.matched?.untried ?? 0;
  const differenceCents = exactBalance(row.saldoContabil, -sumCents, row.ajustes);
  const pageRequest = { page: options.page, limit: ROWS };
  const proposed = statementAnswer({ ...proposal, lines: read.lines, untried, differenceCents }, pageRequest);
  const pages = Math.ceil(Math.max(...Object.values(proposed.totais)) / ROWS);
  const notes = [
    ...(pages > 1 ? [pageOfMatching(options.page, pages, proposed.totais)] : []),
    ...(known > 0 ? [alreadyInComposition(known)] : []),
    ...(untried > 0 ? [sumsUntried(untried)] : []),
  ];
  if (personId === null) return { json: proposed, text: textOf(proposed, notes) };
  const of = { company, competence: place.competence, reconciliationId: options.id, personId };
  const composition = { ...previewed, items, sumCents };
  const { result, position } = await recordComposition(deps, of, composition, context);
  if (result?.ok === false) throw new Refused(actRefusalSentence(result.refusal));
  const filesToAttach = files.map((file) => ({ ...file, mediaType: mediaTypeOf(file.name) }));
  const attached = await attachMissing(deps, of, filesToAttach, context);
  const saved = [...notes, compositionSaved(items.length), ...(attached.isWhole ? [] : [EVIDENCE_LEFT_OUT])];
  return {
    json: proposed,
    text: textOf(proposed, saved),
    change: { position: attached.position ?? position },
  };
}

/** The ledger, then the statement. @throws Refused */
async function filesOf({ ledger, statement }: Options): Promise<readonly FileOnDisk[]> {
  const files = [await fileOnDisk(ledger), ...(statement === null ? [] : [await fileOnDisk(statement)])];
  if (files.length > 1 && files[0]?.sha256 === files[1]?.sha256) throw new Refused(SAME_FILE);
  return files;
}

type Asked = Readonly<{ files: readonly FileOnDisk[]; options: Options }>;

/** @throws Refused with the sentences of a file that has no lines for the account */
async function previewOf(
  deps: OperatorDependencies,
  company: CompanyFacts,
  { competence, row }: ReconciliationPlace,
  { files, options: { id, balance: balanceCents, columns, invert } }: Asked,
): Promise<Previewed> {
  const columnsOfSides = columns === null ? {} : await readColumns(columns);
  const sides = files.map(({ path }, at) => {
    const side = statementSides[at] as StatementSide;
    return { side, path, isInverted: invert.includes(side), chosen: columnsOfSides[side] ?? null };
  });
  const debit = await deps.queries.debitOf(row);
  const account = { company, competence, reconciliationId: id, accountCode: row.contaCodigo, debit } as const;
  const changes = { undone: [], byHand: [], balanceCents, balanceText: STATEMENT_BALANCE };
  const preview = await previewComposition(deps, account, sides, changes, NEVER);
  if ('proposal' in preview) return preview;
  throw new Refused(`${sideNames[preview.side]}: ${statementSentences(preview.fault).join('; ')}`);
}

type Answered = ReturnType<typeof statementAnswer>;

function textOf({ pares, itens, saldoConciliado, diferenca }: Answered, notes: readonly string[]) {
  const described = (lines: Answered['sobras']['razao']): string =>
    lines.map(({ data, descricao }) => `${dayText(data)} ${descricao}`).join(' + ');
  const valueOf = (lines: Answered['sobras']['razao']): number =>
    lines.reduce((sum, { valor }) => sum + Math.round(valor * 100), 0) / 100;
  const pairs = pares.map(({ regraNome, razao, extrato }) => ({
    razao: described(razao),
    extrato: described(extrato),
    valor: valueOf(razao),
    regra: regraNome,
  }));
  const cents = (amount: number | null): string => (amount === null ? '–' : money(Math.round(amount * 100)));
  return (columns: number | null): string =>
    [
      ...(pares.length > 0 ? [table(pairs)(columns), ''] : []),
      table(itens)(columns),
      '',
      `Soma da composição: ${cents(saldoConciliado)}; diferença: ${cents(diferenca)}`,
      ...notes,
    ].join('\n');
}

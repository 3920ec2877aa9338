// `reconciliations match`: what files of an account's movements would make of its composition; with --apply, its record.
// Source: docs/spec/workflow.md#matching.
import { Option, type Command } from 'commander';
import type { FileOnDisk } from '../../commands/imports/importFile.js';
import type { CommandContext } from '../../commands/kernel/context.js';
import {
  attachMissing,
  previewComposition,
  recordComposition,
  type Previewed,
} from '../../commands/reconciliations/composeFromFiles.js';
import type { CompanyFacts } from '../../domain/clients/events.js';
import { decimalCents, exactBalance } from '../../domain/kernel/money.js';
import { statementSides, type StatementSide } from '../../domain/reconciliation/statement.js';
import { ITEMS_MAX } from '../../domain/reconciliation/events.js';
import { money } from '../../messages/formats.js';
import { actRefusalSentence } from '../../messages/reconciliations.js';
import { statementAnswer } from '../../messages/statementAnswer.js';
import {
  alreadyInComposition,
  compositionSaved,
  EVIDENCE_LEFT_OUT,
  SAME_FILE,
  sideNames,
  STATEMENT_BALANCE,
  STATEMENT_BALANCE_UNREAD,
  statementSentences,
  sumsUntried,
  tooManyLeft,
} from '../../messages/statements.js';
import { oneOf, parseWholeNumber } from '../arguments.js';
import { mediaTypeOf } from '../evidenceFile.js';
import { fileOnDisk } from '../fileImports.js';
import { table } from '../output/table.js';
import { actingPerson } from '../people.js';
import { companyFor } from '../permissions.js';
import { Refused } from '../refused.js';
import type { Session } from '../session.js';
import type { OperatorDependencies, ReconciliationPlace } from '../dependencies.js';
import { placeFor } from './evidence.js';
import { readColumns } from './mappings.js';

type Options = Readonly<{
  id: number;
  ledger: string;
  statement?: string;
  balance?: string;
  columns?: string;
  invert?: readonly StatementSide[];
  apply?: boolean;
}>;

/** What the process reads; ended with it. */
const NEVER = new AbortController().signal;

export function registerMatch(group: Command, session: Session): void {
  group
    .command('match')
    .description(
      'confere o razão de uma conta com o extrato e mostra a composição que resulta; com --apply, grava-a',
    )
    .requiredOption('--id <id>', 'id da conciliação', parseWholeNumber)
    .requiredOption('--ledger <arquivo>', 'razão da conta, ou lista de itens: CSV, XLSX ou OFX')
    .option('--statement <arquivo>', 'extrato, para conferir com o razão')
    .option('--balance <valor>', 'saldo final do extrato, como -1234.56; se omitido, o do arquivo')
    .addOption(
      new Option('--invert <lado>', 'lado cujos sinais se invertem; pode ser repetido')
        .choices(statementSides)
        .argParser((text: string, before: readonly StatementSide[] = []) => [
          ...before,
          oneOf(statementSides)(text),
        ]),
    )
    .option(
      '--columns <mapa.json>',
      'colunas do razão e do extrato; se omitidas, as salvas da empresa (mapping set)',
    )
    .option('--apply', 'grava a composição como um usuário (--as), com os arquivos como evidência')
    .action((options: Options) =>
      session.run('reconciliations match', (deps, context) => match(deps, context, options)),
    );
}

async function match(deps: OperatorDependencies, context: CommandContext, options: Options) {
  const personId = options.apply === true ? (await actingPerson(deps, context)).personId : null;
  const place = await placeFor(deps, context, options.id);
  const company = companyFor(deps, context, place.companyId, 'reconciliations match');
  const files = await filesOf(options);
  const previewed = await previewOf(deps, company, place, { files, options });
  const { read, proposal } = previewed;
  const { items, sumCents, known } = proposal;
  if (items.length > ITEMS_MAX || sumCents === null) throw new Refused(tooManyLeft(items.length));
  const { row } = place;
  const untried = read.matched?.untried ?? 0;
  const differenceCents = exactBalance(row.saldoContabil, -sumCents, row.ajustes);
  const proposed = statementAnswer({ ...proposal, lines: read.lines, untried, differenceCents });
  const told = [
    ...(known > 0 ? [alreadyInComposition(known)] : []),
    ...(untried > 0 ? [sumsUntried(untried)] : []),
  ];
  if (personId === null) return { json: proposed, text: textOf(proposed, told) };
  const of = { company, competence: place.competence, reconciliationId: options.id, personId };
  const composition = { ...previewed, items, sumCents };
  const { result, position } = await recordComposition(deps, of, composition, context);
  if (result?.ok === false) throw new Refused(actRefusalSentence(result.refusal));
  const typed = files.map((file) => ({ ...file, mediaType: mediaTypeOf(file.name) }));
  const attached = await attachMissing(deps, of, typed, context);
  const saved = [...told, compositionSaved(items.length), ...(attached.isWhole ? [] : [EVIDENCE_LEFT_OUT])];
  return {
    json: proposed,
    text: textOf(proposed, saved),
    change: { position: attached.position ?? position, registersChanged: false },
  };
}

/** The ledger, then the statement. @throws Refused */
async function filesOf({ ledger, statement }: Options): Promise<readonly FileOnDisk[]> {
  const files = [await fileOnDisk(ledger), ...(statement === undefined ? [] : [await fileOnDisk(statement)])];
  if (files.length > 1 && files[0]?.sha256 === files[1]?.sha256) throw new Refused(SAME_FILE);
  return files;
}

type Asked = Readonly<{ files: readonly FileOnDisk[]; options: Options }>;

/** @throws Refused with the sentences of a file that has no lines for the account */
async function previewOf(
  deps: OperatorDependencies,
  company: CompanyFacts,
  { competence, row }: ReconciliationPlace,
  { files, options: { id, balance, columns, invert = [] } }: Asked,
): Promise<Previewed> {
  const balanceCents = balance === undefined ? null : decimalCents(balance);
  if (balance !== undefined && balanceCents === null) throw new Refused(STATEMENT_BALANCE_UNREAD);
  const chosen = columns === undefined ? {} : await readColumns(columns);
  const sides = files.map(({ path }, at) => {
    const side = statementSides[at] as StatementSide;
    return { side, path, isInverted: invert.includes(side), chosen: chosen[side] ?? null };
  });
  const debit = row.saldoContabil === row.saldoContabilDevedor ? 1 : -1;
  const account = { company, competence, reconciliationId: id, accountCode: row.contaCodigo, debit } as const;
  const changes = { undone: [], byHand: [], balanceCents, balanceText: STATEMENT_BALANCE };
  const found = await previewComposition(deps, account, sides, changes, NEVER);
  if ('proposal' in found) return found;
  throw new Refused(`${sideNames[found.side]}: ${statementSentences(found.fault).join('; ')}`);
}

type Answered = ReturnType<typeof statementAnswer>;

/** The pairs and the items, then what is told. */
function textOf({ pares, itens, saldoConciliado, diferenca }: Answered, told: readonly string[]) {
  const described = (lines: Answered['sobras']['razao']): string =>
    lines.map(({ data, descricao }) => `${data} ${descricao}`).join(' + ');
  const valueOf = (lines: Answered['sobras']['razao']): number =>
    lines.reduce((sum, { valor }) => sum + Math.round(valor * 100), 0) / 100;
  const pairs = pares.map(({ regraNome, razao, extrato }) => ({
    ...{ razao: described(razao), extrato: described(extrato), valor: valueOf(razao), regra: regraNome },
  }));
  const cents = (amount: number | null): string => (amount === null ? '–' : money(Math.round(amount * 100)));
  return (columns: number | null): string =>
    [
      ...(pares.length > 0 ? [table(pairs)(columns), ''] : []),
      table(itens)(columns),
      '',
      `Soma da composição: ${cents(saldoConciliado)}; diferença: ${cents(diferenca)}`,
      ...told,
    ].join('\n');
}

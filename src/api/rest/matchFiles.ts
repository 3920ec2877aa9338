// POST /api/v1/reconciliations/{id}/arquivos: what files of an account's movements would make of its composition.
// Nothing is recorded: keys never act in the workflow.
import * as z from 'zod';
import { statementColumnsIn } from '../../commands/reconciliations/statementFiles.js';
import { decimalCents, exactBalance } from '../../domain/kernel/money.js';
import { valuesOf } from '../../domain/kernel/vocabulary.js';
import { refuse } from '../../domain/problem.js';
import { itemSourceWords } from '../../domain/reconciliation/events.js';
import { statementSides, type StatementSide } from '../../domain/reconciliation/statement.js';
import {
  COLUMNS_UNREAD,
  FILES_EXPECTED,
  INVERTED_UNREAD,
  SAME_FILE,
  STATEMENT_BALANCE,
  STATEMENT_BALANCE_UNREAD,
  matchRuleWords,
  sideNames,
  statementAnswer,
  statementSentences,
} from '../../messages/statements.js';
import { findReconciliation, placeOf } from '../../projections/views/reconciliations/reconciliations.js';
import { debitOf, withDebit } from '../../projections/views/trialBalances/debitOf.js';
import type { Route } from '../call.js';
import type { BodyDependencies, ReadDependencies, WriteDependencies } from '../dependencies.js';
import { clientGone } from '../http/connections/connection.js';
import { withMultipart, type ReceivedFile } from '../http/request/multipart.js';
import { parseQuery } from '../http/request/query.js';
import { success } from '../http/problems.js';
import { moduleNotContracted, ofFiles, parameterInvalid, reconciliationNotFound } from '../openapi/errors.js';
import type { Operation } from '../openapi/operation.js';
import { limit, page, pathId } from './contract/parameters.js';
import { mayRead, type Reader } from './list.js';

type Dependencies = ReadDependencies & BodyDependencies & Pick<WriteDependencies, 'spool' | 'previewComposition'>;

export function matchFileRoutes(deps: Dependencies): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/api/v1/reconciliations/{id}/arquivos',
      scope: 'reconciliations:read',
      operation: matchingOperation,
      async handle(context, key) {
        const { id, ...query } = parseQuery(matchingParameters, context.querystring, { id: context.params['id'] });
        await withMultipart(context, deps, ['saldo', 'colunas', 'inverter'], async ({ fields, files }) => {
          const proposed = await previewOf(deps, key, id, matchRequestOf(files, fields), clientGone(context));
          context.body = success(statementAnswer(proposed, query));
        });
      },
    },
  ];
}

type MatchRequest = ReturnType<typeof matchRequestOf>;

/** @throws DomainError ParameterInvalid for what is wrong with the files */
async function previewOf(
  deps: Dependencies,
  reader: Reader,
  id: number,
  { sides, balanceCents }: MatchRequest,
  signal: AbortSignal,
) {
  const reconciliation = await findReconciliation(deps.pages, reader, id);
  const { companyId, competence, row } = placeOf(
    mayRead(deps, reader, reconciliation && reconciliation.row, { is: 'NoSuchReconciliation' }),
  );
  const account = {
    company: { companyId, clientId: reader.clientId },
    competence,
    reconciliationId: id,
    accountCode: row.contaCodigo,
    debit: debitOf(await withDebit(deps.pages.store, row)),
  };
  const changes = { undone: [], byHand: [], balanceCents, balanceText: STATEMENT_BALANCE };
  const previewed = await deps.previewComposition(account, sides, changes, signal);
  if (!('proposal' in previewed))
    return wrong(...statementSentences(previewed.fault).map((one) => `${sideNames[previewed.side]}: ${one}`));
  const { read, proposal } = previewed;
  const { sumCents } = proposal;
  const differenceCents = sumCents === null ? null : exactBalance(row.saldoContabil, -sumCents, row.ajustes);
  const untried = read.matched?.untried ?? 0;
  return { ...proposal, lines: read.lines, untried, differenceCents };
}

/** The ledger, then the statement. @throws DomainError ParameterInvalid */
function matchRequestOf(
  files: readonly ReceivedFile[],
  { saldo, colunas, inverter }: Readonly<Record<'saldo' | 'colunas' | 'inverter', string | null>>,
) {
  const problems: string[] = [];
  const addProblem = (problem: string): null => {
    problems.push(problem);
    return null;
  };
  const [ledger, statement, third] = files;
  if (ledger === undefined || third !== undefined) addProblem(FILES_EXPECTED);
  else if (ledger.sha256 === statement?.sha256) addProblem(SAME_FILE);
  const columns = colunas === null ? {} : (statementColumnsIn(colunas) ?? addProblem(COLUMNS_UNREAD));
  const inverted = inverter?.split(',').map((side) => side.trim()) ?? [];
  if (inverted.some((side) => !statementSides.some((one) => one === side))) addProblem(INVERTED_UNREAD);
  const balanceCents = saldo === null ? null : (decimalCents(saldo) ?? addProblem(STATEMENT_BALANCE_UNREAD));
  if (problems.length > 0) wrong(...problems);
  const sides = files.map(({ path }, at) => {
    const side = statementSides[at] as StatementSide;
    return { side, path, isInverted: inverted.includes(side), chosen: columns?.[side] ?? null };
  });
  return { sides, balanceCents };
}

function wrong(...messages: readonly string[]): never {
  return refuse({ is: 'ParameterInvalid', messages });
}

const matchingQuery = z.object({
  page: page.describe('Página de cada lista da resposta, a partir de 1'),
  limit: limit.describe('Linhas por página de cada lista'),
});

const matchingParameters = z.object({ id: pathId, ...matchingQuery.shape });

const matchingParts = z.object({
  file: z.string().meta({
    format: 'binary',
    description:
      'O razão da conta, ou uma lista de itens: CSV, XLSX ou OFX de até 50 MB. O extrato é um segundo file, depois do razão',
  }),
  colunas: z
    .string()
    .optional()
    .describe(
      'Colunas que o serviço não reconhece, em JSON: {"razao":{"data":"Dt. mov.","descricao":"Texto","valor":"nº 4"},"extrato":{…}}; sem elas, as salvas para a empresa',
    ),
  inverter: z
    .string()
    .optional()
    .describe('Lados cujos sinais se invertem: razao, extrato ou os dois, separados por vírgula'),
  saldo: z.string().optional().describe('Saldo final do extrato, como -1234.56; sem ele, o do arquivo'),
});

const line = z.strictObject({
  linha: z.int().describe('Linha do arquivo; 0 para um item em aberto de um mês anterior'),
  data: z.iso.date(),
  descricao: z.string(),
  documento: z.string().describe('Vazio quando não há'),
  contraparte: z.string().describe('Vazia quando não há'),
  valor: z.number().describe('Em reais: positivo quando entra na conta'),
});
const bothSides = { razao: z.array(line), extrato: z.array(line) };

const matchingResult = z.strictObject({
  pares: z.array(
    z.strictObject({
      regra: z.enum(valuesOf(matchRuleWords)).describe('A regra que formou o par'),
      regraNome: z.string(),
      ...bothSides,
    }),
  ),
  sobras: z.strictObject(bothSides).describe('As linhas que não estão em nenhum par'),
  itens: z
    .array(
      z.strictObject({
        descricao: z.string(),
        data: z.iso.date(),
        valor: z.number().describe('Em reais, com o sinal de saldoContabil'),
        documento: z.string(),
        baixado: z.iso.date().nullable(),
        fonte: z.enum(valuesOf(itemSourceWords)).describe('De onde o item é'),
      }),
    )
    .describe('A composição que resultaria'),
  totais: z
    .strictObject({ pares: z.int(), itens: z.int(), sobrasRazao: z.int(), sobrasExtrato: z.int() })
    .describe('Quantas linhas cada lista tem em todas as páginas'),
  saldoExtrato: z.number().nullable().describe('Em reais; null quando ninguém o informa'),
  saldoConciliado: z.number().nullable().describe('A soma dos itens em aberto'),
  diferenca: z.number().nullable().describe('A diferença para saldoContabil, descontados os ajustes'),
  repetidas: z.int().describe('Linhas de uma lista que a composição já tem'),
  somasNaoProcuradas: z.int().describe('Somas que não foram procuradas, porque seriam combinações demais'),
});

const exampleLine = {
  linha: 2,
  data: '2026-08-04',
  descricao: 'Depósito',
  documento: '17',
  contraparte: '',
  valor: 100,
};

const matchingExample: z.output<typeof matchingResult> = {
  pares: [
    {
      regra: 'DOCUMENTO',
      regraNome: matchRuleWords.DOCUMENTO.name,
      razao: [exampleLine],
      extrato: [{ ...exampleLine, descricao: 'TED recebida', documento: '000017' }],
    },
  ],
  sobras: { razao: [], extrato: [] },
  itens: [
    {
      descricao: STATEMENT_BALANCE,
      data: '2026-08-31',
      valor: 1300.25,
      documento: '',
      baixado: null,
      fonte: 'SALDO',
    },
  ],
  totais: { pares: 1, itens: 1, sobrasRazao: 0, sobrasExtrato: 0 },
  saldoExtrato: 1300.25,
  saldoConciliado: 1300.25,
  diferenca: 0,
  repetidas: 0,
  somasNaoProcuradas: 0,
};

const matchingOperation: Operation = {
  id: 'conferirRazaoEExtrato',
  tag: 'Conciliações',
  summary: 'Confere o razão de uma conta com o extrato e mostra a composição que resultaria; nada é gravado',
  path: 'Identificador da conciliação',
  query: matchingQuery,
  body: {
    type: 'multipart/form-data',
    name: 'ArquivosDaConta',
    schema: matchingParts,
    example: { file: 'razao.csv', saldo: '1300.25' },
  },
  success: {
    kind: 'result',
    name: 'Conferencia',
    schema: matchingResult,
    example: matchingExample,
    statuses: { 200: 'Os pares, o que sobra e a composição que resultaria' },
  },
  errors: [parameterInvalid, moduleNotContracted, reconciliationNotFound, ...ofFiles],
};

// POST /api/v1/reconciliations/{id}/arquivos: what files of an account's movements would make of its composition. Nothing is
// recorded: keys never act in the workflow.
import { z } from 'zod';
import { statementColumnsIn } from '../../commands/reconciliations/statementFiles.js';
import { decimalCents, exactBalance } from '../../domain/kernel/money.js';
import { valuesOf } from '../../domain/kernel/vocabulary.js';
import { refuse } from '../../domain/problem.js';
import { itemSourceWords } from '../../domain/reconciliation/events.js';
import { statementSides, type StatementSide } from '../../domain/reconciliation/statement.js';
import { statementAnswer } from '../../messages/statementAnswer.js';
import {
  COLUMNS_UNREAD,
  INVERTED_UNREAD,
  LEDGER_MISSING,
  SAME_FILE,
  STATEMENT_BALANCE,
  STATEMENT_BALANCE_UNREAD,
  matchRuleWords,
  sideNames,
  statementSentences,
} from '../../messages/statements.js';
import { findReconciliation } from '../../projections/views/reconciliations/reconciliations.js';
import { limitedTo } from '../auth/authenticate.js';
import type { Route } from '../call.js';
import type { BodyDependencies, ReadDependencies, WriteDependencies } from '../dependencies.js';
import { clientGone } from '../http/connections/connection.js';
import { withMultipart, type ReceivedFile } from '../http/request/multipart.js';
import { parseId } from '../http/request/query.js';
import { success } from '../http/response/envelope.js';
import { pathId } from './contract/parameters.js';
import { readReconciliation } from './reconciliations.js';

type Dependencies = ReadDependencies & BodyDependencies & Pick<WriteDependencies, 'spool' | 'previewComposition'>;

export function matchFileRoutes(deps: Dependencies): readonly Route[] {
  return [
    {
      method: 'POST',
      path: '/api/v1/reconciliations/{id}/arquivos',
      scope: 'reconciliations:read',
      async handle(context, key) {
        const id = parseId(pathId, context.params['id']);
        const { clientId } = key;
        await readReconciliation(limitedTo(deps, key), clientId, id);
        const found =
          (await findReconciliation(deps.pages, { clientId }, id)) ?? refuse({ is: 'NoSuchReconciliation' });
        await withMultipart(context, deps, ['saldo', 'colunas', 'inverter'], async ({ fields, files }) => {
          const { saldo } = fields;
          const { companyId, competence, row } = found;
          const account = {
            ...{ company: { companyId, clientId }, competence, reconciliationId: id },
            accountCode: row.contaCodigo,
            debit: row.saldoContabil === row.saldoContabilDevedor ? (1 as const) : (-1 as const),
          };
          const balanceCents = saldo === null ? null : decimalCents(saldo);
          if (saldo !== null && balanceCents === null) return wrong(STATEMENT_BALANCE_UNREAD);
          const changes = { undone: [], byHand: [], balanceCents, balanceText: STATEMENT_BALANCE };
          const previewed = await deps.previewComposition(
            account,
            sidesOf(files, fields),
            changes,
            clientGone(context),
          );
          if (!('proposal' in previewed))
            return wrong(
              ...statementSentences(previewed.fault).map((one) => `${sideNames[previewed.side]}: ${one}`),
            );
          const { read, proposal } = previewed;
          const { sumCents } = proposal;
          const differenceCents =
            sumCents === null ? null : exactBalance(row.saldoContabil, -sumCents, row.ajustes);
          const untried = read.matched?.untried ?? 0;
          context.body = success(statementAnswer({ ...proposal, lines: read.lines, untried, differenceCents }));
        });
      },
    },
  ];
}

/** The ledger, then the statement. @throws DomainError ParameterInvalid */
function sidesOf(
  files: readonly ReceivedFile[],
  { colunas, inverter }: Readonly<Record<'colunas' | 'inverter', string | null>>,
) {
  const [ledger, statement, third] = files;
  if (ledger === undefined || third !== undefined) return wrong(LEDGER_MISSING);
  if (ledger.sha256 === statement?.sha256) return wrong(SAME_FILE);
  const columns = colunas === null ? {} : (statementColumnsIn(colunas) ?? wrong(COLUMNS_UNREAD));
  const inverted = inverter?.split(',').map((side) => side.trim()) ?? [];
  if (inverted.some((side) => !statementSides.some((one) => one === side))) return wrong(INVERTED_UNREAD);
  return files.map(({ path }, at) => {
    const side = statementSides[at] as StatementSide;
    return { side, path, isInverted: inverted.includes(side), chosen: columns[side] ?? null };
  });
}

/** @throws DomainError ParameterInvalid */
function wrong(...messages: readonly string[]): never {
  return refuse({ is: 'ParameterInvalid', messages });
}

// Contract of POST /api/v1/reconciliations/{id}/arquivos.

export const matchingParts = z.object({
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

export const matchingResult = z.strictObject({
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
  saldoExtrato: z.number().nullable().describe('Em reais; null quando ninguém o informa'),
  saldoConciliado: z.number().nullable().describe('A soma dos itens em aberto'),
  diferenca: z.number().nullable().describe('A diferença para saldoContabil, descontados os ajustes'),
  repetidas: z.int().describe('Linhas de uma lista que a composição já tem'),
  somasNaoProcuradas: z.int().describe('Somas que não foram procuradas, porque seriam combinações demais'),
});

const exampleLine = {
  ...{ linha: 2, data: '2026-08-04', descricao: 'Depósito', documento: '17', contraparte: '', valor: 100 },
};

export const matchingExample: z.output<typeof matchingResult> = {
  pares: [
    {
      ...{ regra: 'DOCUMENTO', regraNome: 'Mesmo valor e documento' },
      ...{ razao: [exampleLine], extrato: [{ ...exampleLine, descricao: 'TED recebida', documento: '000017' }] },
    },
  ],
  sobras: { razao: [], extrato: [] },
  itens: [
    {
      ...{ descricao: 'Saldo do extrato', data: '2026-08-31', valor: 1300.25, documento: '' },
      ...{ baixado: null, fonte: 'SALDO' },
    },
  ],
  ...{ saldoExtrato: 1300.25, saldoConciliado: 1300.25, diferenca: 0, repetidas: 0, somasNaoProcuradas: 0 },
};

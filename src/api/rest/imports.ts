// POST /api/v1/trial-balances, whose body is the trial balance as JSON, and POST /api/v1/trial-balances/arquivo, a
// report file of an ERP: the same import for both.
import * as z from 'zod';
import type { ImportRequest } from '../../commands/imports/importTrialBalance.js';
import { COMPETENCE_PATTERN } from '../../domain/kernel/competence.js';
import { reconciliationStatuses } from '../../domain/reconciliation/states.js';
import type { KeyRecord } from '../../domain/apiKeys.js';
import { fileImportAnswer, importAnswer } from '../../messages/imports/importAnswer.js';
import { trialBalanceRow } from '../../projections/views/trialBalances/trialBalances.js';
import { commandContext, type Route } from '../call.js';
import type { BodyDependencies, WriteDependencies } from '../dependencies.js';
import { clientGone } from '../http/connections/connection.js';
import { IMPORT_BYTES_MAX, withJsonBody } from '../http/request/body.js';
import { withMultipart } from '../http/request/multipart.js';
import { parseQuery } from '../http/request/query.js';
import { success } from '../http/problems.js';
import { ofFileImport, ofJsonImport } from '../openapi/errors.js';
import { jsonBody, type Operation } from '../openapi/operation.js';
import type { WrittenPositions } from '../readYourWrites.js';
import { interpretation } from './contract/pages.js';
import { validateOnly } from './contract/parameters.js';

type Dependencies = WriteDependencies & BodyDependencies & Readonly<{ written: Pick<WrittenPositions, 'note'> }>;

const FIELDS = ['companyId', 'cnpj', 'period', 'chartName'] as const;

export function importRoutes(deps: Dependencies): readonly Route[] {
  const { importJson, importFile, bodies, spool, written, failPoints } = deps;
  return [
    {
      method: 'POST',
      path: '/api/v1/trial-balances',
      scope: 'trial_balances:write',
      operation: jsonOperation,
      async handle(context, key) {
        const { result, validateOnly } = await withJsonBody(context, bodies, IMPORT_BYTES_MAX, async (body) => {
          const { validateOnly } = parseQuery(importQuery, context.querystring);
          const request = importRequestOf(key, validateOnly);
          return { result: await importJson(body, request, commandContext(context)), validateOnly };
        });
        if (result.position !== null) await written.note(key.keyId, result.position);
        await failPoints('import.noted');
        context.status = result.resend || validateOnly ? 200 : 201;
        context.body = success(importAnswer(result));
      },
    },
    {
      method: 'POST',
      path: '/api/v1/trial-balances/arquivo',
      scope: 'trial_balances:write',
      operation: fileOperation,
      handle: (context, key) =>
        withMultipart(context, { bodies, spool }, FIELDS, async ({ fields, files }) => {
          const { validateOnly } = parseQuery(importQuery, context.querystring);
          await failPoints('import.uploaded');
          const [file, second] = files;
          const upload =
            file === undefined || second !== undefined
              ? { reason: { is: file === undefined ? 'FileMissing' : 'FileTwice' } as const }
              : file;
          const request = importRequestOf(key, validateOnly);
          const signal = clientGone(context);
          const result = await importFile(upload, fields, request, commandContext(context), { signal });
          if (result.position !== null) await written.note(key.keyId, result.position);
          await failPoints('import.noted');
          context.status = result.resend || validateOnly ? 200 : 201;
          context.body = success(fileImportAnswer(result, validateOnly));
        }),
    },
  ];
}

function importRequestOf({ clientId, companyIds, scopes }: KeyRecord, validateOnly: boolean): ImportRequest {
  return { clientId, companyIds, validateOnly, seesReconciliations: scopes.includes('reconciliations:read') };
}

// Contract of the imports. The body of one as JSON is checked while it is parsed (src/workers/openDocuments.ts).

export const importQuery = z.object({ validateOnly });

/** Lists of at most 200; the totals count all. */
const impact = z
  .strictObject({
    conciliacoesAfetadas: z
      .array(
        z.strictObject({
          id: z.int(),
          contaCodigo: z.string(),
          status: z.enum(reconciliationStatuses).describe('Situação atual'),
          saldoAtual: z.number(),
          saldoNovo: z.number(),
        }),
      )
      .optional()
      .describe(
        'Conciliações enviadas ou aprovadas que voltariam a BALANCE_CHANGED quando a versão fosse liberada, no máximo 200; só para chaves com reconciliations:read',
      ),
    totalConciliacoesAfetadas: z.int().optional(),
    continuidade: z
      .array(
        z.strictObject({
          competencia: z.string().describe('Competência seguinte (AAAA-MM)'),
          contaCodigo: z.string(),
          esperado: z.number().describe('Saldo final neste balancete'),
          encontrado: z.number().describe('Saldo anterior no balancete da competência seguinte'),
        }),
      )
      .describe('Contas cujo saldo anterior na competência seguinte deixaria de conferir, no máximo 200'),
    totalContinuidade: z.int(),
  })
  .describe('Só com validateOnly: o que a versão afetaria além das próprias linhas');

/** `data` of a successful import; `alteracoes` and `impacto` only with `validateOnly`. */
const importResult = z.strictObject({
  reenvio: z.boolean().describe('Verdadeiro quando o conteúdo é igual ao da versão atual e nada foi gravado'),
  trialBalanceId: z
    .int()
    .nullable()
    .describe('Balancete criado; no reenvio o já existente; nulo em validateOnly sem versão igual'),
  enviadas: z.int().describe('Linhas recebidas'),
  importadas: z.int().describe('Linhas que entraram no balancete'),
  ignoradasForaDoPlano: z.int().describe('Linhas deixadas de fora porque a conta não existe no plano'),
  ignoradasQueNaoConciliam: z
    .int()
    .describe('Linhas deixadas de fora porque a conta não participa da conciliação'),
  avisos: z.array(z.string()).describe('Avisos; nunca impedem a importação'),
  versao: z.int().nullable().describe('Número da versão na competência; nulo em validateOnly sem versão igual'),
  convencao: trialBalanceRow.shape.convencao,
  alteracoes: z
    .strictObject({ incluidas: z.int(), alteradas: z.int(), removidas: z.int() })
    .optional()
    .describe('Só com validateOnly: o que mudaria em relação à versão atual'),
  impacto: impact.optional(),
});

const importResultExample = {
  reenvio: false,
  trialBalanceId: 7,
  enviadas: 1,
  importadas: 1,
  ignoradasForaDoPlano: 0,
  ignoradasQueNaoConciliam: 0,
  avisos: [],
  versao: 1,
  convencao: 'NATURAL',
} as const;

/** `data` of a successful import of a file; `interpretacao` only with `validateOnly`. */
const fileImportResult = importResult.extend({
  interpretacao: interpretation.optional(),
});

const amount = (description: string) => z.number().describe(`${description}, no máximo duas casas decimais`);

/** Describes the body that src/workers/openDocuments.ts parses. One of companyId and cnpj is required. */
const importRequest = z.object({
  companyId: z.int().optional().describe('Identificador da empresa; informe companyId ou cnpj'),
  cnpj: z.string().optional().describe('CNPJ da empresa, numérico ou alfanumérico, com ou sem máscara'),
  period: z.string().meta({ pattern: COMPETENCE_PATTERN, description: 'Competência (AAAA-MM)' }),
  chartName: z.string().describe('Nome do plano de contas a usar'),
  lineItems: z
    .array(
      z.object({
        accountCode: z.string().describe('Código da conta'),
        accountName: z.string().optional().describe('Nome da conta; sem ele vale o do plano de contas'),
        previousBalance: amount('Saldo anterior'),
        debit: amount('Total de débitos'),
        credit: amount('Total de créditos'),
        finalBalance: amount('Saldo final'),
        cnpj: z.string().optional().describe('Conferido com o da importação'),
        period: z.string().optional().describe('Conferida com a da importação'),
      }),
    )
    .min(1)
    .max(20_000)
    .describe('As linhas do balancete, de 1 a 20.000'),
});

const importRequestExample = {
  cnpj: '11.222.333/0001-81',
  period: '2026-08',
  chartName: 'Plano Geral',
  lineItems: [
    {
      accountCode: '1.1.01',
      accountName: 'Caixa',
      previousBalance: 1000,
      debit: 500.25,
      credit: 200,
      finalBalance: 1300.25,
    },
  ],
} as const;

const IMPORT = {
  200: 'Reenvio: o conteúdo é igual ao da versão atual e nada foi gravado; ou só validado (validateOnly)',
  201: 'Balancete ou nova versão gravada',
};

const jsonOperation: Operation = {
  id: 'importarBalancete',
  tag: 'Balancetes',
  summary: 'Importa o balancete de uma empresa em uma competência',
  query: importQuery,
  body: jsonBody('ImportacaoDeBalancete', importRequest, importRequestExample),
  success: {
    kind: 'result',
    name: 'ResultadoDaImportacao',
    schema: importResult,
    example: importResultExample,
    statuses: IMPORT,
  },
  errors: ofJsonImport,
};

const fileParts = z.object({
  file: z.string().meta({ format: 'binary', description: 'CSV, TXT, XML, XLSX ou XLS de até 50 MB' }),
  companyId: z.string().optional().meta({ type: 'integer', description: 'Empresa; informe companyId ou cnpj' }),
  cnpj: z.string().optional().describe('CNPJ da empresa, numérico ou alfanumérico, com ou sem máscara'),
  period: z.string().optional().describe('Competência (AAAA-MM); sem ela vale a coluna Competência do arquivo'),
  chartName: z.string().optional().describe('Plano de contas; sem ele vale a coluna Plano de Contas do arquivo'),
});

const fileOperation: Operation = {
  id: 'importarArquivo',
  tag: 'Balancetes',
  summary: 'Importa o balancete do mesmo arquivo que seria enviado na tela',
  query: importQuery,
  body: {
    type: 'multipart/form-data',
    name: 'ArquivoDeBalancete',
    schema: fileParts,
    example: { file: 'balancete.csv', companyId: 1, period: '2026-08', chartName: 'Plano Geral' },
  },
  success: {
    kind: 'result',
    name: 'ResultadoDaImportacaoDeArquivo',
    schema: fileImportResult,
    example: importResultExample,
    statuses: IMPORT,
  },
  errors: ofFileImport,
};

// The answer to an accepted import, in the API's members and their order. Source: docs/spec/imports.md#result.
import { conventionNames, type SignConvention } from '../../domain/books/events.js';
import type { Interpretation } from '../../domain/trialBalance/interpretation.js';
import type { AffectedReconciliation, Impact, ImportOutcome } from '../../domain/trialBalance/importOutcome.js';
import type { OtherOpening } from '../../domain/trialBalance/warnings.js';
import { amountOf } from '../../domain/kernel/money.js';
import { counted } from '../formats.js';
import { warningSentence } from './warnings.js';

/** `alteracoes` and `impacto` only with `validateOnly`. */
export function importAnswer(result: ImportOutcome): object {
  const { changes, impact } = result;
  return {
    reenvio: result.resend,
    trialBalanceId: result.trialBalanceId,
    enviadas: result.received,
    importadas: result.imported,
    ignoradasForaDoPlano: result.ignoredNotInChart,
    ignoradasQueNaoConciliam: result.ignoredNotReconciled,
    avisos: result.warnings.map(warningSentence),
    versao: result.version,
    convencao: conventionNames[result.convention],
    ...(changes && {
      alteracoes: { incluidas: changes.added, alteradas: changes.changed, removidas: changes.removed },
    }),
    ...(impact && { impacto: impactAnswer(impact) }),
  };
}

/** Source: docs/spec/imports.md#impact. */
function impactAnswer({ reconciliations, next, continuity }: Impact): object {
  return {
    ...(reconciliations && {
      conciliacoesAfetadas: reconciliations.items.map(affectedAnswer),
      totalConciliacoesAfetadas: reconciliations.total,
    }),
    continuidade: (continuity?.items ?? []).map((item) => breakAnswer(item, next)),
    totalContinuidade: continuity?.total ?? 0,
  };
}

function affectedAnswer(it: AffectedReconciliation): object {
  const { reconciliationId: id, accountCode: contaCodigo, status } = it;
  return {
    id,
    contaCodigo,
    status,
    saldoAtual: amountOf(it.balanceCents),
    saldoNovo: amountOf(it.newBalanceCents),
  };
}

function breakAnswer({ accountCode, closingCents, openingCents }: OtherOpening, competencia: string): object {
  const esperado = amountOf(closingCents);
  const encontrado = amountOf(openingCents);
  return { competencia, contaCodigo: accountCode, esperado, encontrado };
}

/** Answer to the import of a file; `interpretacao` only with `validateOnly`. */
export function fileImportAnswer(
  result: ImportOutcome & Readonly<{ interpretation: Interpretation }>,
  validateOnly: boolean,
): object {
  const answer = importAnswer(result);
  return validateOnly ? { ...answer, interpretacao: interpretation(result.interpretation) } : answer;
}

export function interpretation(it: Interpretation): object {
  return {
    formato: it.format,
    codificacao: it.encoding,
    separador: it.delimiter,
    planilha: it.sheet,
    linhaCabecalho: it.headingLine,
    colunas: it.columns,
    convencao: conventionWords(it.sides, it.convention),
    titulos: it.headings.filter((heading) => heading !== ''),
    ...(it.totals && {
      totais: {
        linhas: it.totals.lines,
        debitos: amountOf(it.totals.debitCents),
        creditos: amountOf(it.totals.creditCents),
      },
    }),
    ...(it.accounts && {
      contas: {
        linhas: it.accounts.lines,
        encontradas: it.accounts.found,
        naoEncontradas: it.accounts.notFound,
      },
    }),
  };
}

const SIGNED = { A: 'valores com sinal (débito positivo)', B: 'valores na natureza da conta' } as const;

/** @param convention of the lines, when the file has no D or C marks */
export function conventionWords(sides: Interpretation['sides'], convention: SignConvention | null): string {
  return {
    suffix: 'D/C junto ao valor',
    column: 'D/C em coluna própria',
    separate: 'saldos devedores e credores em colunas separadas',
    none: convention === null ? 'valores com ou sem sinal' : SIGNED[convention],
  }[sides];
}

/** The sentence that sums up the result on screen. */
export function importSummary({
  resend,
  version,
  imported,
}: Pick<ImportOutcome, 'resend' | 'version' | 'imported'>): string {
  return resend
    ? `O conteúdo é igual ao da versão ${version ?? ''}: nada foi gravado`
    : `Versão ${version ?? ''} importada, com ${counted(imported, 'linha')}`;
}

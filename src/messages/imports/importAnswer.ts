// The answer to an accepted import, in the API's members and their order. Source: docs/spec/imports.md#result.
import type { SignConvention } from '../../domain/books/events.js';
import type { ColumnField, FileFormat } from '../../domain/trialBalance/fileReasons.js';
import type { Warning } from '../../domain/trialBalance/refusals.js';
import { warningSentence } from './warnings.js';

type Result = Readonly<{
  resend: boolean;
  trialBalanceId: number | null;
  received: number;
  imported: number;
  ignoredNotInChart: number;
  ignoredNotReconciled: number;
  warnings: readonly Warning[];
  changes: Readonly<{ added: number; changed: number; removed: number }> | null;
}>;

/** How a file was understood. */
type Understood = Readonly<{
  format: FileFormat;
  encoding: string | null;
  delimiter: string | null;
  sheet: string | null;
  headingLine: number;
  columns: Readonly<Partial<Record<ColumnField, string>>>;
  sides: 'suffix' | 'column' | 'separate' | 'none';
  convention: SignConvention | null;
}>;

/** `alteracoes` where changes were asked for. */
export function importAnswer(result: Result): object {
  const { changes } = result;
  return {
    reenvio: result.resend,
    trialBalanceId: result.trialBalanceId,
    enviadas: result.received,
    importadas: result.imported,
    ignoradasForaDoPlano: result.ignoredNotInChart,
    ignoradasQueNaoConciliam: result.ignoredNotReconciled,
    avisos: result.warnings.map(warningSentence),
    ...(changes && {
      alteracoes: { incluidas: changes.added, alteradas: changes.changed, removidas: changes.removed },
    }),
  };
}

export function interpretation(it: Understood): object {
  return {
    formato: it.format,
    codificacao: it.encoding,
    separador: it.delimiter,
    planilha: it.sheet,
    linhaCabecalho: it.headingLine,
    colunas: it.columns,
    convencao: conventionWords(it.sides, it.convention),
  };
}

/** @param convention of the lines, where the file marks no sides */
function conventionWords(sides: Understood['sides'], convention: SignConvention | null): string {
  switch (sides) {
    case 'suffix':
      return 'D/C junto ao valor';
    case 'column':
      return 'D/C em coluna própria';
    case 'separate':
      return 'saldos devedores e credores em colunas separadas';
    case 'none':
      if (convention === null) return 'valores com ou sem sinal';
      return convention === 'A' ? 'valores com sinal (débito positivo)' : 'valores na natureza da conta';
  }
}

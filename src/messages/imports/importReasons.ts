// Why an import as a whole is refused, in Portuguese. No sentence contains a comma followed by a space.
// Source: docs/spec/messages.md#joined-sentences.
import type { CodesRead, ImportReason } from '../../domain/trialBalance/refusals.js';
import { maskCnpj } from '../../domain/kernel/cnpj.js';
import { fileReasonSentence } from './fileReasons.js';
import { sanitized, wholeNumber } from '../formats.js';

export function importReasonSentence(reason: ImportReason): string {
  switch (reason.is) {
    case 'PeriodInvalid':
      return 'o campo period deve estar no formato AAAA-MM (por exemplo 2026-08)';
    case 'PeriodOutOfRange':
      return 'period deve estar entre 2000-01 e 2100-12';
    case 'IdentifierMissing':
      return 'informe companyId ou cnpj';
    case 'CompanyIdInvalid':
      return 'companyId deve ser um número inteiro';
    case 'CnpjInvalid':
      return 'o CNPJ informado é inválido';
    case 'CnpjOfAnotherCompany':
      return `o CNPJ ${maskCnpj(reason.cnpj)} não pertence à empresa informada em companyId`;
    case 'LineItemsMissing':
      return 'lineItems deve ser uma lista com pelo menos 1 item';
    case 'LineItemsEmpty':
      return 'lineItems deve conter pelo menos 1 item';
    case 'LineItemsTooMany':
      return 'lineItems aceita no máximo 20.000 itens';
    case 'ChartNameMissing':
      return 'informe o plano de contas em chartName: nenhuma conta do balancete pôde ser localizada';
    case 'ChartNameInvalid':
      return 'chartName deve ser o nome de um plano de contas';
    case 'ChartNotFoundByName':
      return `plano de contas "${sanitized(reason.chartName)}" não encontrado para esta empresa`;
    case 'NoAccountEnters':
      return (
        `nenhuma conta do balancete existe no plano de contas "${sanitized(reason.chartName)}" ou participa da conciliação` +
        codesRead(reason.read)
      );
    default:
      return fileReasonSentence(reason);
  }
}

function codesRead(read: CodesRead | undefined): string {
  if (read === undefined || read.codes.length === 0) return '';
  const { column, codes, rowsWithout } = read;
  const without =
    rowsWithout === 0 ? '' : `; ${wholeNumber(rowsWithout)} linhas com valores estão sem código nessa coluna`;
  return ` (os códigos foram lidos da coluna "${sanitized(column)}": ${codes.map(sanitized).join('; ')}${without})`;
}

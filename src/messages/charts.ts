// Sentences about a chart's file and its accounts, for the console.
import type { AccountColumn, AccountsTableFault } from '../domain/charts/accountsTable.js';
import { accountKinds, natureWords } from '../domain/charts/events.js';
import { namesOf } from '../domain/kernel/vocabulary.js';
import { sanitized, wholeNumber } from './formats.js';
import { fileReasonSentence } from './imports/fileReasons.js';

export const accountColumnNames: Readonly<Record<AccountColumn, string>> = {
  codigo: 'Código',
  codigoReduzido: 'Código reduzido',
  descricao: 'Descrição',
  tipo: 'Tipo',
  natureza: 'Natureza',
  classificacao: 'Classificação',
  departamento: 'Departamento',
  setor: 'Setor',
  exigeConciliacao: 'Exige conciliação',
};
export const kindNames = namesOf(accountKinds);
export const natureNames = namesOf(natureWords);

export function accountsTableSentence(fault: AccountsTableFault): string {
  switch (fault.is) {
    case 'FileUnreadable':
      return capital(fileReasonSentence(fault.reason));
    case 'HeadingMissing':
      return 'O arquivo não tem linha de cabeçalho com as colunas Código e Descrição';
    case 'ColumnTwice': {
      const headings = fault.headings.map((heading) => `"${sanitized(heading)}"`).join(' e ');
      return `Mais de uma coluna do arquivo é ${accountColumnNames[fault.column]}: ${headings}; deixe só uma`;
    }
    case 'NoAccounts':
      return 'O arquivo não tem nenhuma conta abaixo do cabeçalho';
    case 'TooManyAccounts':
      return `O arquivo tem mais de ${wholeNumber(fault.max)} contas: peça à operação que o cadastre com operator apply`;
  }
}

/** A code that a spreadsheet turned into a number or a date. */
export function wrongCodeSentence(shown: string): string {
  return `o código está na planilha como número ou data (${sanitized(shown)}) e pode ter perdido zeros: formate a coluna como texto`;
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

// Faults of composition items and adjustments, in Portuguese.
import { andMore, wholeNumber } from './formats.js';
import { ITEMS_MAX, type ItemFault } from '../domain/reconciliation/items.js';
import { DOCUMENT_CHARACTERS_MAX, DESCRIPTION_CHARACTERS_MAX } from '../domain/reconciliation/textLimits.js';

const words: Readonly<Record<ItemFault['fault'], string>> = {
  NotAList: 'os itens devem ser uma lista JSON',
  TooMany: `há mais de ${ITEMS_MAX} itens`,
  NotAnObject: 'não é um objeto',
  Description: `description deve ser um texto de 1 a ${DESCRIPTION_CHARACTERS_MAX} caracteres`,
  Date: 'date deve ser uma data no formato AAAA-MM-DD',
  Amount: 'amount deve ser um número com no máximo duas casas decimais',
  Document: `document deve ser um texto de até ${DOCUMENT_CHARACTERS_MAX} caracteres`,
  SumTooLarge: 'a soma dos itens ultrapassa o limite',
};

export function itemFaultSentence({ item, fault }: ItemFault): string {
  return item === null ? words[fault] : `item ${item}: ${words[fault]}`;
}

const rowWords: Readonly<Record<ItemFault['fault'], string>> = {
  NotAList: 'As linhas não foram recebidas',
  TooMany: `Há mais de ${ITEMS_MAX} linhas`,
  NotAnObject: 'A linha não foi recebida',
  Description: `Informe a descrição, com até ${DESCRIPTION_CHARACTERS_MAX} caracteres`,
  Date: 'Informe a data como dd/mm/aaaa',
  Amount: 'Informe o valor em reais, com no máximo duas casas decimais',
  Document: `O documento tem mais de ${DOCUMENT_CHARACTERS_MAX} caracteres`,
  SumTooLarge: 'A soma das linhas ultrapassa o limite',
};

/** Of rows whose errors are not shown. */
export function moreRowsSentence(rows: number): string {
  return `${andMore(rows)} ${rows === 1 ? 'linha' : 'linhas'} com erro`;
}

/** Of a text pasted into a form of items. */
export const PASTED_LINES_MAX = 2_000;
export const PASTED_CHARACTERS_MAX = 200_000;

export const PASTED_TOO_LONG =
  `O texto colado passa de ${wholeNumber(PASTED_LINES_MAX)} linhas ou de ${wholeNumber(PASTED_CHARACTERS_MAX)} ` +
  'caracteres. Nada foi lido: cole só as linhas dos itens';

/** For a row of a form, beside which it is shown. */
export function itemRowSentence({ fault }: ItemFault): string {
  return rowWords[fault];
}

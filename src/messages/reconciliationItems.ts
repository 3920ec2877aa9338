// Faults of composition items and adjustments, in Portuguese.
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

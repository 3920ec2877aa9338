// Faults of composition items and adjustments, in Portuguese.
import type { Competence } from '../domain/kernel/competence.js';
import { andMore, month, wholeNumber } from './formats.js';
import type { ItemFault } from '../domain/reconciliation/items.js';
import {
  DESCRIPTION_CHARACTERS_MAX,
  DOCUMENT_CHARACTERS_MAX,
  ITEMS_MAX,
} from '../domain/reconciliation/events.js';

const words: Readonly<Record<ItemFault['fault'], string>> = {
  NotAList: 'os itens devem ser uma lista JSON',
  TooMany: `há mais de ${ITEMS_MAX} itens`,
  NotAnObject: 'não é um objeto',
  Description: `description deve ser um texto de 1 a ${DESCRIPTION_CHARACTERS_MAX} caracteres`,
  Date: 'date deve ser uma data no formato AAAA-MM-DD',
  Amount: 'amount deve ser um número com no máximo duas casas decimais',
  Document: `document deve ser um texto de até ${DOCUMENT_CHARACTERS_MAX} caracteres`,
  Id: 'id deve ser um UUID que nenhum outro item da lista tem',
  SettledOn: 'baixado deve ser uma data no formato AAAA-MM-DD, não anterior a date',
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
  Id: 'O item aparece mais de uma vez',
  SettledOn: 'Informe a baixa como dd/mm/aaaa, não antes da data do item',
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

/** Beside the button that carries them. */
export function carryableText(items: number, from: Competence): string {
  return `${wholeNumber(items)} ${items === 1 ? 'item' : 'itens'} em aberto de ${month(from)}`;
}

/** Of an item in the composition of a competence; "" for one that is new in it. */
export function itemAbout(origin: Competence, competence: Competence, days: number): string {
  if (days === 0 && origin === competence) return '';
  const age = `${wholeNumber(days)} ${days === 1 ? 'dia' : 'dias'}`;
  return origin === competence ? age : `de ${month(origin)} · ${age}`;
}

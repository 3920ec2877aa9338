// What refusals say of the API's fields, as people say it: in the console and in histories.
import { columnFields } from '../../domain/trialBalance/fileReasons.js';
import { columnNames } from './fileReasons.js';

const SPOKEN: readonly (readonly [said: RegExp, spoken: string])[] = [
  [/(?<=\binforme o plano de contas) em chartName\b/g, ''],
  [/\bchartName(?= deve )/g, 'o plano de contas'],
  [/\b(o campo )?period(?= deve )/g, 'a competência'],
  [/(?<=\binforme )period\b/g, 'a competência'],
  [/\blineItems(?= (deve|aceita) )/g, 'a lista de linhas'],
  [/(?<=\binformada) em companyId\b/g, ''],
  [/(?<=\barquivo) no campo file\b/g, ''],
];

const COLUMN = new RegExp(`\\b(?:o campo )?(${columnFields.join('|')})\\b`, 'g');

/** A sentence of a refusal, which is in the words of the API. */
export function spoken(sentence: string): string {
  return SPOKEN.reduce((text, [said, words]) => text.replace(said, words), sentence).replace(
    COLUMN,
    (_, field: keyof typeof columnNames) => columnNames[field],
  );
}

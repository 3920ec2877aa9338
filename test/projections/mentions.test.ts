// Who is mentioned by the words after an @.
import { describe, expect, it } from '#jest';
import { mentionFinder, mentionsIn } from '../../src/projections/views/reconciliationPage/entries.js';

describe('A mention', () => {
  it.each([
    ['@Ana', ['ana']],
    ['Veja, @ana: falta a nota', ['ana']],
    ['@João Álvares confira hoje mesmo', ['joao alvares confira hoje']],
    ['@ana e @Bia', ['ana e', 'bia']],
    ["@Ana-Maria, @D'Ávila", ['ana maria', 'd avila']],
    ['ana@empresa.com.br', []],
    ['10 @ 5', []],
  ])('in %p is %p', (comment, said) => expect(mentionsIn(comment)).toEqual(said));

  const names = new Map([
    ['1', 'Ana Lima'],
    ['2', 'Ana Souza'],
    ['3', 'João Álvares'],
    ['4', "Ana-Maria D'Ávila"],
  ]);
  it.each([
    ['ana', ['1', '2', '4']],
    ['ana maria', ['4']],
    ['ana lima veja', ['1']],
    ['joao', ['3']],
    ['lima', []],
    ['an', []],
  ])('of %p reaches %p', (said, people) => expect(mentionFinder(names)(said)).toEqual(people));
});

import { describe, expect, it } from '#jest';
import type { ClosingWarning } from '../../src/domain/books/closingWarnings.js';
import type { Competence } from '../../src/domain/kernel/competence.js';
import { closingWarningSentence } from '../../src/messages/closing.js';

const august = '2026-08' as Competence;
const months = (count: number) =>
  Array.from({ length: count }, (_, at) => `2025-${String(at + 1).padStart(2, '0')}` as Competence);

describe('what a closing warns of', () => {
  const cases: readonly (readonly [ClosingWarning, string])[] = [
    [{ is: 'NothingImported', competence: august }, 'Nenhum balancete de 08/2026 foi importado'],
    [
      { is: 'NewestNotReleased', competence: august, version: 3 },
      'A versão 3 do balancete de 08/2026 não foi liberada',
    ],
    [
      { is: 'ReconciliationsUnfinished', competence: august, count: 1 },
      '1 conciliação de 08/2026 não está concluída',
    ],
    [
      { is: 'ReconciliationsUnfinished', competence: august, count: 20_000 },
      '20.000 conciliações de 08/2026 não estão concluídas',
    ],
    [{ is: 'EarlierCompetencesOpen', competences: months(1) }, 'A competência anterior 01/2025 está aberta'],
    [
      { is: 'EarlierCompetencesOpen', competences: months(2) },
      'As competências anteriores 01/2025 e 02/2025 estão abertas',
    ],
  ];
  it.each(cases)('%j', (warning, sentence) => expect(closingWarningSentence(warning)).toBe(sentence));

  it('names the ends of months in a row, and of others at most twelve', () => {
    const open = (competences: readonly Competence[]) =>
      closingWarningSentence({ is: 'EarlierCompetencesOpen', competences });
    expect(open(months(12))).toBe('As competências anteriores de 01/2025 a 12/2025 estão abertas');
    expect(open([...months(2), '2025-04' as Competence])).toBe(
      'As competências anteriores 01/2025; 02/2025 e 04/2025 estão abertas',
    );
    expect(open([...months(12), '2026-02' as Competence, '2026-03' as Competence])).toMatch(
      /; 12\/2025 e mais 2 estão abertas$/,
    );
  });
});

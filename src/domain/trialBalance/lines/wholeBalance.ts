// All lines of a trial balance's file, those that enter and those that do not. Source: docs/spec/imports.md#whole-balancete.
import type { LeftOutLine, TrialBalanceLine } from '../../books/events.js';
import { valuesOf, type Vocabulary } from '../../kernel/vocabulary.js';

/** What became of a line, for readers. */
export const situationWords = {
  IMPORTADA: { name: 'Importada', meaning: 'entrou no balancete' },
  FORA_DO_PLANO: { name: 'Fora do plano', meaning: 'não entrou: a conta não existe no plano' },
  NAO_CONCILIA: { name: 'Não concilia', meaning: 'não entrou: a conta não participa da conciliação' },
} as const satisfies Vocabulary;
export type Situation = keyof typeof situationWords;
export const situations = valuesOf(situationWords);

export function situationOf(line: TrialBalanceLine | LeftOutLine): Situation {
  if (!('reason' in line)) return 'IMPORTADA';
  return line.reason === 'NOT_IN_CHART' ? 'FORA_DO_PLANO' : 'NAO_CONCILIA';
}

/** @param lines those that enter, @param leftOut and the others; both in the order sent */
export function inFileOrder<Line, Other extends Readonly<{ place: number }>>(
  lines: readonly Line[],
  leftOut: readonly Other[],
): readonly (Line | Other)[] {
  const all: (Line | Other)[] = [];
  let passed = 0;
  for (const other of leftOut) {
    while (all.length < other.place && passed < lines.length) all.push(lines[passed++] as Line);
    all.push(other);
  }
  return [...all, ...lines.slice(passed)];
}

// A column that tells groups from accounts: `S` and `A`, `T` and `A`, or words. A column of the same heading that holds
// anything else, as `A`, `P`, `R` and `D`, tells nothing. Source: docs/spec/files.md#sums.
import { textOf } from '../cells/cellText.js';
import type { Cell, TableRow } from '../formats/table.js';
import { headingKey } from '../headings/headingText.js';
import { isFilled, NO_COLUMN } from './columnValues.js';
import type { Columns } from './recogniseColumns.js';

const GROUP = /^(?:s|t|sint|sintetic[ao]|synthetic|sumari[ao]|titulo|group)$/;
const DETAIL = /^(?:a|anal|analitic[ao]|analytic(?:al)?|detail|detalhe|posting)$/;

export type KindOf = (cell: Cell | undefined) => 'group' | 'detail' | null;

/** @returns null where no column tells both kinds */
export function kindReader({ kind }: Pick<Columns, 'kind'>, sample: readonly TableRow[]): KindOf | null {
  if (kind === NO_COLUMN) return null;
  const kinds = sample.flatMap(({ cells }) => (isFilled(cells[kind]) ? [kindOf(cells[kind])] : []));
  const others = kinds.filter((one) => one === null).length;
  const tells = kinds.includes('group') && kinds.includes('detail') && others * 10 <= kinds.length;
  return tells ? kindOf : null;
}

function kindOf(cell: Cell | undefined): 'group' | 'detail' | null {
  const key = headingKey(textOf(cell));
  if (GROUP.test(key)) return 'group';
  return DETAIL.test(key) ? 'detail' : null;
}

// Rules have no untested branch: lists the branches of src/domain that a run with coverage left out, but for two kinds
// that no test can reach. A fallback after an index is there for the compiler, which does not know that the index is
// within bounds (noUncheckedIndexedAccess). A thrown Error states what callers keep to.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const UNREACHABLE_FALLBACK = /^ ?\?\? ('[^']*'|-?\d+n?|false|Infinity|\[\]|[A-Z]\w+\.[A-Z]+)$/;
const INVARIANT = /^throw new Error\(/;

/** @returns one line for each branch left out: file, line and code */
export function untestedBranches(coverageFile, root) {
  return Object.entries(JSON.parse(readFileSync(coverageFile, 'utf8')))
    .filter(([file]) => relative(root, file).startsWith('src/domain/'))
    .flatMap(([file, coverage]) => {
      const lines = readFileSync(file, 'utf8').split('\n');
      return branchesLeftOut(coverage)
        .filter((place) => !isUnreachable(lines, place))
        .map((place) => `${relative(root, file)}:${place.start.line} ${codeAt(lines, place).split('\n')[0]}`);
    });
}

function branchesLeftOut({ branchMap, b }) {
  return Object.entries(branchMap).flatMap(([id, { locations }]) => locations.filter((_, at) => b[id][at] === 0));
}

function isUnreachable(lines, place) {
  const code = codeAt(lines, place);
  const isIndexed = lines[place.start.line - 1].slice(0, place.start.column).endsWith(']');
  return INVARIANT.test(code) || (isIndexed && UNREACHABLE_FALLBACK.test(code));
}

function codeAt(lines, { start, end }) {
  const taken = lines.slice(start.line - 1, end.line);
  if (taken.length === 1) return taken[0].slice(start.column, end.column);
  return [taken[0].slice(start.column), ...taken.slice(1)].join('\n');
}

// Finds which element of an unknown XML is a row, and which of its descendants and attributes are the columns,
// from the head of the file. What the columns mean is decided later, by their headings. Source:
// docs/spec/files.md#xml.
import { headingKey } from '../../headings/headingVocabulary.js';
import { METADATA_ELEMENTS } from '../../headings/metadataVocabulary.js';
import { COLUMNS_MAX, tooManyColumns } from '../table.js';
import { localName, type Attributes, type XmlHandler } from './xmlFile.js';

/** Steps from the element to the value, an attribute's beginning with `@`; empty for the element's own text. */
type Path = readonly string[];

export type Structure = Readonly<{
  /** The local name of the element that is a row. */
  record: string;
  columns: readonly Path[];
  headings: readonly string[];
  /** Names of values that stand above the rows and hold for all of them: company, competence, chart. */
  context: readonly string[];
  firstLine: number;
  /** Two rows begin on one line of the file, so rows are numbered by counting. */
  isCounted: boolean;
}>;

/** All elements of one name. */
type Candidate = {
  count: number;
  columns: Path[];
  paths: Set<string>;
  tooWide: boolean;
  firstLine: number;
  lastLine: number;
  isCounted: boolean;
};
/** `pending` attributes become columns after the element's text, so that a side stands right of its balance. */
type Open = { name: string; text: boolean; pending: readonly string[]; last: string | null; candidate: Candidate };

const COLUMNS_MIN = 2;

/** Give it the elements of the file's head, then call `find`. */
export class StructureFinder implements XmlHandler {
  readonly #candidates = new Map<string, Candidate>();
  readonly #stack: Open[] = [];
  /** Elements around a value, by its name. */
  readonly #context = new Map<string, Set<string>>();

  open(name: string, attributes: Attributes, _: number, line: number): void {
    const candidate = this.#candidates.get(name) ?? newCandidate(line);
    this.#candidates.set(name, candidate);
    if (candidate.count > 0 && candidate.lastLine === line) candidate.isCounted = true;
    candidate.count += 1;
    candidate.lastLine = line;
    this.#flush();
    this.#stack.push({ name, text: false, pending: ownAttributes(attributes), last: null, candidate });
  }

  text(text: string): void {
    const open = this.#stack.at(-1);
    if (open === undefined || open.text || text.trim() === '') return;
    open.text = true;
    this.#addValue(null);
    this.#flush();
  }

  close(): void {
    this.#flush();
    this.#stack.pop();
  }

  find(): Structure | null {
    return structureOf(this.#candidates, this.#context);
  }

  #flush(): void {
    const open = this.#stack.at(-1);
    if (open === undefined) return;
    for (const key of open.pending) this.#addValue(`@${localName(key)}`);
    open.pending = [];
  }

  /** A value is a column of every element around it; of several with one name, of the innermost. */
  #addValue(step: string | null): void {
    const elements = new Set<string>();
    let path: string[] = step === null ? [] : [step];
    for (const open of this.#stack.toReversed()) {
      if (!elements.has(open.name)) addColumn(open, path);
      elements.add(open.name);
      path = [open.name, ...path];
    }
    const name = step?.slice(1) ?? this.#stack.at(-1)?.name ?? '';
    if (!METADATA_ELEMENTS.has(headingKey(name))) return;
    const around = this.#context.get(name) ?? new Set();
    for (const element of elements) around.add(element);
    this.#context.set(name, around);
  }
}

/** New columns go after the one before them in the same element; an element's own text after all else. */
function addColumn(open: Open, path: Path): void {
  const { candidate, last: previous } = open;
  const key = path.join('/');
  if (path.length > 0) open.last = key;
  if (candidate.paths.has(key)) return;
  if (candidate.columns.length === COLUMNS_MAX) {
    candidate.tooWide = true;
    return;
  }
  const before = previous === null ? -1 : candidate.columns.findIndex((column) => column.join('/') === previous);
  const at = path.length === 0 ? candidate.columns.length : before + 1;
  candidate.columns.splice(at, 0, path);
  candidate.paths.add(key);
}

function structureOf(
  candidates: ReadonlyMap<string, Candidate>,
  contextElements: ReadonlyMap<string, ReadonlySet<string>>,
): Structure | null {
  let best: Readonly<{ record: string; candidate: Candidate }> | null = null;
  let bestScore = 0;
  for (const [record, candidate] of candidates) {
    if (candidate.columns.length < COLUMNS_MIN) continue;
    // An element that stands once contains the columns of what repeats inside it; it is a row only where nothing
    // repeats.
    const score = candidate.columns.length * (candidate.count === 1 ? 1 : candidate.count * COLUMNS_MAX);
    if (score <= bestScore) continue;
    best = { record, candidate };
    bestScore = score;
  }
  if (best === null) return null;
  const { record, candidate } = best;
  if (candidate.tooWide) throw tooManyColumns(candidate.firstLine);
  const headings = headingsOf(record, candidate.columns);
  const columnNames = new Set(headings.map(headingKey));
  const context = [...contextElements].filter(
    ([name, around]) => !around.has(record) && !columnNames.has(headingKey(name)),
  );
  return {
    record,
    columns: candidate.columns,
    headings,
    context: context.map(([name]) => name),
    firstLine: candidate.firstLine,
    isCounted: candidate.isCounted || candidate.firstLine === 1,
  };
}

/** The last step of each path, or the whole path where two columns would have the same heading. */
function headingsOf(record: string, columns: readonly Path[]): string[] {
  const names = columns.map((path) => nameOf(path.at(-1) ?? record));
  return columns.map((path, index) => {
    const name = names[index] ?? '';
    return names.indexOf(name) === names.lastIndexOf(name) ? name : path.map(nameOf).join(' ') || name;
  });
}

const newCandidate = (line: number): Candidate => ({
  count: 0,
  columns: [],
  paths: new Set(),
  tooWide: false,
  firstLine: line,
  lastLine: 0,
  isCounted: false,
});

/** Without namespace declarations and hints to validators. */
export function ownAttributes(attributes: Attributes): readonly string[] {
  const keys = Object.keys(attributes);
  return keys.length === 0 ? keys : keys.filter((key) => key !== 'xmlns' && !/^(xmlns|xsi|xml):/.test(key));
}

const nameOf = (step: string): string => (step.startsWith('@') ? step.slice(1) : step);

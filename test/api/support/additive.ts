// Whether a new contract only adds to an old one (docs/spec/contract.md#additive-changes). Names every change that
// takes away.

type Node = Readonly<Record<string, unknown>>;

/** Texts that may change freely. */
const WORDS: ReadonlySet<string> = new Set(['description', 'summary', 'title', 'example', 'examples', 'version']);
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export function takenAway(before: unknown, after: unknown, at = '#'): string[] {
  if (Array.isArray(before)) return fromList(before, after, at);
  if (!isNode(before)) return before === after ? [] : [`${at} was ${JSON.stringify(before)}`];
  if (!isNode(after)) return [`${at} is gone`];
  const found = Object.entries(before).flatMap(([name, value]) => {
    if (WORDS.has(name) && typeof value !== 'object') return [];
    // What an example shows may change; a named one stays.
    if (name === 'example' || (name === 'value' && /\/examples\/[^/]+$/.test(at))) return [];
    // A parameter that is required no longer: every call that was fine still is.
    if (name === 'required' && value === true && /\/parameters\[query [^\]]*\]$/.test(at)) return [];
    const here = `${at}/${name}`;
    return name in after ? takenAway(value, after[name], here) : [`${here} is gone`];
  });
  return [...found, ...asksForMore(before, after, at)];
}

/** Entries are found by name, reference or value, or as the one that only adds: their order says nothing. */
function fromList(before: readonly unknown[], after: unknown, at: string): string[] {
  if (!Array.isArray(after)) return [`${at} is gone`];
  return before.flatMap((entry) => {
    const here = `${at}[${nameOf(entry)}]`;
    const grown = (other: unknown) => isNode(entry) && isNode(other) && takenAway(entry, other).length === 0;
    const same = (after.find((other) => nameOf(other) === nameOf(entry)) ?? after.find(grown)) as unknown;
    return same === undefined ? [`${here} is gone`] : takenAway(entry, same, here);
  });
}

function nameOf(entry: unknown): string {
  if (isNode(entry) && typeof entry['name'] === 'string')
    return typeof entry['in'] === 'string' ? `${entry['in']} ${entry['name']}` : entry['name'];
  return JSON.stringify(entry);
}

/** A bound or an obligation that was not there: parameters and bodies that were fine are refused. */
function asksForMore(before: Node, after: Node, at: string): string[] {
  const bounds = [
    'minimum',
    'maximum',
    'minLength',
    'maxLength',
    'minItems',
    'maxItems',
    'pattern',
    'enum',
    'format',
    'const',
    'multipleOf',
    'uniqueItems',
    'not',
  ];
  const found = bounds
    .filter((name) => name in after && !(name in before) && 'type' in before)
    .map((name) => `${at}/${name} is new`);
  if (after['additionalProperties'] === false && before['additionalProperties'] !== false)
    found.push(`${at}/additionalProperties is new`);
  const isRequest = /\/parameters|\/schemas\/(ImportacaoDeBalancete|ArquivoDeBalancete|ConsultaGraphQL)/.test(at);
  const parameters = newEntries(before['parameters'], after['parameters']).filter(
    (entry) => isNode(entry) && entry['required'] === true,
  );
  if (parameters.length > 0) found.push(`${at}/parameters has a new one that is required`);
  if (isRequest && newEntries(before['required'], after['required']).length > 0)
    found.push(`${at}/required has more`);
  return found;
}

function newEntries(before: unknown, after: unknown): readonly unknown[] {
  if (!Array.isArray(after)) return [];
  const known = new Set((Array.isArray(before) ? before : []).map(nameOf));
  return after.filter((entry) => !known.has(nameOf(entry)));
}

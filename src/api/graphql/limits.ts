// Limits depth and cost of an operation before it is executed. One pass over the selections: a fragment is
// measured once and counted at each spread; `limit` is read from variables and defaults too, so that neither hides
// cost.
import {
  GraphQLError,
  Kind,
  parse,
  validate,
  valueFromASTUntyped,
  visit,
  type ASTNode,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import {
  atMost,
  invaliditySentence,
  isTokenLimit,
  syntaxSentence,
  type Place,
} from '../../messages/httpProblems.js';
import { HttpError } from '../http/problems.js';
import { LIMIT_DEFAULT } from '../rest/contract/parameters.js';
import { QUERY_NAMES } from '../rest/lists.js';
import { schema } from './schema.js';

/** Source: docs/spec/graphql.md#limits. */
const DOCUMENT_BYTES_MAX = 20_000;
const TOKENS_MAX = 1_000;
const DIRECTIVES_MAX = 50;

/** @throws HttpError QueryTooComplex by size or tokens, QueryInvalid by syntax */
export function parseDocument(text: string): DocumentNode {
  if (Buffer.byteLength(text) > DOCUMENT_BYTES_MAX) throw tooComplex(DOCUMENT_BYTES_MAX, 'bytes');
  try {
    return parse(text, { maxTokens: TOKENS_MAX });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    if (isTokenLimit(error.message)) throw tooComplex(TOKENS_MAX, 'tokens');
    const [place] = placesOf(error);
    throw new HttpError({
      is: 'QueryInvalid',
      message: syntaxSentence(place),
      ...(place && { locations: [place] }),
    });
  }
}

function tooComplex(...limit: Parameters<typeof atMost>): HttpError {
  return new HttpError({ is: 'QueryTooComplex', limit: atMost(...limit) });
}

const ERRORS_MAX = 5;

/** @returns null when the document is valid */
export function invalidity(document: DocumentNode) {
  const errors = validate(schema, document, undefined, { maxErrors: ERRORS_MAX });
  if (errors.length === 0) return null;
  const places = new Map<string, Place | undefined>();
  for (const error of errors.slice(0, ERRORS_MAX)) {
    const sentence = invaliditySentence(error.message, () => holderOf(error.nodes?.[0], document));
    if (!places.has(sentence)) places.set(sentence, placesOf(error)[0]);
  }
  const locations = [...places.values()].filter((place) => place !== undefined);
  return { message: [...places.keys()].join(', '), locations };
}

export function placesOf({ locations = [] }: GraphQLError): readonly Place[] {
  return locations.map(({ line, column }) => ({ line, column }));
}

/** The argument or variable with this value, or with a list or object that contains it. */
function holderOf(value: ASTNode | undefined, document: DocumentNode): string {
  let holder = '';
  let holderOfValue = '';
  visit(document, {
    enter(node) {
      if (node.kind === Kind.ARGUMENT) holder = node.name.value;
      else if (node.kind === Kind.VARIABLE_DEFINITION) holder = node.variable.name.value;
      else if (node === value) holderOfValue = holder;
    },
  });
  return holderOfValue;
}

/** Source: docs/spec/graphql.md#limits. */
const LEVELS_MAX = 6;
const COST_MAX = 10_000;
const ROOT_FIELDS_MAX = 10;
/** Levels of introspection; the introspection query of common tools has fewer. */
const INTROSPECTION_LEVELS_MAX = 20;
/** Nested lists of members of a type: the graphql package's own error for a third level names no node. */
const INTROSPECTION_MEMBERS_MAX = 2;
/** Leaf fields of introspection × the sizes of the lists above them. Common tools' query costs 190,000. */
const INTROSPECTION_COST_MAX = 400_000;

/** Approximate maximum size of each introspection list in this schema. */
const INTROSPECTION_LISTS: Readonly<Record<string, number>> = {
  types: 30,
  fields: 20,
  args: 8,
  inputFields: 8,
  enumValues: 20,
  directives: 6,
  interfaces: 4,
  possibleTypes: 4,
  locations: 20,
};

const MEMBERS: ReadonlySet<string> = new Set(['fields', 'inputFields', 'interfaces', 'possibleTypes']);

export type Size = Readonly<{
  /** Depth of fields, leaf included, introspection excluded. */
  levels: number;
  /** Fields at this level, those of its fragments included. */
  fields: number;
  /** Sum over all lists: `limit` × leaf fields under `data`. */
  cost: number;
  introspectionLevels: number;
  introspectionMembers: number;
  introspectionCost: number;
}>;

type Variables = Readonly<Record<string, unknown>>;
/** The kind of object a selection belongs to, which decides how its leaves are counted. */
type Level = 'root' | 'page' | 'rows' | 'introspection' | 'unknown';

const NOTHING: Size = {
  levels: 0,
  fields: 0,
  cost: 0,
  introspectionLevels: 0,
  introspectionMembers: 0,
  introspectionCost: 0,
};
const LISTS: ReadonlySet<string> = new Set(QUERY_NAMES);

/** @throws HttpError QueryTooDeep before QueryTooComplex */
export function checkLimits(
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Variables,
): void {
  const size = sizeOf(document, operation, variables);
  const introspectsTooDeep =
    size.introspectionLevels > INTROSPECTION_LEVELS_MAX || size.introspectionMembers > INTROSPECTION_MEMBERS_MAX;
  if (size.levels > LEVELS_MAX || introspectsTooDeep) throw new HttpError({ is: 'QueryTooDeep' });
  if (size.fields > ROOT_FIELDS_MAX) throw tooComplex(ROOT_FIELDS_MAX, 'roots');
  let directives = 0;
  visit(document, { [Kind.DIRECTIVE]: () => void directives++ });
  if (directives > DIRECTIVES_MAX) throw tooComplex(DIRECTIVES_MAX, 'directives');
  if (size.cost > COST_MAX || size.introspectionCost > INTROSPECTION_COST_MAX)
    throw new HttpError({ is: 'QueryTooComplex' });
}

export function sizeOf(document: DocumentNode, operation: OperationDefinitionNode, variables: Variables): Size {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const measured = new Map<string, Size>();
  const limitOf = (field: FieldNode): number => limitInForce(field, operation, variables);

  function ofSelections({ selections }: SelectionSetNode, place: Level): Size {
    return selections.reduce<Size>((sum, node) => {
      if (node.kind === Kind.FIELD) return sumOf(sum, ofField(node, place));
      if (node.kind === Kind.INLINE_FRAGMENT) return sumOf(sum, ofSelections(node.selectionSet, place));
      return sumOf(sum, ofFragment(node.name.value, place));
    }, NOTHING);
  }

  function ofFragment(name: string, place: Level): Size {
    const key = `${place} ${name}`;
    const cost = measured.get(key);
    if (cost) return cost;
    const fragment = fragments.get(name);
    // A placeholder during the measurement ends the recursion of a fragment of itself, which validation refuses.
    measured.set(key, NOTHING);
    const size = fragment ? ofSelections(fragment.selectionSet, place) : NOTHING;
    measured.set(key, size);
    return size;
  }

  function ofField(field: FieldNode, place: Level): Size {
    const name = field.name.value;
    const below = placeBelow(place, name);
    const inner = field.selectionSet ? ofSelections(field.selectionSet, below) : null;
    if (below === 'introspection') {
      const times = INTROSPECTION_LISTS[name] ?? 1;
      return {
        ...NOTHING,
        fields: 1,
        introspectionLevels: 1 + (inner?.introspectionLevels ?? 0),
        introspectionMembers: (MEMBERS.has(name) ? 1 : 0) + (inner?.introspectionMembers ?? 0),
        introspectionCost: times * (inner?.introspectionCost ?? 1),
      };
    }
    const times = place === 'root' && LISTS.has(name) ? limitOf(field) : 1;
    const leaf = place === 'rows' ? 1 : 0;
    return {
      ...(inner ?? NOTHING),
      fields: 1,
      levels: (name.startsWith('__') ? 0 : 1) + (inner?.levels ?? 0),
      cost: times * (inner?.cost ?? leaf),
    };
  }

  return ofSelections(operation.selectionSet, 'root');
}

function placeBelow(place: Level, name: string): Level {
  if (place === 'root') {
    if (LISTS.has(name)) return 'page';
    return name === '__schema' || name === '__type' ? 'introspection' : 'unknown';
  }
  if (place === 'page') return name === 'data' ? 'rows' : 'unknown';
  return place;
}

function sumOf(one: Size, other: Size): Size {
  return {
    levels: Math.max(one.levels, other.levels),
    fields: one.fields + other.fields,
    cost: one.cost + other.cost,
    introspectionLevels: Math.max(one.introspectionLevels, other.introspectionLevels),
    introspectionMembers: Math.max(one.introspectionMembers, other.introspectionMembers),
    introspectionCost: one.introspectionCost + other.introspectionCost,
  };
}

/** The value of `limit` that the resolver will use. Validation refuses values that are not numbers. */
function limitInForce(field: FieldNode, operation: OperationDefinitionNode, variables: Variables): number {
  const limitValue = field.arguments?.find(({ name }) => name.value === 'limit')?.value;
  if (!limitValue) return LIMIT_DEFAULT;
  const value =
    limitValue.kind === Kind.VARIABLE
      ? valueOf(limitValue.name.value, operation, variables)
      : valueFromASTUntyped(limitValue);
  if (value === null || value === undefined) return LIMIT_DEFAULT;
  return typeof value === 'number' ? Math.max(value, 0) : 0;
}

function valueOf(name: string, operation: OperationDefinitionNode, variables: Variables): unknown {
  // The graphql package cannot store a variable of this name: the field is executed without a value.
  if (name === '__proto__') return undefined;
  if (Object.hasOwn(variables, name)) return variables[name];
  const declared = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
  return declared?.defaultValue ? valueFromASTUntyped(declared.defaultValue) : undefined;
}

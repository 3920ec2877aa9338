// The common shape of a query, made ready once: lists at the root, plain fields below, fragments and aliases resolved.
// What has directives or looks at the schema has no plan and is left to the graphql package.
import {
  GraphQLObjectType,
  Kind,
  type DocumentNode,
  type FieldNode,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { LIST_NAMES, type ListName } from './resolvers.js';
import { schema } from './schema.js';

/** A member of an answer: its key and colon as JSON, a comma before all but the first. */
export type Plain = Readonly<{ lead: string; field: string }>;
export type Constant = Readonly<{ lead: string; text: string }>;
/** What a member of a row or of `pagination` is written from. */
export type Leaf = Plain | Constant;
export type PageMember =
  Constant | Readonly<{ lead: string; rows: Leaves }> | Readonly<{ lead: string; pagination: Leaves }>;
export type Leaves = Readonly<{
  leaves: readonly Leaf[];
  /** Which selection it is, as text. */
  key: string;
  /** Every field of the type under its own name and in its order: the row as REST has it. */
  isWhole: boolean;
}>;
export type RootMember =
  Constant | Readonly<{ lead: string; key: string; list: ListName; node: FieldNode; page: readonly PageMember[] }>;
export type Plan = readonly RootMember[];

type Selected = Readonly<{ key: string; name: string; nodes: readonly FieldNode[] }>;

const LISTS: ReadonlySet<string> = new Set(LIST_NAMES);
const QUERY_TYPE = 'Query';
/** Selections expanded per operation: fragments within fragments could ask for many more than they are written with. */
const SELECTIONS_MAX = 5_000;

/** @param document valid for the schema, without any directive */
export function planOf(document: DocumentNode, operation: OperationDefinitionNode): Plan | null {
  const fragments = new Map<string, SelectionSetNode>();
  for (const node of document.definitions)
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node.selectionSet);
  try {
    return new Planner(fragments).root(operation.selectionSet);
  } catch (error) {
    if (error instanceof NoPlan) return null;
    throw error;
  }
}

class NoPlan extends Error {}

class Planner {
  readonly #fragments: ReadonlyMap<string, SelectionSetNode>;
  #left = SELECTIONS_MAX;

  constructor(fragments: ReadonlyMap<string, SelectionSetNode>) {
    this.#fragments = fragments;
  }

  root(selectionSet: SelectionSetNode): Plan {
    return this.#selected([selectionSet]).map(({ key, name, nodes }, at) => {
      const lead = leadOf(key, at);
      if (name === '__typename') return { lead, text: JSON.stringify(QUERY_TYPE) };
      const [node] = nodes;
      if (!isList(name) || node === undefined) throw new NoPlan();
      return { lead, key, list: name, node, page: this.#page(nodes, name) };
    });
  }

  #page(nodes: readonly FieldNode[], list: ListName): readonly PageMember[] {
    const types = typesOf(list);
    return this.#selected(below(nodes)).map(({ key, name, nodes: inner }, at) => {
      const lead = leadOf(key, at);
      if (name === '__typename') return { lead, text: JSON.stringify(types.page) };
      if (name === 'data') return { lead, rows: this.#leaves(inner, types.row) };
      if (name === 'pagination') return { lead, pagination: this.#leaves(inner, types.pagination) };
      throw new NoPlan();
    });
  }

  #leaves(nodes: readonly FieldNode[], type: string): Leaves {
    const selected = this.#selected(below(nodes));
    const leaves = selected.map(({ key, name }, at): Leaf => {
      const lead = leadOf(key, at);
      return name === '__typename' ? { lead, text: JSON.stringify(type) } : { lead, field: name };
    });
    const key = keyOf(selected);
    return { leaves, key, isWhole: key === keyOf(fieldsOf(type).map((name) => ({ key: name, name }))) };
  }

  /** Fields by the name of their answer, in the order they first appear, however often and through what they are asked for. */
  #selected(sets: readonly SelectionSetNode[]): readonly Selected[] {
    const found = new Map<string, { key: string; name: string; nodes: FieldNode[] }>();
    const spread = new Set<string>();
    const collect = ({ selections }: SelectionSetNode): void => {
      for (const node of selections) {
        if (--this.#left < 0) throw new NoPlan();
        if (node.kind === Kind.FIELD) {
          const key = (node.alias ?? node.name).value;
          const known = found.get(key);
          if (known) known.nodes.push(node);
          else found.set(key, { key, name: node.name.value, nodes: [node] });
        } else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
        else if (!spread.has(node.name.value)) {
          spread.add(node.name.value);
          const fragment = this.#fragments.get(node.name.value);
          if (fragment) collect(fragment);
        }
      }
    };
    sets.forEach(collect);
    return [...found.values()];
  }
}

const isList = (name: string): name is ListName => LISTS.has(name);
const below = (nodes: readonly FieldNode[]): readonly SelectionSetNode[] =>
  nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
const leadOf = (key: string, at: number): string => `${at === 0 ? '' : ','}${JSON.stringify(key)}:`;

const keyOf = (selected: readonly Pick<Selected, 'key' | 'name'>[]): string =>
  selected.map(({ key, name }) => `${key}:${name}`).join(' ');

/** Names of the types a list's answer is made of. */
function typesOf(list: ListName): Readonly<{ page: string; row: string; pagination: string }> {
  const page = named(schema.getQueryType()?.getFields()[list]?.type);
  const members = objectType(page).getFields();
  return { page, row: named(members['data']?.type), pagination: named(members['pagination']?.type) };
}

const fieldsOf = (type: string): readonly string[] => Object.keys(objectType(type).getFields());

function objectType(name: string): GraphQLObjectType {
  const type = schema.getType(name);
  if (type instanceof GraphQLObjectType) return type;
  throw new Error(`${name} is no type with fields`);
}

/** The name inside of lists and obligations. */
const named = (type: unknown): string => String(type).replace(/[[\]!]/g, '');

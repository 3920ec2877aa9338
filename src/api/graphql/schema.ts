// The schema of POST /api/v1/graphql, derived from the zod rows and parameters of REST.
import {
  GraphQLBoolean,
  GraphQLFloat,
  GraphQLIncludeDirective,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLSkipDirective,
  GraphQLString,
  type GraphQLFieldConfigArgumentMap,
  type GraphQLOutputType,
  type GraphQLScalarType,
} from 'graphql';
import * as z from 'zod';
import type { ReadDependencies } from '../dependencies.js';
import { parseValues } from '../http/request/query.js';
import { withMeanings } from '../openapi/enumerations.js';
import { pagination } from '../rest/contract/pages.js';
import { LIMIT_DEFAULT, PAGE_DEFAULT } from '../rest/contract/parameters.js';
import { capitalize, type List, type Reader } from '../rest/list.js';
import { ALL_LISTS } from '../rest/lists.js';

const SCALARS: Readonly<Record<string, GraphQLScalarType>> = {
  integer: GraphQLInt,
  number: GraphQLFloat,
  boolean: GraphQLBoolean,
  string: GraphQLString,
};
const DEFAULTS: Readonly<Record<string, number>> = { page: PAGE_DEFAULT, limit: LIMIT_DEFAULT };
/** Replace the descriptions of REST that mention headers. */
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  limit: 'Linhas por página, de 1 a 100',
  updatedSince:
    'Somente o que mudou nesta data e hora (ISO 8601) ou depois; envie o X-Updated-Until da mesma lista em REST, pedido antes da leitura anterior',
};

const Paginacao = objectOf('Paginacao', 'Onde a página está na lista', pagination);

export const schema = new GraphQLSchema({
  directives: [GraphQLIncludeDirective, GraphQLSkipDirective],
  description: 'Leitura de empresas, planos de contas, balancetes e conciliações. Não há escrita.',
  query: new GraphQLObjectType({
    name: 'Query',
    description: 'As consultas; cada uma traz uma página de linhas, com os mesmos campos da rota REST',
    fields: Object.fromEntries(ALL_LISTS.flatMap(fieldOf)),
  }),
});

function fieldOf(list: List) {
  const { name, row, rowName, inGraphql, query } = list;
  if (inGraphql === null) return [];
  const [ofRow, ofPage, description] = inGraphql;
  const type = pageType(`${capitalize(name)}Pagina`, ofPage, objectOf(rowName, ofRow, row));
  return [[name, { type, description, args: argsOf(query), resolve: resolverOf(list) }] as const];
}

function pageType(name: string, description: string, row: GraphQLObjectType): GraphQLObjectType {
  return new GraphQLObjectType({
    name,
    description,
    fields: {
      data: {
        type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(row))),
        description: 'As linhas da página',
      },
      pagination: { type: new GraphQLNonNull(Paginacao), description: 'Onde a página está na lista' },
    },
  });
}

function argsOf(query: z.ZodObject): GraphQLFieldConfigArgumentMap {
  const { properties = {}, required = [] } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' });
  const args = Object.entries(properties).map(([name, member]) => {
    const { type = '', description, enum: values = [] } = member as Member;
    const scalar = scalarNamed(String(type));
    return [
      name,
      {
        type: required.includes(name) ? new GraphQLNonNull(scalar) : scalar,
        description: DESCRIPTIONS[name] ?? withMeanings(description, values),
        defaultValue: DEFAULTS[name],
      },
    ] as const;
  });
  return Object.fromEntries(args);
}

type Member = Readonly<{
  type?: string | readonly string[];
  description?: string;
  enum?: readonly unknown[];
  anyOf?: readonly Member[];
}>;

function objectOf(name: string, description: string, shape: z.ZodObject): GraphQLObjectType {
  const { properties = {}, required = [] } = z.toJSONSchema(shape);
  const fields = Object.entries(properties).map(([field, member]) => {
    const { description, ...of } = member as Member;
    if (description === undefined) throw new Error(`${name}.${field} has no description`);
    const type = scalarOf(of, required.includes(field));
    return [field, { type, description: withMeanings(description, of.enum ?? []) ?? description }] as const;
  });
  return new GraphQLObjectType({ name, description, fields: Object.fromEntries(fields) });
}

/** Enumerations, dates and timestamps are texts, as in REST (docs/spec/graphql.md#types). */
function scalarOf({ type = '', anyOf = [{ type }] }: Member, isRequired: boolean): GraphQLOutputType {
  const types = anyOf.flatMap((one) => one.type ?? []);
  const scalar = scalarNamed(types.find((one) => one !== 'null') ?? '');
  return isRequired && !types.includes('null') ? new GraphQLNonNull(scalar) : scalar;
}

function scalarNamed(type: string): GraphQLScalarType {
  const scalar = SCALARS[type];
  if (!scalar) throw new Error(`no GraphQL type for ${type}`);
  return scalar;
}

// The queries. Arguments are checked by the schemas of the REST parameters; rows come from the same functions.

export type GraphqlContext = Readonly<{
  deps: ReadDependencies;
  reader: Reader;
  /** Resolves in the client's next turn: between two lists of a query, others are served. */
  turn(): Promise<void>;
}>;

/** Values as coerced by GraphQL; null means absent. */
type Arguments = Readonly<Record<string, number | string | boolean | null | undefined>>;

function resolverOf({ query, read }: List) {
  return async (_: unknown, args: Arguments, { deps, reader, turn }: GraphqlContext) => {
    await turn();
    const page = await read(deps, reader, parseValues(query, texts(args)));
    const { rows, pagination } = 'read' in page ? await page.read() : page;
    const data = rows instanceof Uint8Array ? (JSON.parse(Buffer.from(rows).toString()) as object[]) : rows;
    return { data, pagination };
  };
}

/** Arguments as text, as query parameters are. */
function texts(args: Arguments): Readonly<Record<string, string>> {
  const parameters: Record<string, string> = {};
  for (const name in args) {
    const value = args[name];
    if (value !== null && value !== undefined) parameters[name] = String(value);
  }
  return parameters;
}

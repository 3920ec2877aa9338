// What the graphql package brings along, described in Portuguese as all of the schema is.
import {
  GraphQLBoolean,
  GraphQLDirective,
  GraphQLFloat,
  GraphQLIncludeDirective,
  GraphQLInt,
  GraphQLSkipDirective,
  GraphQLString,
  type GraphQLScalarType,
} from 'graphql';

/** By the type of JSON Schema. */
export const SCALARS: Readonly<Record<string, GraphQLScalarType>> = {
  integer: described(GraphQLInt, 'Número inteiro de 32 bits, com sinal'),
  number: described(GraphQLFloat, 'Número, com ou sem casas decimais'),
  boolean: described(GraphQLBoolean, 'Verdadeiro (true) ou falso (false)'),
  string: described(GraphQLString, 'Texto'),
};

/** Those a query may have. */
export const directives: readonly GraphQLDirective[] = [
  conditional(GraphQLIncludeDirective, 'Inclui o campo ou o fragmento somente se a condição for verdadeira'),
  conditional(GraphQLSkipDirective, 'Omite o campo ou o fragmento se a condição for verdadeira'),
];

/** The very object of the package: introspection needs it, and a schema takes one type of a name. */
function described(scalar: GraphQLScalarType, description: string): GraphQLScalarType {
  scalar.description = description;
  return scalar;
}

function conditional(directive: GraphQLDirective, description: string): GraphQLDirective {
  const { args, ...config } = directive.toConfig();
  const named = Object.entries(args).map(([name, arg]) => [name, { ...arg, description: 'A condição' }] as const);
  return new GraphQLDirective({ ...config, description, args: Object.fromEntries(named) });
}

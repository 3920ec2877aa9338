// Scalars and directives of the graphql package, described in Portuguese like the rest of the schema.
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

/** By JSON Schema type. */
export const SCALARS: Readonly<Record<string, GraphQLScalarType>> = {
  integer: described(GraphQLInt, 'Número inteiro de 32 bits, com sinal'),
  number: described(GraphQLFloat, 'Número, com ou sem casas decimais'),
  boolean: described(GraphQLBoolean, 'Verdadeiro (true) ou falso (false)'),
  string: described(GraphQLString, 'Texto'),
};

/** Directives that a query may use. */
export const directives: readonly GraphQLDirective[] = [
  conditional(GraphQLIncludeDirective, 'Inclui o campo ou o fragmento somente se a condição for verdadeira'),
  conditional(GraphQLSkipDirective, 'Omite o campo ou o fragmento se a condição for verdadeira'),
];

/** Changes the object of the package: a schema accepts only one type per name, and introspection uses this one. */
function described(scalar: GraphQLScalarType, description: string): GraphQLScalarType {
  scalar.description = description;
  return scalar;
}

function conditional(directive: GraphQLDirective, description: string): GraphQLDirective {
  const { args, ...config } = directive.toConfig();
  const named = Object.entries(args).map(([name, arg]) => [name, { ...arg, description: 'A condição' }] as const);
  return new GraphQLDirective({ ...config, description, args: Object.fromEntries(named) });
}

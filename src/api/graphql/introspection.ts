// Descriptions of the introspection types in Portuguese: the graphql package describes them in English, and few of them.
import { introspectionTypes, isEnumType, isObjectType } from 'graphql';

type Words = Readonly<{ is: string; members: Readonly<Record<string, string>> }>;

const NAMED = { name: 'Nome', description: 'Descrição em português' } as const;
const DEPRECATION = {
  isDeprecated: 'Se está obsoleto',
  deprecationReason: 'Por que está obsoleto, e o que usar no lugar',
} as const;
/** Describes the argument `includeDeprecated` of every list that has it. */
const INCLUDE_DEPRECATED = 'Inclui também o que está obsoleto';

const WORDS: Readonly<Record<string, Words>> = {
  __Schema: {
    is: 'O esquema: o que pode ser consultado',
    members: {
      description: 'Descrição em português',
      types: 'Todos os tipos',
      queryType: 'O tipo em que as consultas começam',
      mutationType: 'O tipo das escritas; nulo, pois não há escrita',
      subscriptionType: 'O tipo das assinaturas; nulo, pois não há assinaturas',
      directives: 'As diretivas que uma consulta pode ter',
    },
  },
  __Directive: {
    is: 'Uma diretiva: muda como uma parte da consulta é executada',
    members: {
      ...NAMED,
      ...DEPRECATION,
      isRepeatable: 'Se pode ser usada mais de uma vez no mesmo lugar',
      locations: 'Onde pode ser usada',
      args: 'Os argumentos',
    },
  },
  __DirectiveLocation: {
    is: 'Onde uma diretiva pode ser usada',
    members: {
      QUERY: 'Em uma consulta',
      MUTATION: 'Em uma escrita',
      SUBSCRIPTION: 'Em uma assinatura',
      FIELD: 'Em um campo',
      FRAGMENT_DEFINITION: 'Na definição de um fragmento',
      FRAGMENT_SPREAD: 'No uso de um fragmento',
      INLINE_FRAGMENT: 'Em um fragmento sem nome',
      VARIABLE_DEFINITION: 'Na declaração de uma variável',
      SCHEMA: 'Em um esquema',
      SCALAR: 'Em um tipo escalar',
      OBJECT: 'Em um tipo com campos',
      FIELD_DEFINITION: 'Na definição de um campo',
      ARGUMENT_DEFINITION: 'Na definição de um argumento',
      INTERFACE: 'Em uma interface',
      UNION: 'Em uma união',
      ENUM: 'Em uma enumeração',
      ENUM_VALUE: 'Em um valor de uma enumeração',
      INPUT_OBJECT: 'Em um tipo de entrada',
      INPUT_FIELD_DEFINITION: 'Na definição de um campo de entrada',
      DIRECTIVE_DEFINITION: 'Na definição de uma diretiva',
    },
  },
  __Type: {
    is: 'Um tipo',
    members: {
      ...NAMED,
      kind: 'A categoria do tipo',
      specifiedByURL: 'Onde um tipo escalar é especificado',
      fields: 'Os campos de um tipo com campos',
      interfaces: 'As interfaces que um tipo com campos implementa',
      possibleTypes: 'Os tipos concretos que este pode ter',
      enumValues: 'Os valores de uma enumeração',
      inputFields: 'Os campos de um tipo de entrada',
      ofType: 'O tipo dos itens de uma lista ou de um valor obrigatório',
      isOneOf: 'Se exatamente um campo do tipo de entrada deve ser informado',
    },
  },
  __Field: {
    is: 'Um campo de um tipo',
    members: { ...NAMED, ...DEPRECATION, args: 'Os argumentos', type: 'O tipo do valor' },
  },
  __InputValue: {
    is: 'Um argumento, ou um campo de entrada',
    members: {
      ...NAMED,
      ...DEPRECATION,
      type: 'O tipo do valor',
      defaultValue: 'O valor padrão, escrito em GraphQL',
    },
  },
  __EnumValue: { is: 'Um valor de uma enumeração', members: { ...NAMED, ...DEPRECATION } },
  __TypeKind: {
    is: 'As categorias de tipo',
    members: {
      SCALAR: 'Um valor simples, como número ou texto',
      OBJECT: 'Um tipo com campos',
      INTERFACE: 'Campos que vários tipos têm',
      UNION: 'Um entre vários tipos',
      ENUM: 'Um entre vários valores',
      INPUT_OBJECT: 'Um tipo de entrada, com campos',
      LIST: 'Uma lista de outro tipo',
      NON_NULL: 'Outro tipo, nunca nulo',
    },
  },
};

/**
 * Changes the objects of the package: every schema uses them and accepts no others of the same names.
 * @throws Error when a member of the package has no description here
 */
export function describeIntrospection(): void {
  for (const type of introspectionTypes) {
    const words = WORDS[type.name];
    type.description = words?.is;
    const members = isEnumType(type)
      ? type.getValues()
      : isObjectType(type)
        ? Object.values(type.getFields())
        : [];
    for (const member of members) {
      member.description = words?.members[member.name];
      if (member.description === undefined) throw new Error(`${type.name}.${member.name} has no description`);
      if ('args' in member) for (const arg of member.args) arg.description = INCLUDE_DEPRECATED;
    }
  }
}

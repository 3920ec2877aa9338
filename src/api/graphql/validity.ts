// Validates documents with the rules of the graphql package, and words the errors in Portuguese: the package's messages are
// English and suggest names of the schema.
import {
  ExecutableDefinitionsRule,
  FieldsOnCorrectTypeRule,
  FragmentsOnCompositeTypesRule,
  Kind,
  KnownArgumentNamesRule,
  KnownDirectivesRule,
  KnownFragmentNamesRule,
  KnownTypeNamesRule,
  LoneAnonymousOperationRule,
  NoFragmentCyclesRule,
  NoUndefinedVariablesRule,
  NoUnusedFragmentsRule,
  NoUnusedVariablesRule,
  OverlappingFieldsCanBeMergedRule,
  PossibleFragmentSpreadsRule,
  ProvidedRequiredArgumentsRule,
  ScalarLeafsRule,
  UniqueArgumentNamesRule,
  UniqueDirectivesPerLocationRule,
  UniqueFragmentNamesRule,
  UniqueOperationNamesRule,
  UniqueVariableNamesRule,
  ValuesOfCorrectTypeRule,
  VariablesAreInputTypesRule,
  VariablesInAllowedPositionRule,
  isValueNode,
  specifiedRules,
  validate,
  visit,
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  type SelectionSetNode,
  type ValueNode,
  type ValidationRule,
} from 'graphql';
import { sanitized } from '../../messages/formats.js';
import type { Place } from '../../messages/httpProblems.js';
import { schema } from './schema.js';

/** Errors collected per document. */
const ERRORS_MAX = 5;

/** `#` is replaced by the name of the invalid node, or the argument of a value, `@` by that of the missing argument. */
const SENTENCES: ReadonlyMap<ValidationRule, string> = new Map([
  [FieldsOnCorrectTypeRule, 'O campo "#" não existe onde foi pedido'],
  [ScalarLeafsRule, 'O campo "#" foi pedido com subcampos que não tem ou sem os subcampos necessários'],
  [KnownArgumentNamesRule, 'O argumento "#" não existe'],
  [ProvidedRequiredArgumentsRule, 'Falta o argumento obrigatório "@" em "#"'],
  [UniqueArgumentNamesRule, 'O argumento "#" foi informado mais de uma vez'],
  [ValuesOfCorrectTypeRule, 'O valor de "#" na consulta não é do tipo esperado'],
  [KnownDirectivesRule, 'A diretiva "#" não existe ou não cabe onde foi usada'],
  [UniqueDirectivesPerLocationRule, 'A diretiva "#" foi usada mais de uma vez no mesmo lugar'],
  [KnownTypeNamesRule, 'O tipo "#" não existe'],
  [KnownFragmentNamesRule, 'O fragmento "#" não existe'],
  [UniqueFragmentNamesRule, 'O fragmento "#" foi definido mais de uma vez'],
  [NoUnusedFragmentsRule, 'O fragmento "#" não é usado'],
  [NoFragmentCyclesRule, 'O fragmento "#" contém a si mesmo'],
  [FragmentsOnCompositeTypesRule, 'Um fragmento foi definido sobre um tipo sem campos'],
  [PossibleFragmentSpreadsRule, 'Um fragmento foi usado onde o seu tipo não cabe'],
  [NoUndefinedVariablesRule, 'A variável "#" não foi declarada'],
  [NoUnusedVariablesRule, 'A variável "#" não é usada'],
  [UniqueVariableNamesRule, 'A variável "#" foi declarada mais de uma vez'],
  [VariablesAreInputTypesRule, 'Uma variável foi declarada com um tipo que não é de entrada'],
  [VariablesInAllowedPositionRule, 'A variável "#" não é do tipo esperado onde foi usada'],
  [UniqueOperationNamesRule, 'A operação "#" foi definida mais de uma vez'],
  [ExecutableDefinitionsRule, 'Uma consulta tem somente operações e fragmentos'],
  [LoneAnonymousOperationRule, 'Uma operação sem nome deve ser a única da consulta'],
  [OverlappingFieldsCanBeMergedRule, 'O campo "#" foi pedido de duas formas com o mesmo nome de resposta'],
]);
/** The library stops comparing fields of the same name at a bound; its error then names no node. */
const TOO_OFTEN = 'A consulta repete o mesmo campo vezes demais';
const OTHERWISE = 'A consulta não corresponde ao esquema';

/** All errors in one sentence, and where each begins. */
export type Invalidity = Readonly<{ message: string; locations: readonly Place[] }>;

/** @returns null when the document is valid */
export function invalidity(document: DocumentNode): Invalidity | null {
  if (validate(schema, document, specifiedRules, { maxErrors: 1 }).length === 0) return null;
  const found = new Map<string, Place | undefined>();
  for (const [rule, sentence] of SENTENCES)
    for (const error of validate(schema, document, [rule], { maxErrors: ERRORS_MAX })) {
      // The error that the library adds beyond the bound names no node.
      if (!error.nodes || error.nodes.length === 0 || found.size >= ERRORS_MAX) continue;
      const message = named(withArgument(sentence, error), error.nodes, document);
      if (!found.has(message)) found.set(message, placesOf(error)[0]);
    }
  const locations = [...found.values()].filter((place) => place !== undefined);
  if (found.size > 0) return { message: [...found.keys()].join(', '), locations };
  const repeats = validate(schema, document, [OverlappingFieldsCanBeMergedRule]).length > 0;
  return { message: repeats ? TOO_OFTEN : OTHERWISE, locations };
}

export function placesOf({ locations = [] }: GraphQLError): readonly Place[] {
  return locations.map(({ line, column }) => ({ line, column }));
}

/** The library names a missing argument in its message only. */
function withArgument(sentence: string, { message }: GraphQLError): string {
  return sentence.replace('@', () => /argument "(\w+)"/.exec(message)?.[1] ?? '');
}

function named(sentence: string, [node]: readonly ASTNode[], document: DocumentNode): string {
  return sentence.includes('#') ? sentence.replace('#', () => nameOf(node, document)) : sentence;
}

function nameOf(node: ASTNode | undefined, document: DocumentNode): string {
  if (!node) return '';
  if (node.kind === Kind.NAME) return sanitized(node.value);
  if (isValueNode(node) && node.kind !== Kind.VARIABLE) return sanitized(holderOf(node, document));
  if (node.kind === Kind.SELECTION_SET) return sanitized(ownerOf(node, document));
  if ('variable' in node) return sanitized(node.variable.name.value);
  return 'name' in node && node.name ? sanitized(node.name.value) : '';
}

/** The argument or variable with this value, or with a list or object that contains it. */
function holderOf(value: ValueNode, document: DocumentNode): string {
  let holder = '';
  let found = '';
  visit(document, {
    enter(node) {
      if (node.kind === Kind.ARGUMENT) holder = node.name.value;
      else if (node.kind === Kind.VARIABLE_DEFINITION) holder = node.variable.name.value;
      else if (node === value) found = holder;
    },
  });
  return found;
}

/** For fields selected on a scalar, the library names only the selection set: this finds its field. */
function ownerOf(selections: SelectionSetNode, document: DocumentNode): string {
  let owner = '';
  visit(document, {
    [Kind.FIELD]({ name, selectionSet }) {
      if (selectionSet === selections) owner = name.value;
    },
  });
  return owner;
}

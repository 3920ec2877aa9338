// Whether a document fits the schema: found by the rules of the graphql package, told in words of our own, since its
// messages are English and name what a schema holds.
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
  specifiedRules,
  validate,
  visit,
  type ASTNode,
  type DocumentNode,
  type SelectionSetNode,
  type ValidationRule,
} from 'graphql';
import { sanitized } from '../../messages/formats.js';
import { schema } from './schema.js';

/** Errors looked at per document. */
const ERRORS_MAX = 5;

/** `#` stands for the name of what is wrong. */
const SENTENCES: ReadonlyMap<ValidationRule, string> = new Map([
  [FieldsOnCorrectTypeRule, 'O campo "#" não existe onde foi pedido'],
  [ScalarLeafsRule, 'O campo "#" foi pedido com subcampos que não tem ou sem os subcampos necessários'],
  [KnownArgumentNamesRule, 'O argumento "#" não existe'],
  [ProvidedRequiredArgumentsRule, 'Falta um argumento obrigatório em "#"'],
  [UniqueArgumentNamesRule, 'O argumento "#" foi informado mais de uma vez'],
  [ValuesOfCorrectTypeRule, 'Um valor na consulta não é do tipo esperado'],
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
/** The library gives up comparing fields of one name at some point, and says so about no node. */
const TOO_OFTEN = 'A consulta repete o mesmo campo vezes demais';
const OTHERWISE = 'A consulta não corresponde ao esquema';

/** @returns one sentence with what is wrong, or null when nothing is */
export function invalidity(document: DocumentNode): string | null {
  if (validate(schema, document, specifiedRules, { maxErrors: 1 }).length === 0) return null;
  const found = new Set<string>();
  for (const [rule, sentence] of SENTENCES)
    for (const { nodes } of validate(schema, document, [rule], { maxErrors: ERRORS_MAX })) {
      // Past the bound the library adds an error of its own, about no node.
      if (nodes && nodes.length > 0 && found.size < ERRORS_MAX) found.add(named(sentence, nodes, document));
    }
  if (found.size > 0) return [...found].join(', ');
  const repeats = validate(schema, document, [OverlappingFieldsCanBeMergedRule]).length > 0;
  return repeats ? TOO_OFTEN : OTHERWISE;
}

function named(sentence: string, [node]: readonly ASTNode[], document: DocumentNode): string {
  return sentence.includes('#') ? sentence.replace('#', () => nameOf(node, document)) : sentence;
}

function nameOf(node: ASTNode | undefined, document: DocumentNode): string {
  if (!node) return '';
  if (node.kind === Kind.NAME) return sanitized(node.value);
  if (node.kind === Kind.SELECTION_SET) return sanitized(ownerOf(node, document));
  if ('variable' in node) return sanitized(node.variable.name.value);
  return 'name' in node && node.name ? sanitized(node.name.value) : '';
}

/** Of fields where there can't be any, the library names no more than the braces around them. */
function ownerOf(selections: SelectionSetNode, document: DocumentNode): string {
  let owner = '';
  visit(document, {
    [Kind.FIELD]({ name, selectionSet }) {
      if (selectionSet === selections) owner = name.value;
    },
  });
  return owner;
}

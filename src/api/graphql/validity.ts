// Validates documents with the graphql package.
import { Kind, validate, visit, type ASTNode, type DocumentNode, type GraphQLError } from 'graphql';
import { invaliditySentence } from '../../messages/graphql.js';
import type { Place } from '../../messages/httpProblems.js';
import { schema } from './schema.js';

/** Errors told of one document. */
const ERRORS_MAX = 5;

/** All errors in one sentence, and where each begins. */
export type Invalidity = Readonly<{ message: string; locations: readonly Place[] }>;

/** @returns null when the document is valid */
export function invalidity(document: DocumentNode): Invalidity | null {
  const errors = validate(schema, document, undefined, { maxErrors: ERRORS_MAX });
  if (errors.length === 0) return null;
  const found = new Map<string, Place | undefined>();
  for (const error of errors.slice(0, ERRORS_MAX)) {
    const sentence = invaliditySentence(error.message, () => holderOf(error.nodes?.[0], document));
    if (!found.has(sentence)) found.set(sentence, placesOf(error)[0]);
  }
  const locations = [...found.values()].filter((place) => place !== undefined);
  return { message: [...found.keys()].join(', '), locations };
}

export function placesOf({ locations = [] }: GraphQLError): readonly Place[] {
  return locations.map(({ line, column }) => ({ line, column }));
}

/** The argument or variable with this value, or with a list or object that contains it. */
function holderOf(value: ASTNode | undefined, document: DocumentNode): string {
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

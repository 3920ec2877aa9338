// Parses and validates documents; a bounded cache keeps the parsed ones.
import { GraphQLError, Kind, parse, validate, visit, type ASTNode, type DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import {
  atMost,
  invaliditySentence,
  isTokenLimit,
  syntaxSentence,
  type Place,
} from '../../messages/httpProblems.js';
import { HttpError } from '../http/response/problems.js';
import { schema } from './schema.js';

/** Source: docs/spec/graphql.md#limits. */
export const DOCUMENT_BYTES_MAX = 20_000;
export const TOKENS_MAX = 1_000;
export const DIRECTIVES_MAX = 50;
/** Of all cached documents together, texts and syntax trees. */
const REMEMBERED_BYTES_MAX = 20_000_000;
/** Approximate size of a syntax tree and its places, per token. */
const BYTES_PER_TOKEN = 500;
/** At most, in memory. */
const BYTES_PER_CHARACTER = 2;

export type Document = Readonly<{
  ast: DocumentNode;
  directives: number;
  /** Null when it is valid. */
  invalidity(): Invalidity | null;
}>;

export type Documents = Readonly<{
  /** @throws HttpError QueryTooComplex by size or tokens, QueryInvalid by syntax */
  read(text: string): Document;
}>;

export function createDocuments(): Documents {
  const known = new LRUCache<string, Document>({
    maxSize: REMEMBERED_BYTES_MAX,
    // The text counts as well: comments and spaces are not tokens.
    sizeCalculation: ({ ast }, text) =>
      (ast.tokenCount ?? TOKENS_MAX) * BYTES_PER_TOKEN + text.length * BYTES_PER_CHARACTER,
  });
  return {
    read(text) {
      const found = known.get(text);
      if (found) return found;
      const document = parsed(text);
      known.set(text, document);
      return document;
    },
  };
}

function parsed(text: string): Document {
  if (Buffer.byteLength(text) > DOCUMENT_BYTES_MAX) throw tooComplex(DOCUMENT_BYTES_MAX, 'bytes');
  const ast = parsedText(text);
  let directives = 0;
  visit(ast, { [Kind.DIRECTIVE]: () => void directives++ });
  let checked: Invalidity | null | undefined;
  return {
    ast,
    directives,
    invalidity: () => (checked === undefined ? (checked = invalidity(ast)) : checked),
  };
}

function parsedText(text: string): DocumentNode {
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

export function tooComplex(...limit: Parameters<typeof atMost>): HttpError {
  return new HttpError({ is: 'QueryTooComplex', limit: atMost(...limit) });
}

// Validates documents with the graphql package.

/** Errors told of one document. */
const ERRORS_MAX = 5;

/** All errors in one sentence, and where each begins. */
type Invalidity = Readonly<{ message: string; locations: readonly Place[] }>;

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

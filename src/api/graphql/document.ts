// Parses and validates documents; a bounded cache keeps the parsed ones.
import { GraphQLError, Kind, Lexer, Source, TokenKind, parse, visit, type DocumentNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import { wholeNumber } from '../../messages/formats.js';
import { HttpError } from '../http/response/problems.js';
import { invalidity, placesOf, type Invalidity } from './validity.js';

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
  /** Whether it selects `__schema` or `__type`. */
  introspects: boolean;
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
  let introspects = false;
  visit(ast, {
    [Kind.DIRECTIVE]: () => void directives++,
    [Kind.FIELD]: ({ name }) => void (introspects ||= name.value === '__schema' || name.value === '__type'),
  });
  let checked: Invalidity | null | undefined;
  return {
    ast,
    directives,
    introspects,
    invalidity: () => (checked === undefined ? (checked = invalidity(ast)) : checked),
  };
}

function parsedText(text: string): DocumentNode {
  try {
    return parse(text, { maxTokens: TOKENS_MAX });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const at = error.positions?.[0] ?? 0;
    if (tokensBefore(text, at) >= TOKENS_MAX) throw tooComplex(TOKENS_MAX, 'símbolos');
    const [place] = placesOf(error);
    const where = place ? ` (linha ${place.line} e coluna ${place.column})` : '';
    const message = `A consulta tem um erro de sintaxe${where}`;
    throw new HttpError({ is: 'QueryInvalid', message, ...(place && { locations: [place] }) });
  }
}

/** Counts tokens, because the parser's error for its token limit differs from a syntax error in its message only. */
function tokensBefore(text: string, position: number): number {
  const lexer = new Lexer(new Source(text));
  try {
    for (let count = 0; ; count++) {
      const { start, kind } = lexer.advance();
      if (start >= position || kind === TokenKind.EOF || count >= TOKENS_MAX) return count;
    }
  } catch {
    return 0;
  }
}

export function tooComplex(max: number, what: string): HttpError {
  return new HttpError({ is: 'QueryTooComplex', limit: `no máximo ${wholeNumber(max)} ${what}` });
}

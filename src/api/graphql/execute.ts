// Executes what has a plan: arguments as the graphql package reads them, rows from the same reads as REST, and the answer
// written at once, field by field of the plan. Everything else, and whatever is wrong with variables or arguments, is
// left to the graphql package, so that errors stay the same.
import {
  execute,
  getArgumentValues,
  getVariableValues,
  GraphQLError,
  type ExecutionArgs,
  type OperationDefinitionNode,
} from 'graphql';
import type { ReadyRows } from '../http/response/answer.js';
import type { Document } from './document.js';
import { planOf, type Leaves, type PageMember, type Plan, type RootMember } from './plan.js';
import { resolvers, type Arguments, type GraphqlContext, type RowsPage } from './resolvers.js';
import { schema } from './schema.js';

/** `data` already as JSON, or still as the graphql package made it. */
export type Executed = Readonly<{
  ready?: string | ReadyRows;
  data?: unknown;
  errors?: readonly GraphQLError[];
}>;
/** JSON text: ready bytes stand as they are. */
type Piece = string | Uint8Array;

/** Null for what has no plan. */
const plans = new WeakMap<OperationDefinitionNode, Readonly<{ plan: Plan | null }>>();
/** Of operations without variables: their arguments are always the same. */
const constantArguments = new WeakMap<Plan, readonly (Arguments | null)[]>();

export function executorOf(document: Document, operation: OperationDefinitionNode) {
  let known = plans.get(operation);
  if (!known)
    plans.set(operation, (known = { plan: document.directives > 0 ? null : planOf(document.ast, operation) }));
  const { plan } = known;
  return (args: ExecutionArgs): Promise<Executed> => executed(plan, operation, args);
}

async function executed(
  plan: Plan | null,
  operation: OperationDefinitionNode,
  args: ExecutionArgs,
): Promise<Executed> {
  const asked = plan && argumentsOf(plan, operation, args.variableValues ?? {});
  if (!plan || !asked) return await execute(args);
  const context = args.contextValue as GraphqlContext;
  const errors: GraphQLError[] = [];
  const members = await Promise.all(
    plan.map(async (member, at): Promise<readonly Piece[]> => {
      if ('text' in member) return [member.lead, member.text];
      try {
        const page = await resolvers[member.list](undefined, asked[at] ?? {}, context);
        return [member.lead, ...pagePieces(member.page, page)];
      } catch (thrown) {
        errors.push(fieldError(member, thrown));
        return [member.lead, 'null'];
      }
    }),
  );
  return { ready: joined(members), errors };
}

/** One page of stored rows is sent as it lies; its frame is ASCII then. */
function joined(members: readonly (readonly Piece[])[]): string | ReadyRows {
  const [only = []] = members;
  const place = only.findIndex((piece) => typeof piece !== 'string');
  const isOne = members.length === 1 && only.filter((piece) => typeof piece !== 'string').length === 1;
  if (!isOne) return `{${members.flat().map(textOf).join('')}}`;
  return {
    head: `{${only.slice(0, place).join('')}`,
    rows: only[place] as Uint8Array,
    tail: `${only.slice(place + 1).join('')}}`,
  };
}

const textOf = (piece: Piece): string =>
  typeof piece === 'string' ? piece : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength).toString();

function fieldError({ key, node }: Exclude<RootMember, { text: string }>, thrown: unknown): GraphQLError {
  const originalError = thrown instanceof Error ? thrown : new Error(String(thrown));
  return new GraphQLError(originalError.message, { nodes: [node], path: [key], originalError });
}

/** @returns null when variables or arguments are not what the schema wants: nothing has run yet then */
function argumentsOf(
  plan: Plan,
  operation: OperationDefinitionNode,
  given: Readonly<Record<string, unknown>>,
): readonly (Arguments | null)[] | null {
  const known = constantArguments.get(plan);
  if (known) return known;
  const declared = operation.variableDefinitions ?? [];
  const { coerced } = getVariableValues(schema, declared, given, { maxErrors: 1 });
  if (!coerced) return null;
  const fields = schema.getQueryType()?.getFields() ?? {};
  try {
    const found = plan.map((member) => {
      const field = 'list' in member ? fields[member.list] : undefined;
      return field && 'list' in member ? (getArgumentValues(field, member.node, coerced) as Arguments) : null;
    });
    if (declared.length === 0) constantArguments.set(plan, found);
    return found;
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

function pagePieces(members: readonly PageMember[], page: RowsPage): Piece[] {
  const pieces: Piece[] = ['{'];
  for (const member of members) {
    pieces.push(member.lead);
    if ('text' in member) pieces.push(member.text);
    else if ('rows' in member) pieces.push(rowsOf(member.rows, page));
    else pieces.push(objectText(member.pagination, page.pagination));
  }
  pieces.push('}');
  return pieces;
}

/** Rows that are stored as bytes never change: what was once written from them is kept as long as they are. */
const written = new WeakMap<Uint8Array, Map<string, Uint8Array>>();
/** Selections kept per page. */
const SELECTIONS_MAX = 4;

function rowsOf(leaves: Leaves, page: RowsPage): Piece {
  const { rowsJson } = page;
  if (rowsJson === undefined) return arrayText(leaves, page.data);
  if (leaves.isWhole) return rowsJson;
  const kept = written.get(rowsJson) ?? new Map<string, Uint8Array>();
  let bytes = kept.get(leaves.key);
  if (bytes === undefined) {
    bytes = Buffer.from(arrayText(leaves, page.data));
    if (kept.size < SELECTIONS_MAX) written.set(rowsJson, kept.set(leaves.key, bytes));
  }
  return bytes;
}

function arrayText(leaves: Leaves, rows: readonly object[]): string {
  let text = '[';
  for (let at = 0; at < rows.length; at++) {
    if (at > 0) text += ',';
    text += objectText(leaves, rows[at] as object);
  }
  return `${text}]`;
}

function objectText({ leaves }: Leaves, row: object): string {
  let text = '{';
  for (const leaf of leaves)
    text += leaf.lead + ('text' in leaf ? leaf.text : valueText((row as Record<string, unknown>)[leaf.field]));
  return `${text}}`;
}

/** Numbers, texts, booleans and null; rows hold nothing else. */
function valueText(value: unknown): string {
  return typeof value === 'number' ? String(value) : JSON.stringify(value);
}

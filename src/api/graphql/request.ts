// The body of a GraphQL call, and which of its operations is meant. All checks come before graphql-helix, which would
// answer several of these wrongly (a mutation with 200, a subscription by pushing).
import { Kind, OperationTypeNode, type OperationDefinitionNode } from 'graphql';
import type { z } from 'zod';
import { HttpError } from '../http/response/problems.js';
import { graphqlBody } from './contract.js';
import type { Document } from './document.js';

export type GraphqlBody = z.output<typeof graphqlBody>;

/** @throws HttpError QueryInvalid, all problems in one sentence */
export function readBody(bytes: ArrayBuffer): GraphqlBody {
  const parsed = graphqlBody.safeParse(jsonOf(bytes));
  if (parsed.success) return parsed.data;
  throw invalid(parsed.error.issues.map(({ message }) => message).join(', '));
}

function jsonOf(bytes: ArrayBuffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw invalid('o corpo da requisição deve ser JSON em UTF-8');
  }
}

/** @throws HttpError QueryInvalid when there is none, or the name leaves it open; QueryNotReading */
export function operationOf({ ast }: Document, name: string | null | undefined): OperationDefinitionNode {
  const operations = ast.definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const isNamed = name !== null && name !== undefined;
  const named = isNamed ? operations.filter((one) => one.name?.value === name) : operations;
  const [operation, another] = named;
  if (!operation)
    throw invalid(
      isNamed ? 'operationName não corresponde a nenhuma operação da consulta' : 'a consulta não tem operação',
    );
  if (another && !isNamed) throw invalid('a consulta tem várias operações: informe operationName');
  if (operation.operation !== OperationTypeNode.QUERY) throw new HttpError({ is: 'QueryNotReading' });
  return operation;
}

function invalid(message: string): HttpError {
  return new HttpError({ is: 'QueryInvalid', message });
}

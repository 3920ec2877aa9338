// The OpenAPI responses of an operation: its successes and its errors.
import type { Route } from '../call.js';
import { csvOf, PLAIN } from '../../spreadsheets/csv.js';
import { XLSX_TYPE } from '../../spreadsheets/xlsxPage.js';
import { examplesByStatus, ofAnyRoute } from './errors.js';
import { FILE_HEADERS, LIST_HEADERS, headersOf, type HeaderName, type Operation } from './operation.js';
import { ref, type Json } from './jsonSchema.js';

export function successes(operation: Operation): Json {
  const { kind, name, example, more = {}, statuses, headers } = operation.success;
  if (kind === 'list') return listSuccesses(operation);
  if (kind === 'row') return rowSuccesses(operation);
  const moreExamples = Object.entries(more).map(([called, value]): [string, Json] => [called, { value }]);
  const responses = Object.entries(statuses).map(([status, description]) => {
    if (kind === 'none') return [status, { description, headers: headersOf(Number(status)) }] as const;
    const isResend = 'reenvio' in example && status === '200';
    const data = { ...example, ...(isResend && { reenvio: true }) };
    const value = kind === 'graphql' ? data : { success: true, data };
    const examples: Json = { exemplo: { value }, ...Object.fromEntries(moreExamples) };
    const schemaName = kind === 'graphql' ? name : `RespostaDe${name}`;
    return [status, response(Number(status), description, schemaName, examples, headers)] as const;
  });
  return Object.fromEntries(responses);
}

function listSuccesses({ success }: Operation): Json {
  const { name, example, statuses } = success;
  const page = { data: [example], pagination: { page: 1, limit: 50, total: 1, pages: 1 } };
  const [description = ''] = Object.values(statuses);
  const jsonAnswer = response(200, description, `PaginaDe${name}`, { exemplo: { value: page } });
  const csv = {
    schema: { type: 'string', description: 'As mesmas linhas, com os nomes dos campos na primeira' },
    examples: { exemplo: { value: csvOf(Object.keys(example), [example], PLAIN) } },
  };
  const xlsx = {
    schema: {
      type: 'string',
      format: 'binary',
      description: 'As mesmas linhas em uma planilha; datas e horas no horário de São Paulo',
    },
  };
  return {
    200: {
      ...jsonAnswer,
      headers: headersOf(200, [...LIST_HEADERS, ...FILE_HEADERS]),
      content: { ...(jsonAnswer['content'] as Json), 'text/csv': csv, [XLSX_TYPE]: xlsx },
    },
    304: { description: 'A página é a do ETag enviado', headers: headersOf(304, LIST_HEADERS) },
  };
}

function rowSuccesses({ success: { name, example } }: Operation): Json {
  const examples: Json = { exemplo: { value: { success: true, data: example } } };
  return {
    200: response(200, 'A linha', `RespostaDe${name}`, examples, ['ETag']),
    304: { description: 'A linha é a do ETag enviado', headers: headersOf(304, ['ETag']) },
  };
}

const WHAT_STATUS: Readonly<Record<number, string>> = {
  400: 'Campo, parâmetro ou conteúdo errado',
  401: 'Chave ausente, inválida ou revogada',
  403: 'A chave não tem o escopo ou a empresa não pode ser usada',
  404: 'Não existe para este cliente',
  405: 'Método não permitido',
  408: 'A requisição demorou demais',
  409: 'O estado da competência ou do balancete não o permite',
  413: 'Conteúdo grande demais',
  414: 'Endereço longo demais',
  415: 'Content-Type errado',
  417: 'Expect não atendido',
  422: 'A chave de idempotência já foi usada com outro conteúdo',
  429: 'Limite de chamadas excedido',
  431: 'Cabeçalhos grandes demais',
  500: 'Erro interno',
  503: 'Serviço temporariamente indisponível',
};

/**
 * Responses by status.
 * @param meanings descriptions of statuses that replace the general ones
 * @param allow methods of the path, as in the header `Allow`
 */
export function refusals(
  { errors, success }: Operation,
  meanings: Readonly<Record<number, string>>,
  scope: Route['scope'],
  allow: string,
): Json {
  const isGraphql = success.kind === 'graphql';
  const examples = examplesByStatus([...errors, ...ofAnyRoute(scope, allow)], isGraphql);
  const envelope = isGraphql ? 'ErroGraphQL' : 'Erro';
  return Object.fromEntries(
    [...examples].map(([status, example]) => {
      const description = meanings[status] ?? WHAT_STATUS[status] ?? '';
      return [status, response(status, description, envelope, example)];
    }),
  );
}

function response(
  status: number,
  description: string,
  schema: string,
  examples: Json,
  moreHeaders: readonly HeaderName[] = [],
): Json {
  return {
    description,
    headers: headersOf(status, moreHeaders),
    content: { 'application/json': { schema: ref(schema), examples } },
  };
}

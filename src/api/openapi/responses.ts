// What a request may be answered: by its own route, and by whatever refuses it on the way.
import type { Route } from '../call.js';
import { csvOf, PLAIN } from '../rest/csv.js';
import { examplesByStatus, ofAnyRoute } from './errors.js';
import { CSV_HEADERS, headersOf, LIST_HEADERS, type HeaderName } from './headers.js';
import { ref, type Json } from './jsonSchema.js';
import type { Operation } from './operations.js';

/** By status. */
export function successes(operation: Operation): Json {
  const { success } = operation;
  const { kind, name, example, more = {}, statuses, headers } = success;
  if (kind === 'none')
    return Object.fromEntries(
      Object.entries(statuses).map(([status, description]) => [
        status,
        { description, headers: headersOf(Number(status)) },
      ]),
    );
  const page = { data: [example], pagination: { page: 1, limit: 50, total: 1, pages: 1 } };
  const shown = { list: page, result: { success: true, data: example }, graphql: example }[kind];
  if (kind === 'list') return listSuccesses(operation, page);
  const named = { list: `PaginaDe${name}`, result: `RespostaDe${name}`, graphql: name }[kind];
  return Object.fromEntries(
    Object.entries(statuses).map(([status, description]) => {
      const isResend = 'reenvio' in example && status === '200';
      const resent = isResend ? { success: true, data: { ...example, reenvio: true } } : shown;
      const others = Object.entries(more).map(([called, value]): [string, Json] => [called, { value }]);
      const shownExamples: Json = { exemplo: { value: resent }, ...Object.fromEntries(others) };
      return [status, response(Number(status), description, named, shownExamples, headers)];
    }),
  );
}

/** Every list has validators and CSV, and tells what changed since a time. */
function listSuccesses({ success }: Operation, page: Json): Json {
  const { name, example, statuses } = success;
  const [description = ''] = Object.values(statuses);
  const shown = response(200, description, `PaginaDe${name}`, { exemplo: { value: page } });
  const csv = {
    schema: { type: 'string', description: 'As mesmas linhas, com os nomes dos campos na primeira' },
    examples: { exemplo: { value: csvOf(Object.keys(example), [example], PLAIN) } },
  };
  return {
    200: {
      ...shown,
      headers: headersOf(200, [...LIST_HEADERS, ...CSV_HEADERS]),
      content: { ...(shown['content'] as Json), 'text/csv': csv },
    },
    304: { description: 'A página é a do ETag enviado', headers: headersOf(304, LIST_HEADERS) },
  };
}

const WHAT_STATUS: Readonly<Record<number, string>> = {
  400: 'Campo, parâmetro ou conteúdo errado',
  401: 'Chave ausente, inválida ou revogada',
  403: 'A chave não tem o escopo ou a empresa não pode ser usada',
  404: 'Não existe para este cliente',
  405: 'Método não permitido',
  408: 'A requisição demorou demais',
  409: 'A competência não aceita a importação',
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
 * By status.
 * @param meanings of a status in this contract, where it is not what it means on most routes
 * @param allow methods of the path, as `Allow` names them
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
    [...examples].map(([status, shown]) => {
      const description = meanings[status] ?? WHAT_STATUS[status] ?? '';
      return [status, response(status, description, envelope, shown)];
    }),
  );
}

function response(
  status: number,
  description: string,
  schema: string,
  examples: Json,
  more: readonly HeaderName[] = [],
): Json {
  return {
    description,
    headers: headersOf(status, more),
    content: { 'application/json': { schema: ref(schema), examples } },
  };
}

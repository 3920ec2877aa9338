// Middleware that refuses addresses no route can be found for, and the last step: no such route, or not with this method.
// Paths are compared as sent (docs/spec/requests.md#order-of-checks).
import type { RouterContext } from '@koa/router';
import type { Middleware } from 'koa';
import { refuse } from '../../domain/problem.js';
import type { Call } from '../call.js';
import { isDecodable } from './request/query.js';
import { HttpError } from './response/problems.js';

const ADDRESS_LENGTH_MAX = 8_192;

/** @throws HttpError AddressTooLong; RequestMalformed without Host, or for an address that cannot be taken apart */
export const checkAddress: Middleware<Call> = (context, next) => {
  const { url = '', httpVersion, headers } = context.req;
  if (url.length > ADDRESS_LENGTH_MAX) throw new HttpError({ is: 'AddressTooLong' });
  if (headers.host === undefined && httpVersion === '1.1') throw new HttpError({ is: 'RequestMalformed' });
  if (!isDecodable(pathOf(context)))
    refuse({ is: 'ParameterInvalid', messages: ['o caminho do endereço tem codificação inválida'] });
  return next();
};

/** A full address (`GET http://…`), as sent to proxies, may be one that Node's parser refuses. */
function pathOf(context: Readonly<{ path: string }>): string {
  try {
    return context.path;
  } catch {
    throw new HttpError({ is: 'RequestMalformed' });
  }
}

/** @throws HttpError MethodNotAllowed, RouteNotFound */
export const noSuchRoute: Middleware<Call> = (context) => {
  const { matched = [] } = context as unknown as Partial<RouterContext<Call>>;
  // `/trial-balances/arquivo` matches `/trial-balances/{id}` as well: its own methods count.
  const literal = matched.filter(({ path }) => path === context.path);
  const methods = [...new Set((literal.length > 0 ? literal : matched).flatMap((layer) => layer.methods))].sort();
  throw new HttpError(
    methods.length > 0 ? { is: 'MethodNotAllowed', allow: methods.join(', ') } : { is: 'RouteNotFound' },
  );
};

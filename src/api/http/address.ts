// The first step: is there such a route (404), and with this method (405)? Paths are compared as sent, never tidied up.
import type { Middleware } from 'koa';
import type { RouterContext } from '@koa/router';
import { refuse } from '../../domain/kernel/problem.js';
import type { Call } from '../call.js';
import { HttpError } from './problems.js';
import { isDecodable } from './query.js';

const ADDRESS_LENGTH_MAX = 8_192;

/** What no route can be found for: no Host, an endless address, or bytes that are no text. */
export const addressCheck: Middleware<Call> = (context, next) => {
  const { url = '', httpVersion, headers } = context.req;
  if (url.length > ADDRESS_LENGTH_MAX) throw new HttpError({ is: 'AddressTooLong' });
  if (headers.host === undefined && httpVersion === '1.1') throw new HttpError({ is: 'RequestMalformed' });
  const path = pathOf(context);
  if (path === null) throw new HttpError({ is: 'RequestMalformed' });
  if (!isDecodable(path))
    refuse({ is: 'ParameterInvalid', messages: ['o caminho do endereço tem codificação inválida'] });
  return next();
};

/** After the router: whatever got here has no route. */
export const unmatched: Middleware<Call> = (context) => {
  const { matched = [] } = context as unknown as Pick<RouterContext<Call>, 'matched'>;
  const methods = [...new Set((matched ?? []).flatMap((layer) => layer.methods))].sort();
  throw new HttpError(
    methods.length > 0 ? { is: 'MethodNotAllowed', allow: methods.join(', ') } : { is: 'RouteNotFound' },
  );
};

/** A full address (`GET http://…`), as sent to proxies, may be one that can't be taken apart. */
function pathOf(context: { readonly path: string }): string | null {
  try {
    return context.path;
  } catch {
    return null;
  }
}

// The first step: is there such a route (404), and with this method (405)? Paths are compared as sent, never tidied up.
import type Router from '@koa/router';
import { refuse } from '../../domain/problem.js';
import type { Call, CallContext } from '../call.js';
import { HttpError } from './response/problems.js';
import { isDecodable } from './request/query.js';

const ADDRESS_LENGTH_MAX = 8_192;

/** The router finds the route; its own dispatch, which composes the steps anew for each request, is not needed. */
export function routing(router: Router<Call>): (context: CallContext) => Promise<void> {
  return async (context) => {
    const path = pathOf(context);
    const { path: matched, pathAndMethod } = router.match(path, context.method);
    const [layer] = pathAndMethod;
    const [step] = layer?.stack ?? [];
    if (!layer || !step) {
      const methods = [...new Set(matched.flatMap(({ methods: of }) => of))].sort();
      throw new HttpError(
        methods.length > 0 ? { is: 'MethodNotAllowed', allow: methods.join(', ') } : { is: 'RouteNotFound' },
      );
    }
    context.params = layer.params(path, layer.captures(path));
    await step(context, nothingAfter);
  };
}

const nothingAfter = () => Promise.resolve();

/** Refuses what no route can be found for: no Host, an endless address, one that can't be taken apart or decoded. */
function pathOf(context: CallContext): string {
  const { url = '', httpVersion, headers } = context.req;
  if (url.length > ADDRESS_LENGTH_MAX) throw new HttpError({ is: 'AddressTooLong' });
  if (headers.host === undefined && httpVersion === '1.1') throw new HttpError({ is: 'RequestMalformed' });
  const path = readPath(context);
  if (!isDecodable(path))
    refuse({ is: 'ParameterInvalid', messages: ['o caminho do endereço tem codificação inválida'] });
  return path;
}

/** A full address (`GET http://…`), as sent to proxies, may be one that Node's parser refuses. */
function readPath(context: CallContext): string {
  try {
    return context.path;
  } catch {
    throw new HttpError({ is: 'RequestMalformed' });
  }
}

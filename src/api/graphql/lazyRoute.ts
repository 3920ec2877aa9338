// Loads the GraphQL engine at the first query, which keeps it out of the service's start.
import type { Route } from '../call.js';
import type { BodyDependencies, ReadDependencies } from '../dependencies.js';
import { GRAPHQL_PATH } from '../http/errors.js';
import { graphqlOperation } from './contract.js';

export function graphqlRoutes(deps: ReadDependencies & BodyDependencies): readonly Route[] {
  let loading: Promise<Route['handle']> | null = null;
  const load = async (): Promise<Route['handle']> => (await import('./route.js')).graphqlHandler(deps);
  return [
    {
      method: 'POST',
      path: GRAPHQL_PATH,
      scope: 'analytics:read',
      operation: graphqlOperation,
      async handle(context, caller) {
        const handle = await (loading ??= load());
        return handle(context, caller);
      },
    },
  ];
}

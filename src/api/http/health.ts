// Health and metrics, for operators of the service: no key, no limit, no versions or host names.
import type { Registry } from 'prom-client';
import type { OpenRoute } from '../call.js';
import { HttpError, JSON_TYPE, success } from './problems.js';

/**
 * A part of the process, such as `log` or `projection companies`. `lagEvents`, `lagSeconds`: how far behind the
 * log's head, and for how long at least. `reason`: why it is not ready, or what to mend although it is, in
 * Portuguese. `waiting`: ready, but doing nothing until an operator acts.
 */
export type PartHealth = Readonly<{
  part: string;
  ready: boolean;
  waiting?: true;
  lagEvents?: number;
  lagSeconds?: number;
  reason?: string;
}>;
/** Never throws: a part whose check fails is not ready. */
export type Health = () => Promise<readonly PartHealth[]>;

/** Served on the places kept for them too. */
export const HEALTH_PATHS: ReadonlySet<string> = new Set(['/health/live', '/health/ready', '/metrics']);

/** @param isStopping true from the first signal on: no new requests should be sent here */
export function healthRoutes(health: Health, registry: Registry, isStopping: () => boolean): readonly OpenRoute[] {
  return [
    {
      method: 'GET',
      path: '/health/live',
      async handle(context) {
        context.body = success({ status: 'live' });
      },
    },
    {
      method: 'GET',
      path: '/health/ready',
      async handle(context) {
        const parts = await health();
        const failing = parts
          .filter(({ ready }) => !ready)
          .map(({ part, reason }) => (reason === undefined ? part : `${part} (${reason})`));
        if (isStopping()) failing.push('stopping');
        if (failing.length > 0) throw new HttpError({ is: 'NotReady', parts: failing });
        // As text: for an object Koa asks for fetch's class of answers, which loads all of fetch in the start.
        context.type = JSON_TYPE;
        context.body = JSON.stringify(success({ status: 'ready', parts }));
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      async handle(context) {
        context.body = await registry.metrics();
        context.set('Content-Type', registry.contentType);
      },
    },
  ];
}

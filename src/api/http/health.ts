// Health and metrics, for whoever runs the service: no key, no limit, no versions or host names.
import type { Registry } from 'prom-client';
import type { OpenRoute } from '../call.js';
import { HttpError } from './response/problems.js';
import { success } from './response/envelope.js';

/** A part of the process, such as `log` or `projection companies`. `lagEvents`: how far behind the log's head. */
export type PartHealth = Readonly<{ part: string; ready: boolean; lagEvents?: number }>;
/** Never throws: a part that can't tell is not ready. */
export type Health = () => Promise<readonly PartHealth[]>;

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
        const failing = parts.filter(({ ready }) => !ready).map(({ part }) => part);
        if (isStopping()) failing.push('stopping');
        if (failing.length > 0) throw new HttpError({ is: 'NotReady', parts: failing });
        context.body = success({ status: 'ready', parts });
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

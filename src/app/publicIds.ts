// The public ids of reconciliations, which derive from the deployment (docs/spec/workflow.md#ids).
import { publicReconciliationIds } from '../webhooks/publicEvents.js';
import type { CommandSide } from './commandSide.js';

/** One cache of ids for all callers. What it returns resolves once the deployment is known. */
export function createPublicIds({
  deployment,
}: Pick<CommandSide, 'deployment'>): () => Promise<(id: number) => string> {
  let ids: Promise<(id: number) => string> | null = null;
  return () => (ids ??= deployment.then(({ namespace }) => publicReconciliationIds(namespace)));
}

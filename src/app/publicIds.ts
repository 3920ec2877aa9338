// The public ids of reconciliations, which derive from the deployment (docs/spec/workflow.md#ids).
import { publicReconciliationId } from '../webhooks/publicEvents.js';
import type { CommandSide } from './commandSide.js';

/** What it returns resolves once the deployment is known. */
export function createPublicIds({
  deployment,
}: Pick<CommandSide, 'deployment'>): () => Promise<(id: number) => string> {
  return async () => {
    const { namespace } = await deployment;
    return (id) => publicReconciliationId(namespace, id);
  };
}

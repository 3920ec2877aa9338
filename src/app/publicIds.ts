// The public ids of reconciliations, which derive from the deployment (docs/spec/workflow.md#ids).
import { publicReconciliationIds } from '../webhooks/publicEvents.js';
import type { CommandSide } from './commandSide.js';

/** Resolves once the deployment is known. */
export async function publicIdsOf({
  deployment,
}: Pick<CommandSide, 'deployment'>): Promise<(id: number) => string> {
  return publicReconciliationIds((await deployment).namespace);
}

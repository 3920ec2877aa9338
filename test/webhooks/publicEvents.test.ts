// The UUIDs of reconciliations are in receivers' books: rows and events show the same ones
// (docs/spec/workflow.md#ids).
import { expect, it } from '#jest';
import { createPublicIds } from '../../src/app/commandSide.js';
import { publicReconciliationId } from '../../src/webhooks/publicEvents.js';

const NAMESPACE = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';

it('a row shows the UUID that its events have', async () => {
  const uuidOf = await createPublicIds({ deployment: Promise.resolve({ namespace: NAMESPACE } as never) })();
  for (const id of [1, 7, 2_147_483_647]) expect(uuidOf(id)).toBe(publicReconciliationId(NAMESPACE, id));
  expect(publicReconciliationId(NAMESPACE, 7)).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
  expect(uuidOf(1)).not.toBe(publicReconciliationId(NAMESPACE.replace('6', '7'), 1));
});

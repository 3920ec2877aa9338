// The cache of public ids (docs/spec/workflow.md#ids).
import { expect, it } from '@jest/globals';
import { createPublicIds } from '../../src/app/publicIds.js';

it('Public ids are made by one function, whose cache all callers share', async () => {
  const deployment = { namespace: '0d9a7c1e-5b2f-5c3d-9e4a-6f7b8c9d0e1f' };
  const publicIds = createPublicIds({ deployment: Promise.resolve(deployment as never) });
  expect(await publicIds()).toBe(await publicIds());
});

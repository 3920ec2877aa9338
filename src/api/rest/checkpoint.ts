// GET /v1/log/checkpoint, without a key: the newest one, a signed note (docs/spec/log.md#checkpoints).
import type { NewestCheckpoint } from '../../commands/seals/checkpoint.js';
import type { OpenRoute } from '../call.js';
import { HttpError } from '../http/problems.js';
import { NO_CHECKPOINT_YET } from '../../messages/httpProblems.js';

export function checkpointRoutes(newestCheckpoint: NewestCheckpoint): readonly OpenRoute[] {
  return [
    {
      method: 'GET',
      path: '/v1/log/checkpoint',
      async handle(context) {
        const checkpoint = await newestCheckpoint();
        if (checkpoint === null) throw new HttpError({ is: 'NotReady', parts: [NO_CHECKPOINT_YET] });
        context.set('Content-Type', 'text/plain; charset=utf-8');
        context.set('Cache-Control', 'no-store');
        context.body = checkpoint;
      },
    },
  ];
}

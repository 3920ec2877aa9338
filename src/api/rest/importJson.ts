// POST /api/v1/trial-balances: reads the bytes of the body, imports them and answers the outcome in Portuguese.
import { importAnswer } from '../../messages/imports/importAnswer.js';
import { commandContext, type Route } from '../call.js';
import type { BodyDependencies, WriteDependencies } from '../dependencies.js';
import type { WrittenPositions } from '../readYourWrites.js';
import { success } from '../http/response/envelope.js';
import { IMPORT_BYTES_MAX, withJsonBody } from '../http/request/body.js';
import { parseQuery } from '../http/request/query.js';
import { importQuery } from './contract/trialBalances.js';
import { importRequestOf } from './importRequest.js';

type Dependencies = WriteDependencies & BodyDependencies & Readonly<{ written: Pick<WrittenPositions, 'note'> }>;

export function importJsonRoutes(deps: Dependencies): readonly Route[] {
  const { importJson, bodies, written, failPoints } = deps;
  return [
    {
      method: 'POST',
      path: '/api/v1/trial-balances',
      scope: 'trial_balances:write',
      async handle(context, key) {
        const { result, validateOnly } = await withJsonBody(context, bodies, IMPORT_BYTES_MAX, async (body) => {
          const { validateOnly } = parseQuery(importQuery, context.querystring);
          const request = importRequestOf(key, validateOnly);
          return { result: await importJson(body, request, commandContext(context)), validateOnly };
        });
        if (result.position !== null) await written.note(key.keyId, result.position);
        await failPoints('import.noted');
        context.status = result.resend || validateOnly ? 200 : 201;
        context.body = success(importAnswer(result));
      },
    },
  ];
}

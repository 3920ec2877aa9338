// POST /api/v1/trial-balances: reads the body's bytes, calls the one import path, and says in Portuguese what came of it.
import { refuse } from '../../domain/problem.js';
import { importAnswer } from '../../messages/imports/importAnswer.js';
import { commandContext, type Route } from '../call.js';
import type { WriteDependencies } from '../dependencies.js';
import type { WrittenPositions } from '../writtenPositions.js';
import { success } from '../http/response/envelope.js';
import { IMPORT_BYTES_MAX, readJsonBody } from '../http/request/body.js';
import { parseQuery } from '../http/request/query.js';
import { importQuery } from './contract/trialBalances.js';

type Dependencies = WriteDependencies & Readonly<{ written: Pick<WrittenPositions, 'note'> }>;

export function importJsonRoutes(deps: Dependencies): readonly Route[] {
  const { importJson, written, failPoints } = deps;
  return [
    {
      method: 'POST',
      path: '/api/v1/trial-balances',
      scope: 'trial_balances:write',
      async handle(context, key) {
        const body = await readJsonBody(context.req, context.res, IMPORT_BYTES_MAX);
        const { validateOnly } = parseQuery(importQuery, context.querystring);
        const request = { clientId: key.clientId, validateOnly };
        const result = await importJson(body, request, commandContext(context));
        if (result === null)
          return refuse({ is: 'ParameterInvalid', messages: ['o corpo da requisição deve ser um objeto JSON'] });
        if (result.position !== null) await written.note(key.keyId, result.position);
        await failPoints('import.noted');
        context.status = result.resend || validateOnly ? 200 : 201;
        context.body = success(importAnswer(result));
      },
    },
  ];
}

// POST /api/v1/trial-balances: reads the body's bytes, calls the one import path, and says in Portuguese what came of it.
import type { CommandContext } from '../../commands/kernel/context.js';
import { refuse } from '../../domain/problem.js';
import type { KeyRecord } from '../../domain/registers.js';
import { importAnswer } from '../../messages/imports/importAnswer.js';
import type { Route } from '../call.js';
import type { WriteDependencies } from '../dependencies.js';
import type { WrittenPositions } from '../writtenPositions.js';
import { success } from '../http/response/envelope.js';
import { IMPORT_BYTES_MAX, readJsonBody } from '../http/request/body.js';
import { parseQuery } from '../http/request/query.js';
import { importQuery } from './contract/trialBalances.js';

type Dependencies = WriteDependencies & Readonly<{ written: Pick<WrittenPositions, 'note'> }>;

export function importRoutes(deps: Dependencies): readonly Route[] {
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
        const result = await importJson(body, request, asker(key, context.state.requestId));
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

export function asker({ keyId, name }: KeyRecord, requestId: string): CommandContext {
  return { actor: { kind: 'key', id: String(keyId), name }, requestId };
}

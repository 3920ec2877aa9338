// POST /api/v1/trial-balances, whose body is the trial balance as JSON, and POST /api/v1/trial-balances/arquivo, a report file of an
// ERP: the same import for both.
import type { ImportRequest } from '../../commands/imports/importTrialBalance.js';
import type { KeyRecord } from '../../domain/registers.js';
import { fileImportAnswer, importAnswer } from '../../messages/imports/importAnswer.js';
import { commandContext, type Route } from '../call.js';
import type { BodyDependencies, WriteDependencies } from '../dependencies.js';
import { clientGone } from '../http/connections/clientGone.js';
import { IMPORT_BYTES_MAX, withJsonBody } from '../http/request/body.js';
import { withMultipart } from '../http/request/multipart.js';
import { parseQuery } from '../http/request/query.js';
import { success } from '../http/response/envelope.js';
import type { WrittenPositions } from '../readYourWrites.js';
import { importQuery } from './contract/imports.js';

type Dependencies = WriteDependencies & BodyDependencies & Readonly<{ written: Pick<WrittenPositions, 'note'> }>;

const FIELDS = ['companyId', 'cnpj', 'period', 'chartName'] as const;

export function importRoutes(deps: Dependencies): readonly Route[] {
  const { importJson, importFile, bodies, spool, written, failPoints } = deps;
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
    {
      method: 'POST',
      path: '/api/v1/trial-balances/arquivo',
      scope: 'trial_balances:write',
      handle: (context, key) =>
        withMultipart(context, { bodies, spool }, FIELDS, async ({ fields, files }) => {
          const { validateOnly } = parseQuery(importQuery, context.querystring);
          await failPoints('import.uploaded');
          const [file, second] = files;
          const given =
            file === undefined || second !== undefined
              ? { reason: { is: file === undefined ? 'FileMissing' : 'FileTwice' } as const }
              : file;
          const request = importRequestOf(key, validateOnly);
          const signal = clientGone(context);
          const result = await importFile(given, fields, request, commandContext(context), { signal });
          if (result.position !== null) await written.note(key.keyId, result.position);
          await failPoints('import.noted');
          context.status = result.resend || validateOnly ? 200 : 201;
          context.body = success(fileImportAnswer(result, validateOnly));
        }),
    },
  ];
}

/** What an import is asked for, by what its key may see. */
function importRequestOf({ clientId, companyIds, scopes }: KeyRecord, validateOnly: boolean): ImportRequest {
  return { clientId, companyIds, validateOnly, seesReconciliations: scopes.includes('reconciliations:read') };
}

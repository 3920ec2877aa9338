// POST /api/v1/trial-balances/arquivo: imports a report file of an ERP, by the same import as JSON.
import { commandContext, type Route } from '../call.js';
import type { BodyDependencies, WriteDependencies } from '../dependencies.js';
import type { WrittenPositions } from '../readYourWrites.js';
import { clientGone } from '../http/connections/clientGone.js';
import { success } from '../http/response/envelope.js';
import { withMultipart } from '../http/request/multipart.js';
import { parseQuery } from '../http/request/query.js';
import { fileImportAnswer } from '../../messages/imports/importAnswer.js';
import { importQuery } from './contract/trialBalances.js';
import { importRequestOf } from './importRequest.js';

type Dependencies = WriteDependencies & BodyDependencies & Readonly<{ written: Pick<WrittenPositions, 'note'> }>;

const FIELDS = ['companyId', 'cnpj', 'period', 'chartName'] as const;

export function importFileRoutes(deps: Dependencies): readonly Route[] {
  const { importFile, bodies, spool, written, failPoints } = deps;
  return [
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

// POST /api/v1/trial-balances/arquivo: a report file as an ERP prints it, through the same import as JSON.
import type { FileImportResult } from '../../commands/imports/importFile.js';
import { commandContext, type Route } from '../call.js';
import type { WriteDependencies } from '../dependencies.js';
import type { WrittenPositions } from '../writtenPositions.js';
import { success } from '../http/response/envelope.js';
import { withMultipart } from '../http/request/multipart.js';
import { parseQuery } from '../http/request/query.js';
import { importAnswer, interpretation } from '../../messages/imports/importAnswer.js';
import { importQuery } from './contract/trialBalances.js';

type Dependencies = WriteDependencies & Readonly<{ written: Pick<WrittenPositions, 'note'> }>;

const FIELDS = ['companyId', 'cnpj', 'period', 'chartName'] as const;

export function importFileRoutes(deps: Dependencies): readonly Route[] {
  const { importFile, uploadsDir, written, failPoints } = deps;
  return [
    {
      method: 'POST',
      path: '/api/v1/trial-balances/arquivo',
      scope: 'trial_balances:write',
      handle: (context, key) =>
        withMultipart(context, uploadsDir, FIELDS, async ({ fields, files }) => {
          const { validateOnly } = parseQuery(importQuery, context.querystring);
          await failPoints('import.uploaded');
          const [file, second] = files;
          const given =
            file === undefined || second !== undefined
              ? { reason: { is: file === undefined ? 'FileMissing' : 'FileTwice' } as const }
              : file;
          const request = { clientId: key.clientId, validateOnly };
          const result = await importFile(given, fields, request, commandContext(context));
          if (result.position !== null) await written.note(key.keyId, result.position);
          await failPoints('import.noted');
          context.status = result.resend || validateOnly ? 200 : 201;
          context.body = success(shown(result, validateOnly));
        }),
    },
  ];
}

function shown(result: FileImportResult, validateOnly: boolean): object {
  const data = importAnswer(result);
  return validateOnly ? { ...data, interpretacao: interpretation(result.interpretation) } : data;
}

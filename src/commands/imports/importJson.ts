// Imports a JSON body.
import { refuse } from '../../domain/problem.js';
import { withDeadline, type Clock, type CommandContext } from '../kernel/context.js';
import type { DocumentReader } from './document.js';
import type { ImportRequest, ImportResult, ImportTrialBalance } from './importTrialBalance.js';

/**
 * Transfers the body: its buffer is unusable afterwards.
 * @throws DomainError with the problem to be answered; `BodyInvalid` is not recorded
 */
export type ImportJson = (
  body: ArrayBuffer,
  request: ImportRequest,
  context: CommandContext,
) => Promise<ImportResult>;

export function createJsonImporter(
  documents: DocumentReader,
  importTrialBalance: ImportTrialBalance,
  clock: Clock,
): ImportJson {
  return async (body, request, requestContext) => {
    const context = withDeadline(requestContext, clock);
    const document = await documents.openJson(body);
    if ('notADocument' in document) return refuse({ is: 'BodyInvalid', fault: document.notADocument });
    try {
      return await importTrialBalance(document, request, context);
    } finally {
      document.release();
    }
  };
}

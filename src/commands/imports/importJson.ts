// A JSON body on its way through the one import path.
import { hash } from 'node:crypto';
import type { Clock, CommandContext } from '../kernel/context.js';
import { withDeadline } from '../kernel/deadline.js';
import type { DocumentReader } from './document.js';
import type { ImportRequest, ImportResult, ImportTrialBalance } from './importTrialBalance.js';
import type { ResendMemo } from './resendMemo.js';

/**
 * Takes the body over. @returns null when it is no JSON object, which leaves no trace
 * @throws DomainError with the problem to be answered
 */
export type ImportJson = (
  body: ArrayBuffer,
  request: ImportRequest,
  context: CommandContext,
) => Promise<ImportResult | null>;

export function createJsonImporter(
  documents: DocumentReader,
  importTrialBalance: ImportTrialBalance,
  memo: ResendMemo,
  clock: Clock,
): ImportJson {
  return async (body, request, given) => {
    const context = withDeadline(given, clock);
    const { deadline } = context;
    const { clientId, validateOnly } = request;
    const fingerprint = hash('sha256', new Uint8Array(body));
    const known = validateOnly ? null : await deadline.within(memo.recall(clientId, fingerprint));
    if (known) return known;
    const document = await documents.openJson(body);
    if ('notADocument' in document) return null;
    try {
      const result = await importTrialBalance(document, request, context);
      if (!validateOnly) memo.remember(clientId, fingerprint, result);
      return result;
    } finally {
      document.release();
    }
  };
}

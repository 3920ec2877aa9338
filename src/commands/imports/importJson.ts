// Imports a JSON body.
import { hash } from 'node:crypto';
import { refuse } from '../../domain/problem.js';
import type { Clock, CommandContext } from '../kernel/context.js';
import { withDeadline } from '../kernel/deadline.js';
import type { DocumentReader } from './document.js';
import type { ImportResult } from './importResult.js';
import type { ImportRequest, ImportTrialBalance } from './importTrialBalance.js';
import type { ResendMemo } from './resendMemo.js';

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
  memo: ResendMemo,
  clock: Clock,
): ImportJson {
  return async (body, request, given) => {
    const context = withDeadline(given, clock);
    const { deadline } = context;
    const { clientId, companyIds, validateOnly } = request;
    const fingerprint = hash('sha256', new Uint8Array(body));
    const known = validateOnly ? null : await deadline.within(memo.recall(clientId, fingerprint));
    const isItsCompany = known?.basis && (companyIds?.includes(known.basis.company.companyId) ?? true);
    if (known && isItsCompany === true) return known;
    const document = await documents.openJson(body);
    if ('notADocument' in document) return refuse({ is: 'BodyInvalid', fault: document.notADocument });
    try {
      const result = await importTrialBalance(document, request, context);
      if (!validateOnly) memo.remember(clientId, fingerprint, result);
      return result;
    } finally {
      document.release();
    }
  };
}

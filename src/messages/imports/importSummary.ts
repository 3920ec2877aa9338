// The sentence that sums up the result of an import on screen, in Portuguese.
import type { ImportOutcome } from '../../domain/trialBalance/importOutcome.js';
import { wholeNumber } from '../formats.js';

export function importSummary({
  resend,
  version,
  imported,
}: Pick<ImportOutcome, 'resend' | 'version' | 'imported'>): string {
  return resend
    ? `O conteúdo é igual ao da versão ${version ?? ''}: nada foi gravado`
    : `Versão ${version ?? ''} importada, com ${imported === 1 ? '1 linha' : `${wholeNumber(imported)} linhas`}`;
}

// The sentence that sums up the result of an import on screen, in Portuguese.
import { wholeNumber } from '../formats.js';

/** @param version null only where nothing is stored */
export function importSummary({
  resend,
  version,
  imported,
}: Readonly<{ resend: boolean; version: number | null; imported: number }>): string {
  return resend
    ? `O conteúdo é igual ao da versão ${version ?? ''}: nada foi gravado`
    : `Versão ${version ?? ''} importada, com ${imported === 1 ? '1 linha' : `${wholeNumber(imported)} linhas`}`;
}

// Why the body of a request was not understood (docs/spec/requests.md#bodies).
import type { BodyFault } from '../domain/problem.js';

/** No default branch: a new fault needs a sentence to compile. */
export function bodyFaultSentence(fault: BodyFault): string {
  switch (fault.is) {
    case 'Empty':
      return 'o corpo está vazio';
    case 'NotUtf8':
      return 'o corpo deve estar em UTF-8';
    case 'NotJson':
      return `o corpo não é JSON válido (linha ${fault.line}, coluna ${fault.column})`;
    case 'TooManyValues':
      return 'o corpo tem mais de 1.000.000 de valores';
    case 'NotObject':
      return 'o corpo da requisição deve ser um objeto JSON';
  }
}

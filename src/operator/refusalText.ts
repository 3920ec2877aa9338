// What a refused command prints on stderr. Loads nothing: the entry point uses it where few files may be opened.
// Source: docs/spec/operator.md#output.

export const COMMAND_REFUSED = 'COMANDO_RECUSADO';
export const CONFIGURATION_WRONG = 'CONFIGURACAO_INVALIDA';

/** @param sentence may be several lines */
export function refusalText(sentence: string, code: string, asJson: boolean): string {
  return `${asJson ? JSON.stringify({ error: sentence, code }) : sentence}\n`;
}

/** A refusal that only the command line and a start know; `sentence` in Portuguese. Exit status 1. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(readonly sentence: string) {
    super(sentence);
  }
}

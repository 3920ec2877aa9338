/** A refusal that only the command line knows. `sentence` is in Portuguese. Exit status 1. */
export class Refused extends Error {
  override readonly name = 'Refused';
  constructor(readonly sentence: string) {
    super(sentence);
  }
}

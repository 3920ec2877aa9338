// Why the console itself refuses a request, beside the problems of the domain and of HTTP. Sentences: src/messages/console.ts.
import type { ConsoleRefusal } from '../messages/console.js';

export class ConsoleRefused extends Error {
  override readonly name = 'ConsoleRefused';
  constructor(readonly refusal: ConsoleRefusal) {
    super(refusal);
  }
}

// The version of the program, from package.json.
import { readFileSync } from 'node:fs';
import { programFile } from '../runtime/program.js';

export function deployedVersion(): string {
  const text = readFileSync(programFile('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

// The version of the program, from package.json.
import { readFileSync } from 'node:fs';

export function deployedVersion(): string {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

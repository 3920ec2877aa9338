// The shell blocks of the guides in docs/, as a reader would copy them.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** `info` is what follows `sh` on the fence; `line` is the fence's. */
export type ShellBlock = Readonly<{ guide: string; line: number; info: string; script: string }>;

export function guideText(name: string): string {
  return readFileSync(join(ROOT, 'docs', name), 'utf8');
}

/** Blocks in lists are indented: the script is not. */
export function shellBlocks(guide: string): ShellBlock[] {
  const text = guideText(guide);
  return [...text.matchAll(/^( *)```sh ?([^\n]*)\n(.*?)^ *```$/gms)].map(
    ({ index, 1: indent = '', 2: info = '', 3: script = '' }) => ({
      guide,
      line: text.slice(0, index).split('\n').length,
      info,
      script: script.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  );
}

// Tests that need what a machine may lack: they say so on stderr and are skipped.
import { describe, it } from '#jest';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const CHROMIUM = '/usr/bin/chromium';

/** `it` when strace is there and may trace. */
export function itWithStrace(suite: string): typeof it | typeof it.skip {
  return hasStrace() ? it : loudlySkipped(suite, 'strace is absent or may not trace');
}

export function hasStrace(): boolean {
  return spawnSync('strace', ['-o', '/dev/null', 'true']).status === 0;
}

/** `describe` when the browser is there. */
export function describeWithChromium(suite: string): typeof describe | typeof describe.skip {
  if (existsSync(CHROMIUM)) return describe;
  process.stderr.write(`SKIPPED in ${suite}: ${CHROMIUM} is absent\n`);
  return describe.skip;
}

/** `describe` when Python is there with the package that verifies Ed25519. */
export function describeWithCryptography(suite: string): typeof describe | typeof describe.skip {
  if (spawnSync('python3', ['-c', 'import cryptography']).status === 0) return describe;
  process.stderr.write(`SKIPPED in ${suite}: python3 or its package cryptography is absent\n`);
  return describe.skip;
}

export function loudlySkipped(suite: string, reason: string): typeof it.skip {
  process.stderr.write(`SKIPPED in ${suite}: ${reason}\n`);
  return it.skip;
}

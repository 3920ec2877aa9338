// Runs shell blocks of a guide by bash. Each program named here is a stub that sends its words and environment to
// this process, which answers with what the program prints and whether it succeeds.
import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { ROOT } from '../../support/guideBlocks.js';

/** `words` start with the program's name. */
export type Call = Readonly<{ words: readonly string[]; env: Readonly<Record<string, string>> }>;

/** @returns what the program prints; a throw fails the block, with the error's message */
export type Answer = (call: Call) => Promise<string>;

export type GuideShell = Readonly<Awaited<ReturnType<typeof openGuideShell>>>;

/** @param folder gets the stubs */
export async function openGuideShell(folder: string, programs: readonly string[], answer: Answer) {
  const server = createServer((request, response) => {
    void buffer(request)
      .then((bytes) => answer(callOf(bytes)))
      .then(
        (printed) => response.writeHead(200).end(printed),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await mkdir(folder);
  for (const program of programs) {
    await writeFile(join(folder, program), stub(`http://127.0.0.1:${port}`));
    await chmod(join(folder, program), 0o755);
  }
  const path = `${folder}:${process.env['PATH'] ?? ''}`;
  return {
    /** @throws when the script fails; resolves with what it prints. */
    async run(script: string, env: Readonly<Record<string, string>>) {
      const bash = ['--norc', '-euo', 'pipefail', '-c', script];
      const { stdout } = await promisify(execFile)('bash', bash, { cwd: ROOT, env: { ...env, PATH: path } });
      return stdout;
    },
    close: () => void server.close(),
  };
}

/** The count of its words, the words, and the environment, each ended by a zero byte. */
function stub(url: string): string {
  return `#!/bin/sh
{ printf '%s\\0' "$(($# + 1))" "\${0##*/}" "$@"; env -0; } |
  curl -sS --fail-with-body --data-binary @- '${url}'
`;
}

function callOf(bytes: Buffer): Call {
  const [count = '0', ...rest] = bytes.toString().split('\0');
  const variables = rest.slice(Number(count)).map((line) => /^(\w+)=(.*)$/s.exec(line) ?? []);
  return {
    words: rest.slice(0, Number(count)),
    env: Object.fromEntries(variables.map(([, name = '', value = '']) => [name, value])),
  };
}

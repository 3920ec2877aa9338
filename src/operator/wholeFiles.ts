// Output files that appear whole or not at all.
import { rmSync } from 'node:fs';
import { rename } from 'node:fs/promises';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/**
 * Has files written under temporary names beside their own, then renames them over what is there. A failure or a signal
 * that ends the process removes the temporary files.
 * @param write gets the temporary names; they keep the extensions
 * @throws what `write` throws
 */
export async function writeWhole(
  paths: readonly string[],
  write: (partial: readonly string[]) => Promise<void>,
): Promise<void> {
  const partial = paths.map((path) => path.replace(/(\.\w+)?$/, `.${process.pid}.parcial$1`));
  const remove = (): void => partial.forEach((path) => rmSync(path, { force: true }));
  const end = (signal: NodeJS.Signals): void => {
    remove();
    // Without a listener, the signal ends the process.
    for (const each of SIGNALS) process.off(each, end);
    process.kill(process.pid, signal);
  };
  for (const signal of SIGNALS) process.on(signal, end);
  try {
    await write(partial);
    for (const [at, path] of paths.entries()) await rename(partial[at] ?? '', path);
  } catch (error) {
    remove();
    throw error;
  } finally {
    for (const signal of SIGNALS) process.off(signal, end);
  }
}

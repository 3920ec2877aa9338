// Another version of the program: this one's compiled tree with a view whose shape has changed and an event that
// says something more, as a release would bring them.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));

export type NewerBuild = Readonly<Awaited<ReturnType<typeof newerBuild>>>;

export async function newerBuild() {
  const folder = await mkdtemp(join(tmpdir(), 'newer-'));
  const build = join(folder, 'dist');
  await cp(join(ROOT, 'dist/src'), join(build, 'src'), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(ROOT, 'docs'), join(folder, 'docs'));
  await cp(join(ROOT, 'src/console/assets'), join(folder, 'src/console/assets'), { recursive: true });
  const change = async (file: string, before: RegExp, after: string): Promise<void> => {
    const path = join(build, 'src', file);
    const text = await readFile(path, 'utf8');
    const changed = text.replace(before, after);
    if (changed === text) throw new Error(`${file} has nothing like ${String(before)}`);
    await writeFile(path, changed);
  };
  await change('projections/views/trialBalances/trialBalances.js', /version: (\d+)/, 'version: 1$1');
  await change(
    'domain/books/decide.js',
    /data: \{ \.\.\.data, trialBalanceId, lines,/,
    "data: { ...data, trialBalanceId, lines, saidLater: 'by a newer version',",
  );
  return {
    /** For `startService`. */
    build,
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

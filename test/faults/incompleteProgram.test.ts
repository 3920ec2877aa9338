// A program without a file that it serves does not start: a copy of it lacks one file at a time.
import { expect, it } from '#jest';
import { cp, mkdir, rename, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from '../support/guideBlocks.js';
import { distDir, startService, temporaryDir } from '../support/service.js';

const program = await temporaryDir();
await mkdir(join(program, 'dist'));
await cp(join(distDir, 'src'), join(program, 'dist/src'), { recursive: true });
for (const name of ['package.json', 'docs', 'src/console/assets'])
  await cp(join(ROOT, name), join(program, name), { recursive: true });
await symlink(join(ROOT, 'node_modules'), join(program, 'node_modules'));

it.each([
  'docs/verificador.html',
  'docs/erros.md',
  'docs/imagens/conciliacoes.svg',
  'dist/src/api/pages/browser/docs.js',
  'dist/src/vendor/graphiql.js',
  'src/console/assets/console.css',
])('exits with 78 without %s, and names it', async (name) => {
  const path = join(program, name);
  await rename(path, `${path}.away`);
  const failed = await startService({
    dataDir: join(program, 'data'),
    build: join(program, 'dist'),
  }).then(
    async (service) => service.kill().then(() => 'started'),
    (error: unknown) => String(error),
  );
  await rename(`${path}.away`, path);
  expect(failed).toBe(
    `Error: the service left with 78 before it started: Falta ${path}, um arquivo do próprio serviço: ` +
      'a instalação ou a imagem está incompleta, refaça-a\n',
  );
});

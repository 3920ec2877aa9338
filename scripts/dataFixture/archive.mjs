// One file of many: a line of JSON that lists paths and sizes, then the bytes one after another, compressed.
// test/compatibility/dataFixture.ts reads it.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';

/** Made anew by whoever opens the folder. */
const LEFT_OUT = /(^|\/)(lock\.mdb|uploads\/.*)$|-shm$|\.lock$/;

/** @param folders files below them, by the name of the folder in the archive; @param texts more files */
export function pack(out, folders, texts) {
  const files = Object.entries(folders).flatMap(([name, folder]) =>
    readdirSync(folder, { recursive: true })
      .filter((path) => statSync(join(folder, path)).isFile() && !LEFT_OUT.test(path))
      .map((path) => ({ path: `${name}/${path}`, bytes: readFileSync(join(folder, path)) })),
  );
  for (const [path, text] of Object.entries(texts)) files.push({ path, bytes: Buffer.from(text) });
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  const index = files.map(({ path, bytes }) => ({ path, size: bytes.length }));
  const whole = Buffer.concat([Buffer.from(`${JSON.stringify(index)}\n`), ...files.map(({ bytes }) => bytes)]);
  const params = { [constants.BROTLI_PARAM_LGWIN]: 24, [constants.BROTLI_PARAM_SIZE_HINT]: whole.length };
  const packed = brotliCompressSync(whole, { params });
  writeFileSync(out, packed);
  return { files: index, size: packed.length };
}

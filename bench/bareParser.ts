// The floor of file imports, in a process of its own: a parser alone over a file. Prints how many milliseconds it
// took.
import { createReadStream, readFileSync } from 'node:fs';
import { parse } from 'csv-parse';
import { SaxesParser } from 'saxes';

const PARSERS: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  async csv(path) {
    const parser = createReadStream(path).pipe(parse({ delimiter: ';' }));
    parser.on('data', () => undefined);
    await new Promise((resolve, reject) => parser.on('end', resolve).on('error', reject));
  },
  async xml(path) {
    const parser = new SaxesParser();
    parser.on('opentag', () => undefined);
    parser.on('text', () => undefined);
    for await (const chunk of createReadStream(path, { encoding: 'utf8' })) parser.write(chunk as string);
    parser.close();
  },
  async spreadsheet(path) {
    const { default: xlsx } = await import('node-xlsx');
    return xlsx.parse(readFileSync(path));
  },
};

const [kind = '', path = ''] = process.argv.slice(2);
const startedMs = performance.now();
await PARSERS[kind]?.(path);
process.stdout.write(String(performance.now() - startedMs));

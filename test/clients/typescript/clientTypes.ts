// The types of the client, made from the published contract.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format } from 'prettier';

const root = new URL('../../../../', import.meta.url);
export const TYPES = fileURLToPath(new URL('clients/typescript/contract.d.ts', root));
const GOLDEN = new URL('test/golden/openapi.json', root);

export async function typesOfContract(): Promise<string> {
  const document = JSON.parse(readFileSync(GOLDEN, 'utf8')) as Record<string, never>;
  const made = astToString(await openapiTS(JSON.stringify(document)));
  const text = `// Made from test/golden/openapi.json by openapi-typescript: UPDATE_GOLDEN=1 with test/clients. Not written by hand.\n${made}`;
  return format(text, { parser: 'typescript', printWidth: 115, singleQuote: true });
}

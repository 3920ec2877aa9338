// The types of the client, made from the published contracts.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { format } from 'prettier';
import { codesOf, type ApiDocument } from '../../support/contract.js';

const root = new URL('../../../../', import.meta.url);
export const CLIENT = fileURLToPath(new URL('clients/typescript/', root));
const GOLDEN = { api: 'test/golden/openapi.json', webhooks: 'test/golden/openapi.webhooks.json' };

/** Text by the name of the file in the client. */
export async function typesOfContracts(): Promise<Readonly<Record<string, string>>> {
  return {
    'contract.ts': await typesOf(GOLDEN.api),
    'webhooksContract.ts': await typesOf(GOLDEN.webhooks),
    'errorCodes.ts': await errorCodes(),
  };
}

async function typesOf(golden: string): Promise<string> {
  return formatted(golden, astToString(await openapiTS(readGolden(golden))));
}

/** The codes that the contracts show in their examples. */
function errorCodes(): Promise<string> {
  const codes = Object.values(GOLDEN)
    .flatMap((golden) => Object.values((JSON.parse(readGolden(golden)) as ApiDocument).paths))
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ responses }) => Object.values(responses))
    .flatMap((response) => [...codesOf(response)]);
  const union = [...new Set(codes)].sort().map((code) => `| '${code}'`);
  return formatted(
    Object.values(GOLDEN).join(' and '),
    `/** docs/erros.md says what each means and what to do. */\nexport type ErrorCode = ${union.join('')};`,
  );
}

function readGolden(golden: string): string {
  return readFileSync(new URL(golden, root), 'utf8');
}

function formatted(golden: string, made: string): Promise<string> {
  const text = `// Made from ${golden}: UPDATE_GOLDEN=1 with test/clients. Not written by hand.\n${made}`;
  return format(text, { parser: 'typescript', printWidth: 115, singleQuote: true });
}

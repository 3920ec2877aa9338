// Writes clients/typescript/contract.ts: types of what the released contract names, and the codes that its answers show.
// `npm run build` does it first, for the client is compiled with everything else.
import { readFileSync, writeFileSync } from 'node:fs';

const CONTRACT = new URL('../test/golden/contract.json', import.meta.url);
const FILE = new URL('../clients/typescript/contract.ts', import.meta.url);
const released = JSON.parse(readFileSync(CONTRACT, 'utf8'));

const parts = Object.entries({ Api: released.api, Webhook: released.webhooks }).flatMap(([name, document]) => [
  `export interface ${name}Schemas ${membersOf(document.components.schemas, name, () => true)}`,
  `export interface ${name}Queries ${membersOf(Object.fromEntries(operationsOf(document).map(queryOf)), name, () => true)}`,
]);
const codes = Object.values(released).flatMap(operationsOf).flatMap(codesOf);
writeFileSync(
  FILE,
  [
    '// Made by scripts/clientTypes.mjs of the released contract.',
    ...parts,
    '/** docs/erros.md says what each means and what to do. */',
    `export type ErrorCode = ${union(codes.sort())};`,
    '',
  ].join('\n'),
);

function operationsOf({ paths }) {
  return Object.values(paths).flatMap((methods) => Object.values(methods));
}

/** The parameters of the query as an object, by the id of the operation. */
function queryOf({ operationId, parameters }) {
  const asked = parameters.filter((parameter) => parameter.in === 'query');
  const properties = asked.map(({ name, schema, description }) => [name, { ...schema, description }]);
  const required = asked.filter((parameter) => parameter.required).map(({ name }) => name);
  return [operationId, { type: 'object', properties: Object.fromEntries(properties), required }];
}

function codesOf({ responses }) {
  return Object.values(responses)
    .flatMap(({ content }) => Object.values(content?.['application/json']?.examples ?? {}))
    .flatMap(({ value }) => value.code ?? []);
}

/** @param document the prefix of the schemas that it may name */
function typeOf(schema, document) {
  const { $ref, type, anyOf, items, properties, additionalProperties, required = [] } = schema;
  if ($ref !== undefined) return `${document}Schemas[${JSON.stringify($ref.split('/').at(-1))}]`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return union(schema.enum);
  if (anyOf !== undefined) return anyOf.map((one) => typeOf(one, document)).join(' | ');
  if (Array.isArray(type)) return type.map((one) => typeOf({ ...schema, type: one }, document)).join(' | ');
  if (type === 'array') return `(${typeOf(items, document)})[]`;
  if (properties !== undefined) return membersOf(properties, document, (name) => required.includes(name));
  if (type === 'object') return `{ [name: string]: ${typeOf(additionalProperties ?? {}, document)} }`;
  return (
    { integer: 'number', number: 'number', string: 'string', boolean: 'boolean', null: 'null' }[type] ?? 'unknown'
  );
}

function membersOf(properties, document, isRequired) {
  const members = Object.entries(properties).map(
    ([name, schema]) =>
      `${comment(schema)}  ${JSON.stringify(name)}${isRequired(name) ? '' : '?'}: ${typeOf(schema, document)};\n`,
  );
  return `{\n${members.join('')}}`;
}

function union(values) {
  return [...new Set(values)].map((value) => JSON.stringify(value)).join(' | ');
}

function comment({ description }) {
  if (description === undefined) return '';
  return `  /** ${description.replaceAll('*/', '*').replaceAll('\n', '\n   * ')} */\n`;
}

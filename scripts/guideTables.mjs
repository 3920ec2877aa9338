// Writes what declarations of the code say in other files, too: the tables of guides (the variables, the operator's commands, the
// error codes, the states, the public events, enumerations), and the variables that docker-compose.yml hands on. Run it after a
// build.
//   node scripts/guideTables.mjs [--check]      --check: writes nothing, status 1 when a table says something else
import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { environmentVariables } from '../dist/src/app/config.js';
import { accountKinds, natureWords } from '../dist/src/domain/charts/events.js';
import { companyStatuses, moduleWords, taxRegimes } from '../dist/src/domain/clients/events.js';
import { roleWords } from '../dist/src/domain/clients/roles.js';
import { SYSTEM } from '../dist/src/domain/kernel/event.js';
import { valuesOf } from '../dist/src/domain/kernel/vocabulary.js';
import { reconciliationStates } from '../dist/src/domain/reconciliation/states.js';
import { eventTypes } from '../dist/src/domain/webhooks/eventTypes.js';
import { httpProblems, internalError } from '../dist/src/messages/httpProblems.js';
import { problems } from '../dist/src/messages/problems.js';
import { roleNames } from '../dist/src/messages/reconciliations.js';
import { registerCompletion } from '../dist/src/operator/completion.js';
import { registerCommands } from '../dist/src/operator/program.js';

/** Guide, the beginning of the table's heading, and its rows. */
const TABLES = [
  ['configuracao.md', '| variável |', variableRows()],
  ['comandos.md', '| comando |', await commandRows()],
  ['erros.md', '| status |', errorRows()],
  ['conciliacoes.md', '| `status` |', stateRows()],
  [
    'conciliacoes.md',
    '| papel |',
    Object.entries(roleWords).map(([role, { name, meaning }]) => [name, `\`${role}\``, meaning]),
  ],
  ['webhooks.md', '| evento |', eventRows()],
  ['spec/rows.md', '| field |', enumerationRows()],
  ['cadastros.md', '| campo | valores |', registerRows()],
];

for (const [name, heading, rows] of TABLES) {
  const table = new RegExp(`^(${heading.replaceAll('|', '\\|')}.*\\n\\|[-|]+\\n)(?:\\|.*\\n)*`, 'm');
  rewrite(`docs/${name}`, table, () => rows.map((cells) => `| ${cells.join(' | ')} |\n`));
}
rewrite('docker-compose.yml', /^( {4}# Handed on from \.env.*\n)(?: {4}\w+: '\$\{\w+:-\}'\n)*/m, handedOn);

/** @param place the heading, which stays, and the lines below it, which are made anew of what is left of the file */
function rewrite(name, place, linesOf) {
  const file = new URL(`../${name}`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const others = text.replace(place, '$1');
  const made = text.replace(place, (_, heading) => heading + linesOf(others).join(''));
  if (!process.argv.includes('--check')) writeFileSync(file, made);
  else if (made !== text) {
    process.stderr.write(`${name} says something else than the code: node scripts/guideTables.mjs\n`);
    process.exitCode = 1;
  }
}

/** All variables but those that the file sets itself, or the image. */
function handedOn(compose) {
  const image = /^ENV .*/m.exec(readFileSync(new URL('../Dockerfile', import.meta.url), 'utf8'))?.[0] ?? '';
  return Object.keys(environmentVariables.shape)
    .filter((name) => !new RegExp(`^ +${name}: `, 'm').test(compose) && !image.includes(` ${name}=`))
    .map((name) => `    ${name}: '\${${name}:-}'\n`);
}

function variableRows() {
  return Object.entries(environmentVariables.shape).map(([name, schema]) => {
    const { description, unset } = schema.meta();
    const preset = String(schema.parse(undefined));
    return [`\`${name}\``, unset ?? (preset === '' ? 'nenhuma' : `\`${preset}\``), description];
  });
}

async function commandRows() {
  const program = new Command('operator');
  await registerCommands(program, {}, null);
  registerCompletion(program, {});
  return rowsOf(program, []);
}

function rowsOf(command, words) {
  if (command.commands.length > 0) return command.commands.flatMap((one) => rowsOf(one, [...words, one.name()]));
  const given = command.registeredArguments.map((argument) => `<${argument.name()}>`);
  const options = command.options.map(({ flags, mandatory }) => (mandatory ? flags : `[${flags}]`));
  return [[`\`${[...words, ...given, ...options].join(' ')}\``, command.description()]];
}

function eventRows() {
  return Object.entries(eventTypes).map(([type, { meaning, detail }]) => [
    `\`${type}\``,
    detail === undefined ? meaning : `${meaning}; ${detail}`,
  ]);
}

/** Of a registers' file. */
function registerRows() {
  const declared = {
    role: roleWords,
    regimeTributario: taxRegimes,
    status: companyStatuses,
    modules: moduleWords,
  };
  return Object.entries({ ...declared, tipo: accountKinds, natureza: natureWords }).map(([field, words]) => [
    `\`${field}\``,
    Object.entries(words)
      .map(([value, { name, meaning }]) => `\`${value}\` ${name === value ? meaning : name}`)
      .join(', '),
  ]);
}

/** Of companies and accounts; those of trial balances and reconciliations are described elsewhere. */
function enumerationRows() {
  const declared = [
    ['company `regimeTributario`', taxRegimes],
    ['company `status`', companyStatuses],
    ['account `tipo`', accountKinds],
    ['account `natureza`', natureWords],
  ];
  return declared.map(([field, words]) => [
    field,
    valuesOf(words)
      .map((value) => `\`${value}\``)
      .join(', '),
  ]);
}

function stateRows() {
  return Object.entries(reconciliationStates).map(([status, { name, owner, meaning }]) => [
    `\`${status}\``,
    name,
    owner === 'SYSTEM' ? SYSTEM : roleNames[owner],
    meaning,
  ]);
}

/** By status; without the codes that only the command line and the console answer. */
function errorRows() {
  const declared = [problems, httpProblems].flatMap(Object.values).concat(internalError);
  const codes = new Map(declared.filter(({ happened }) => happened).map((one) => [one.code, one]));
  return [...codes.values()]
    .sort((one, other) => one.status - other.status)
    .map(({ code, status, happened, remedy }) => [
      status,
      code === 'CHAVE_INVALIDA' ? `– (GraphQL: \`${code}\`)` : `\`${code}\``,
      happened,
      remedy,
    ]);
}

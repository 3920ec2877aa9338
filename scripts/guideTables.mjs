// Writes the tables of guides that say what declarations of the code say: the variables, the operator's commands and the error
// codes. Run it after a build.
//   node scripts/guideTables.mjs [--check]      --check: writes nothing, status 1 when a table says something else
import { readFileSync, writeFileSync } from 'node:fs';
import { Command } from 'commander';
import { environmentVariables } from '../dist/src/app/config.js';
import { errorCodes } from '../dist/src/messages/errorCodes.js';
import { registerCompletion } from '../dist/src/operator/completion/completionCommand.js';
import { registerCommands } from '../dist/src/operator/program.js';

/** Guide, the beginning of the table's heading, and its rows. */
const TABLES = [
  ['configuracao.md', '| variável |', variableRows()],
  ['comandos.md', '| comando |', await commandRows()],
  ['erros.md', '| status |', errorRows()],
];

for (const [name, heading, rows] of TABLES) {
  const file = new URL(`../docs/${name}`, import.meta.url);
  const text = readFileSync(file, 'utf8');
  const table = new RegExp(`^(${heading.replaceAll('|', '\\|')}.*\\n\\|[-|]+\\n)(?:\\|.*\\n)*`, 'm');
  const made = text.replace(table, (_, head) => head + rows.map((cells) => `| ${cells.join(' | ')} |\n`).join(''));
  if (!process.argv.includes('--check')) writeFileSync(file, made);
  else if (made !== text) {
    process.stderr.write(`docs/${name} says something else than the code: node scripts/guideTables.mjs\n`);
    process.exitCode = 1;
  }
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

function errorRows() {
  return Object.entries(errorCodes).map(([code, { status, happened, remedy }]) => [
    status,
    code === 'CHAVE_INVALIDA' ? `– (GraphQL: \`${code}\`)` : `\`${code}\``,
    happened,
    remedy,
  ]);
}

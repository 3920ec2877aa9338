// The operator's command line: global options, the command groups, and usage errors in Portuguese.
// Source: docs/spec/operator.md#commands.
import { Command, CommanderError } from 'commander';
import { registerRebuild } from './commands/rebuild.js';
import { registerKeys } from './commands/keys.js';
import { registerLists } from './commands/lists.js';
import { registerApply } from './commands/apply.js';
import { registerCompetences } from './commands/competences.js';
import { registerCopyEvents } from './commands/copyEvents.js';
import { registerImportFile } from './commands/importFile.js';
import { registerMappings } from './commands/mappings.js';
import { registerEvents } from './commands/events.js';
import { registerHistory } from './commands/history.js';
import { registerReconciliations } from './commands/reconciliations.js';
import { registerSeals } from './commands/seals.js';
import { registerUsers } from './commands/users.js';
import { registerWebhooks } from './commands/webhooks.js';
import {
  EXIT_BAD_USAGE,
  EXIT_DONE,
  createSession,
  type GlobalOptions,
  type Session,
  type Streams,
} from './session.js';
import type { OpenOperator } from './dependencies.js';

/** Adds a group's commands; each action calls `session.run` with the command's name. */
type RegisterGroup = (program: Command, session: Session) => void;

const groups: readonly RegisterGroup[] = [
  registerApply,
  registerKeys,
  registerUsers,
  registerLists,
  registerImportFile,
  registerMappings,
  registerCompetences,
  registerReconciliations,
  registerHistory,
  registerSeals,
  registerWebhooks,
  registerEvents,
  registerRebuild,
  registerCopyEvents,
];

/** Adds every command. Each has a row in permissions.ts. */
export function registerCommands(program: Command, session: Session): void {
  for (const register of groups) register(program, session);
}

/**
 * @param argv the arguments after the program's name
 * @returns the exit status; throws nothing
 */
export async function runOperator(argv: readonly string[], open: OpenOperator, streams: Streams): Promise<number> {
  const program = new Command('operator');
  const session = createSession(open, streams, () => program.opts<GlobalOptions>());
  const helpTexts: string[] = [];
  program
    .description('Linha de comando do operador do serviço de conciliação contábil')
    .option('--json', 'imprime um único valor JSON')
    .option('--as <email>', 'age como este usuário, com o papel dele')
    .helpOption('-h, --help', 'mostra esta ajuda')
    .helpCommand('help [comando]', 'mostra a ajuda de um comando');
  registerCommands(program, session);
  silence(program, (text) => helpTexts.push(text));

  try {
    await program.parseAsync(argv, { from: 'user' });
    return session.exitStatus();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) {
      await streams.out(helpTexts.join(''));
      return EXIT_DONE;
    }
    streams.err(error.code === 'commander.help' ? helpTexts.join('') : `Uso incorreto: ${usageProblem(error)}\n`);
    return EXIT_BAD_USAGE;
  }
}

const HELP_TITLES: Readonly<Record<string, string>> = {
  'Usage:': 'Uso:',
  'Arguments:': 'Argumentos:',
  'Options:': 'Opções:',
  'Commands:': 'Comandos:',
};

/** Translates the placeholders of commander's usage line. */
function inPortuguese(usage: string): string {
  return usage.replace('[options]', '[opções]').replace('[command]', '[comando]');
}

/** Keeps commander from printing and exiting, in every command of the tree. */
function silence(command: Command, keep: (text: string) => void): void {
  command
    .configureHelp({
      styleTitle: (title) => HELP_TITLES[title] ?? title,
      styleUsage: inPortuguese,
      styleSubcommandTerm: inPortuguese,
    })
    .exitOverride()
    .configureOutput({ writeOut: keep, writeErr: keep, outputError: () => undefined });
  for (const child of command.commands) silence(child, keep);
}

const USAGE_PROBLEMS: Readonly<Record<string, string>> = {
  'commander.unknownOption': 'opção desconhecida',
  'commander.unknownCommand': 'comando desconhecido',
  'commander.missingArgument': 'falta o argumento',
  'commander.missingMandatoryOptionValue': 'falta a opção',
  'commander.optionMissingArgument': 'falta o valor da opção',
  'commander.invalidArgument': 'valor inválido',
  'commander.excessArguments': 'argumentos demais em',
};

/** Translates commander's message; keeps the quoted name and the sentence of arguments.ts. */
function usageProblem({ code, message }: CommanderError): string {
  const what = USAGE_PROBLEMS[code] ?? message;
  const named = /'([^']*)'/.exec(message)?.[1];
  const own = code === 'commander.invalidArgument' ? /is invalid\. (.*)$/s.exec(message)?.[1] : undefined;
  return [what, named, own === undefined ? undefined : `: ${own}`]
    .filter((part) => part !== undefined)
    .join(' ')
    .replace(' :', ':');
}

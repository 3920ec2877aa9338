// The operator's command line: global options, the command groups, help and usage errors in Portuguese.
// Source: docs/spec/operator.md#commands.
import { stripVTControlCharacters } from 'node:util';
import { Command, CommanderError } from 'commander';
import { registerRebuild } from './commands/log/rebuild.js';
import { registerKeys } from './commands/keys.js';
import { registerLists } from './commands/lists.js';
import { registerApply } from './commands/apply.js';
import { registerCompetences } from './commands/competences.js';
import { registerBackups } from './commands/log/backups.js';
import { registerCopyEvents } from './commands/log/copyEvents.js';
import { registerExport } from './commands/exportMonth.js';
import { registerImportFile } from './commands/importFile.js';
import { registerMappings } from './commands/mappings.js';
import { registerEvents } from './commands/log/events.js';
import { registerHistory } from './commands/log/history.js';
import { registerLogAccept } from './commands/log/logAccept.js';
import { registerReconciliations } from './commands/reconciliations.js';
import { registerProve } from './commands/log/prove.js';
import { registerDossiers } from './commands/log/dossiers.js';
import { registerSeals } from './commands/log/seals.js';
import { registerUsers } from './commands/users.js';
import { registerWebhooks } from './commands/webhooks.js';
import { registerCompletion } from './completion/completionCommand.js';
import { firstSteps } from '../messages/operator/firstSteps.js';
import { examples } from './usage/examples.js';
import { addHelpBlock, helpInPortuguese, pathOf } from './usage/help.js';
import { usageProblem } from './usage/usageProblem.js';
import {
  EXIT_BAD_USAGE,
  EXIT_DONE,
  createSession,
  type GlobalOptions,
  type Session,
  type Streams,
} from './session.js';
import type { OpenOperator } from './dependencies.js';
import type { CommandName } from './permissions.js';

/** Adds commands; each action calls `session.run` with the command's name. */
type Register = (program: Command, session: Session) => void;

const groups: readonly Readonly<{ heading: string; commands: readonly Register[] }>[] = [
  { heading: 'Cadastros e chaves:', commands: [registerApply, registerUsers, registerKeys] },
  {
    heading: 'Balancetes:',
    commands: [registerImportFile, registerMappings, registerCompetences, registerExport],
  },
  { heading: 'Consultas e conciliações:', commands: [registerLists, registerReconciliations, registerHistory] },
  { heading: 'Webhooks:', commands: [registerWebhooks, registerEvents] },
  {
    heading: 'Log e cópias de segurança:',
    commands: [
      registerSeals,
      registerProve,
      registerDossiers,
      registerBackups,
      registerRebuild,
      registerLogAccept,
      registerCopyEvents,
    ],
  },
];

/** Adds every command that opens something. Each has a row in permissions.ts. */
export function registerCommands(program: Command, session: Session): void {
  for (const { heading, commands } of groups) {
    program.commandsGroup(heading);
    for (const register of commands) register(program, session);
  }
}

/**
 * @param argv the arguments after the program's name
 * @returns the exit status; throws nothing
 */
export async function runOperator(argv: readonly string[], open: OpenOperator, streams: Streams): Promise<number> {
  const program = new Command('operator');
  const session = createSession(open, streams, () => program.opts<GlobalOptions>());
  let text = '';
  let failed = program;
  program
    .description('Linha de comando do operador do serviço de conciliação contábil')
    .option('--json', 'imprime um único valor JSON')
    .option('--as <email>', 'age como este usuário, com o papel dele')
    .version(open.version, '--version', 'mostra a versão')
    .helpOption('-h, --help', 'mostra esta ajuda')
    .commandsGroup(HELP_GROUP)
    .helpCommand('help [comando]', 'mostra a ajuda de um comando')
    .configureHelp(helpInPortuguese)
    .configureOutput({
      writeOut: (part) => (text += part),
      writeErr: (part) => (text += part),
      outputError: () => undefined,
      getOutHelpWidth: () => streams.columns ?? HELP_COLUMNS,
      getErrHelpWidth: () => streams.columns ?? HELP_COLUMNS,
      getOutHasColors: () => streams.outHasColors === true,
      getErrHasColors: () => streams.errHasColors === true,
    });
  registerCommands(program, session);
  registerCompletion(program.commandsGroup(HELP_GROUP), session);
  eachCommand(program, (command) => {
    const name = pathOf(command).slice('operator '.length) as CommandName | '';
    const lines = (examples[name] ?? []).map((example): [string, string] => [`operator ${example}`, '']);
    if (lines.length > 0) addHelpBlock(command, 'Exemplos:', lines);
    command.exitOverride((error) => {
      failed = command;
      throw error;
    });
  });

  try {
    await program.parseAsync(asHelpOption(argv, program), { from: 'user' });
    return session.exitStatus();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) {
      await streams.out(text);
      return EXIT_DONE;
    }
    const newFolder = argv.length === 0 ? open.folderWithoutStore() : null;
    const help = newFolder === null ? text : firstSteps(newFolder);
    const problem = error.code === 'commander.help' ? help : usageProblem(error, failed, argv);
    streams.err(streams.errHasColors ? problem : stripVTControlCharacters(problem));
    return EXIT_BAD_USAGE;
  }
}

const HELP_GROUP = 'Ajuda:';
/** Where the terminal has no width. */
const HELP_COLUMNS = 100;

/** `help keys issue` as `keys issue --help`: commander's own knows one word. */
function asHelpOption(argv: readonly string[], program: Command): readonly string[] {
  const [first, ...words] = argv;
  if (first !== 'help') return argv;
  let command: Command | undefined = program;
  for (const word of words) command = command?.commands.find((child) => child.name() === word);
  return command === undefined ? argv : [...words, '--help'];
}

function eachCommand(command: Command, act: (command: Command) => void): void {
  act(command);
  for (const child of command.commands) eachCommand(child, act);
}

// The operator's command line: global options, the command groups, help and usage errors in Portuguese.
// Source: docs/spec/operator.md#commands.
import { stripVTControlCharacters } from 'node:util';
import { Command, CommanderError } from 'commander';
import { registerCompletion } from './completion/completionCommand.js';
import { firstSteps } from '../messages/operator/firstSteps.js';
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
import { permissions, type CommandName } from './permissions.js';

/** Adds commands; each action calls `session.run` with the command's name. */
type Register = (program: Command, session: Session) => void;
/** `words`: the commands that a file adds, which is loaded for them alone. */
type CommandFile = Readonly<{ words: readonly string[]; load(): Promise<Register> }>;

const groups: readonly Readonly<{ heading: string; files: readonly CommandFile[] }>[] = [
  {
    heading: 'Cadastros e chaves:',
    files: [
      { words: ['apply'], load: async () => (await import('./commands/apply.js')).registerApply },
      { words: ['users'], load: async () => (await import('./commands/users.js')).registerUsers },
      { words: ['keys'], load: async () => (await import('./commands/keys.js')).registerKeys },
    ],
  },
  {
    heading: 'Balancetes:',
    files: [
      { words: ['import'], load: async () => (await import('./commands/importFile.js')).registerImportFile },
      { words: ['mapping'], load: async () => (await import('./commands/mappings.js')).registerMappings },
      {
        words: ['release', 'close', 'reopen'],
        load: async () => (await import('./commands/competences.js')).registerCompetences,
      },
      {
        words: ['checklist', 'intercompany'],
        load: async () => (await import('./commands/competences.js')).registerChecklist,
      },
      { words: ['export'], load: async () => (await import('./commands/exportMonth.js')).registerExport },
    ],
  },
  {
    heading: 'Consultas e conciliações:',
    files: [
      {
        words: ['companies', 'charts', 'calls', 'trial-balances'],
        load: async () => (await import('./commands/lists.js')).registerLists,
      },
      {
        words: ['reconciliations'],
        load: async () => (await import('./commands/reconciliations.js')).registerReconciliations,
      },
      {
        words: ['schedules'],
        load: async () => (await import('./commands/schedules.js')).registerSchedules,
      },
      { words: ['history'], load: async () => (await import('./commands/log/history.js')).registerHistory },
      { words: ['rules'], load: async () => (await import('./commands/rules.js')).registerRules },
    ],
  },
  {
    heading: 'Webhooks:',
    files: [
      { words: ['webhooks'], load: async () => (await import('./commands/webhooks.js')).registerWebhooks },
      { words: ['events'], load: async () => (await import('./commands/webhooks.js')).registerEvents },
    ],
  },
  {
    heading: 'Log e cópias de segurança:',
    files: [
      {
        words: ['verify', 'checkpoint', 'seals'],
        load: async () => (await import('./commands/log/seals.js')).registerSeals,
      },
      { words: ['prove'], load: async () => (await import('./commands/log/prove.js')).registerProve },
      {
        words: ['dossier', 'verify-dossier'],
        load: async () => (await import('./commands/log/dossiers.js')).registerDossiers,
      },
      {
        words: ['backup', 'restore'],
        load: async () => (await import('./commands/log/backups.js')).registerBackups,
      },
      { words: ['rebuild'], load: async () => (await import('./commands/log/rebuild.js')).registerRebuild },
      { words: ['log'], load: async () => (await import('./commands/log/logAccept.js')).registerLogAccept },
      {
        words: ['copy-events'],
        load: async () => (await import('./commands/log/copyEvents.js')).registerCopyEvents,
      },
    ],
  },
];

/**
 * Adds every command that opens something. Each has a row in permissions.ts.
 * @param word the command that is run: only its file is loaded; null, or no command: all are
 */
export async function registerCommands(program: Command, session: Session, word: string | null): Promise<void> {
  const isKnown = groups.some(({ files }) => files.some(({ words }) => words.includes(word ?? '')));
  for (const { heading, files } of groups) {
    program.commandsGroup(heading);
    for (const { words, load } of files)
      if (!isKnown || words.includes(word ?? '')) (await load())(program, session);
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
  await registerCommands(program, session, argv[0] ?? null);
  registerCompletion(program.commandsGroup(HELP_GROUP), session);
  eachCommand(program, (command) => {
    const name = pathOf(command).slice('operator '.length);
    const examples = name === '' ? FIRST_EXAMPLES : (permissions[name as CommandName]?.examples ?? []);
    const lines = examples.map((example): [string, string] => [`operator ${example}`, '']);
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
    const newFolder = argv.length === 0 ? await open.folderWithoutStore() : null;
    const help = newFolder === null ? text : firstSteps(newFolder);
    const problem = error.code === 'commander.help' ? help : usageProblem(error, failed, argv);
    streams.err(streams.errHasColors ? problem : stripVTControlCharacters(problem));
    return EXIT_BAD_USAGE;
  }
}

const HELP_GROUP = 'Ajuda:';
/** Of the whole program. */
export const FIRST_EXAMPLES = [
  'apply fixtures/registers.json',
  'import balancete.csv --company 1 --period 2026-10',
  'release --company 1 --period 2026-10',
  'reconciliations list --company 1 --period 2026-10',
];
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

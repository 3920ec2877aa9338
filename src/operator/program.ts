// The operator's command line: global options, the command groups, help and usage errors in Portuguese.
// Source: docs/spec/operator.md#commands.
import { stripVTControlCharacters } from 'node:util';
import { Command as Commander, CommanderError, Option } from 'commander';
import { registerCompletion } from './completion.js';
import { firstSteps } from '../messages/operator/firstSteps.js';
import { helpInPortuguese, usageProblem } from './usage.js';
import { EXIT_BAD_USAGE, EXIT_DONE, type GlobalOptions, Session, type Streams } from './session.js';
import { addCommand, addExamples, addOptionOfOneValue, type Command } from './command.js';
import type { OpenOperator } from './dependencies.js';

/** `words`: the first of its commands, with what a group is about; for them alone the file is loaded. */
type CommandFile = Readonly<{
  words: Readonly<Record<string, string | null>>;
  load(): Promise<Readonly<{ commands: readonly Command[] }>>;
}>;

const groups: Readonly<Record<string, readonly CommandFile[]>> = {
  'Cadastros e chaves:': [
    { words: { apply: null }, load: () => import('./commands/apply.js') },
    {
      words: {
        users: 'usuários: lista, convida para o console, encerra sessões, apaga para sempre o nome e o e-mail',
      },
      load: () => import('./commands/users.js'),
    },
    {
      words: { keys: 'chaves de API: emite, lista, substitui e revoga' },
      load: () => import('./commands/keys.js'),
    },
  ],
  'Balancetes:': [
    { words: { import: null }, load: () => import('./commands/importFile.js') },
    {
      words: { mapping: 'mapeamento das colunas dos arquivos de uma empresa' },
      load: () => import('./commands/mappings.js'),
    },
    {
      words: {
        release: null,
        close: null,
        reopen: null,
        checklist: 'checklist de fechamento de uma competência',
        intercompany: 'saldos entre empresas do mesmo cliente',
      },
      load: () => import('./commands/competences.js'),
    },
    { words: { export: null }, load: () => import('./commands/exportMonth.js') },
  ],
  'Consultas e conciliações:': [
    {
      words: {
        companies: 'empresas de todos os clientes',
        charts: 'planos de contas de todas as empresas',
        calls: 'últimas chamadas à API',
        'trial-balances': 'balancetes de uma empresa, todas as versões',
      },
      load: () => import('./commands/lists.js'),
    },
    {
      words: { reconciliations: 'conciliações: listas, atos do fluxo e evidências' },
      load: () => import('./commands/reconciliations.js'),
    },
    {
      words: { schedules: 'cronogramas: itens que se repetem por regra' },
      load: () => import('./commands/schedules.js'),
    },
    { words: { history: null }, load: () => import('./commands/log/history.js') },
    { words: { rules: 'regras de uma empresa' }, load: () => import('./commands/rules.js') },
  ],
  'Webhooks:': [
    {
      words: { webhooks: 'webhooks: lista e retoma o envio', events: 'entregas de eventos, contadas' },
      load: () => import('./commands/webhooks.js'),
    },
  ],
  'Log e cópias de segurança:': [
    {
      words: { verify: null, checkpoint: null, seals: 'a chave que assina os selos do log', prove: null },
      load: () => import('./commands/log/seals.js'),
    },
    {
      words: { dossier: null, 'verify-dossier': null },
      load: () => import('./commands/log/dossiers.js'),
    },
    {
      words: {
        backup: null,
        restore: null,
        rebuild: null,
        log: 'segue com um log restaurado a um estado anterior',
        'copy-events': null,
      },
      load: () => import('./commands/log/stores.js'),
    },
  ],
};

/** Adds every command that opens something. @param word the one that is run: only its file is loaded; null: all */
export async function registerCommands(
  program: Commander,
  session: Pick<Session, 'run'>,
  word: string | null,
): Promise<void> {
  const files = Object.values(groups).flat();
  const chosenFile = files.find(({ words }) => word !== null && Object.hasOwn(words, word));
  for (const [heading, all] of Object.entries(groups)) {
    program.commandsGroup(heading);
    for (const { words, load } of all.filter((file) => chosenFile === undefined || file === chosenFile)) {
      const { commands } = await load();
      for (const [first, says] of Object.entries(words)) {
        const parent = says === null ? program : program.command(first).description(says);
        for (const one of commands.filter(({ name }) => name.split(' ')[0] === first))
          addCommand(parent, one, (command, values) => session.run(command, values));
      }
    }
  }
}

/** All there are, in the order of the help. */
export async function allCommands(): Promise<readonly Command[]> {
  const all: Command[] = [];
  for (const { load } of Object.values(groups).flat()) all.push(...(await load()).commands);
  return all;
}

/** @param argv the arguments after the program's name. @returns the exit status; throws nothing */
export async function runOperator(argv: readonly string[], open: OpenOperator, streams: Streams): Promise<number> {
  const program = new Commander('operator');
  const session = new Session(open, streams, () => program.opts<GlobalOptions>());
  let text = '';
  let failed = program;
  program.option('--json', 'imprime um único valor JSON');
  addOptionOfOneValue(program, new Option('--as <email>', 'age como este usuário, com o papel dele'));
  program
    .description('Linha de comando do operador do serviço de conciliação contábil')
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
  addExamples(program, FIRST_EXAMPLES);
  eachCommand(program, (command) => {
    command.exitOverride((error) => {
      failed = command;
      throw error;
    });
  });

  try {
    await program.parseAsync(asHelpOption(argv, program), { from: 'user' });
    return session.exitStatus;
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
export const FIRST_EXAMPLES = [
  'apply fixtures/registers.json',
  'import balancete.csv --company 1 --period 2026-10',
  'release --company 1 --period 2026-10',
  'reconciliations list --company 1 --period 2026-10',
];
/** Where the terminal has no width. */
const HELP_COLUMNS = 100;

/** `help keys issue` as `keys issue --help`: commander's own knows one word. */
function asHelpOption(argv: readonly string[], program: Commander): readonly string[] {
  const [first, ...words] = argv;
  if (first !== 'help') return argv;
  let command: Commander | undefined = program;
  for (const word of words) command = command?.commands.find((child) => child.name() === word);
  return command === undefined ? argv : [...words, '--help'];
}

function eachCommand(command: Commander, act: (command: Commander) => void): void {
  act(command);
  for (const child of command.commands) eachCommand(child, act);
}

// How a command is declared: one value beside its action. Help, usage errors, completion, docs/comandos.md, who
// may run it and the types of what it takes follow from it.
import { Argument, Option, type Command as Commander } from 'commander';
import type { CommandContext } from '../commands/kernel/context.js';
import type { Role } from '../domain/clients/roles.js';
import type { Backups, Change, OperatorDependencies, OperatorLog } from './dependencies.js';
import { table, type Answer } from './output.js';
import { OWN_USAGE, addHelpBlock } from './usage.js';

/** `values`: all that it accepts. @throws InvalidArgumentError */
export type Parse<Value> = ((text: string) => Value) & Readonly<{ values?: readonly string[] }>;

/**
 * What a command takes: an argument, an option, or an option without a value. `placeholder`: of its value, `<id>`;
 * `absent`: its value where it is not given; `preset`: its default; `add` parses its texts one by one.
 */
type Parameter<Value> = Readonly<{
  is: 'argument' | 'required' | 'optional';
  placeholder: string;
  says: string;
  absent: Value;
  preset?: number;
  values: readonly string[] | undefined;
  add?(text: string, before: Value | undefined): Value;
}>;
/** Parameters by their names in the code: `asOf` is `--as-of`. Arguments come first. */
type CommandParameters = Readonly<Record<string, Parameter<unknown>>>;
export type ValuesOf<Takes extends CommandParameters> = Readonly<{
  [Name in keyof Takes]: Takes[Name] extends Parameter<infer Value> ? Value : never;
}>;

function declare<Value>(
  is: 'argument' | 'required',
  placeholder: string,
  says: string,
  parse: Parse<Value> = String as unknown as Parse<Value>,
): Parameter<Value> {
  return { is, placeholder, says, values: parse.values, add: parse, absent: undefined as Value };
}

/** Without `parse`, its text. */
type Declare<Kept> = <Value = string>(
  placeholder: string,
  says: string,
  parse?: Parse<Value>,
) => Parameter<NoInfer<Value> | Kept>;

export const argument: Declare<never> = (placeholder, says, parse) =>
  declare('argument', placeholder, says, parse);
export const required: Declare<never> = (placeholder, says, parse) =>
  declare('required', placeholder, says, parse);
/** Null: not given. */
export const optional: Declare<null> = (placeholder, says, parse) => ({
  ...declare('required', placeholder, says, parse),
  is: 'optional',
  absent: null,
});

export function withDefault(
  placeholder: string,
  says: string,
  parse: Parse<number>,
  preset: number,
): Parameter<number> {
  return { ...declare('required', placeholder, says, parse), is: 'optional', preset };
}

export function repeated<Value>(
  placeholder: string,
  says: string,
  parse: Parse<Value>,
): Parameter<readonly Value[]> {
  const add = (text: string, before: readonly Value[] = []): readonly Value[] => [...before, parse(text)];
  return { is: 'optional', placeholder, says, values: parse.values, absent: [], add };
}

export function flag(says: string): Parameter<boolean> {
  return { is: 'optional', placeholder: '', says, values: undefined, absent: false };
}

/** Context of a command that runs: `roles` are its own. */
export type Running = CommandContext &
  Readonly<{
    roles: readonly Role[];
    /** One line of progress on stderr. */
    progress(line: string): void;
    /**
     * Before what cannot be taken back (docs/spec/operator.md#confirmation).
     * @param warning a sentence; @param isConfirmed by `--yes`
     * @throws Refused without a terminal, or by another answer than yes
     */
    confirm(warning: string, isConfirmed: boolean): Promise<void>;
  }>;

type Common<Takes extends CommandParameters> = Readonly<{
  name: string;
  says: string;
  takes?: Takes;
  /** Without the program's name; a test runs them up to the opening of the stores. */
  examples: readonly string[];
  /** More of its help: titles and rows. */
  blocks?: readonly (readonly [title: string, rows: readonly (readonly [string, string])[]])[];
  /** What is wrong with what is given together, before any store is opened; null: nothing. `as`: of `--as`. */
  misuse?(values: ValuesOf<Takes>, as: string | undefined): string | null;
}>;

export type StoresCommand<Takes extends CommandParameters = CommandParameters> = Common<Takes> &
  Readonly<{
    /**
     * A person (`--as`) needs one of them, which `run` checks for the company or the client. 'operator': it
     * answers for all clients, and is refused with `--as`. Source: docs/spec/operator.md#acting-as-a-person,
     * docs/spec/workflow.md#roles.
     */
    roles: readonly Role[] | 'operator';
    /** Whether it may write; default false. */
    changes?: boolean;
    /** A store is made where there is none, after this. */
    beforeMaking?(values: ValuesOf<Takes>): Promise<void>;
    run(
      values: ValuesOf<Takes>,
      deps: OperatorDependencies,
      running: Running,
    ): Promise<Answer & { change?: Change }>;
  }>;

/** The operator's, on the raw log alone. */
export type LogCommand<Takes extends CommandParameters = CommandParameters> = Common<Takes> &
  Readonly<{
    /** 'where it can': its answer is also complete without the change. Default false. */
    changes?: boolean | 'where it can';
    runOnLog(values: ValuesOf<Takes>, log: OperatorLog, running: Running): Promise<Answer>;
    /** Answer about a log whose file cannot be read. */
    whenDamaged?: Answer;
  }>;

/** The operator's, on folders, with no store open. */
export type FolderCommand<Takes extends CommandParameters = CommandParameters> = Common<Takes> &
  Readonly<{ runOnFolder(values: ValuesOf<Takes>, backups: Backups, running: Running): Promise<Answer> }>;

export type Command<Takes extends CommandParameters = CommandParameters> =
  StoresCommand<Takes> | LogCommand<Takes> | FolderCommand<Takes>;

export function command<Takes extends CommandParameters>(declared: StoresCommand<Takes>): Command;
export function command<Takes extends CommandParameters>(declared: LogCommand<Takes>): Command;
export function command<Takes extends CommandParameters>(declared: FolderCommand<Takes>): Command;
export function command(declared: Command): Command {
  return declared;
}

type List<Takes extends CommandParameters> = Common<Takes> &
  Pick<StoresCommand<Takes>, 'roles'> &
  Readonly<{
    rows(
      values: ValuesOf<Takes>,
      deps: OperatorDependencies,
      running: Running,
    ): Promise<readonly Readonly<Record<string, unknown>>[]>;
    /** Fields that a table begins with; a narrow terminal leaves out what follows. */
    first?: readonly string[];
    /** Headings of fields that have another name elsewhere. */
    names?: Readonly<Record<string, string>>;
  }>;

/** A command that answers rows as in REST. */
export function listCommand<Takes extends CommandParameters>({
  rows,
  first,
  names,
  ...declared
}: List<Takes>): Command {
  return command<Takes>({
    ...declared,
    async run(values, deps, running) {
      const json = await rows(values, deps, running);
      return { json, text: table(json, { ...(first && { first }), ...(names && { names }) }) };
    },
  });
}

/** Adds it to the program, or to the group of its first word. */
export function addCommand(
  parent: Commander,
  declared: Command,
  run: (declared: Command, values: ValuesOf<CommandParameters>) => Promise<void>,
): void {
  const takes = Object.entries(declared.takes ?? {});
  const added = parent.command(declared.name.split(' ').at(-1) ?? '').description(declared.says);
  for (const [name, parameter] of takes)
    if (parameter.is === 'argument')
      added.addArgument(withValues(new Argument(parameter.placeholder, parameter.says), parameter));
    else addOption(added, name, parameter);
  for (const [title, rows] of declared.blocks ?? []) addHelpBlock(added, title, rows);
  added.action(async () => {
    const options = added.opts<Record<string, unknown>>();
    const argumentNames = takes.filter(([, { is }]) => is === 'argument').map(([name]) => name);
    const values = Object.fromEntries(
      takes.map(([name, { is, absent }]) => {
        const at = argumentNames.indexOf(name);
        return [name, (is === 'argument' ? (added.processedArgs as unknown[])[at] : options[name]) ?? absent];
      }),
    );
    const wrong = declared.misuse?.(values, added.optsWithGlobals<{ as?: string }>().as) ?? null;
    if (wrong !== null) added.error(wrong, { code: OWN_USAGE });
    await run(declared, values);
  });
  addExamples(added, declared.examples);
}

export function addExamples(command: Commander, examples: readonly string[]): void {
  addHelpBlock(
    command,
    'Exemplos:',
    examples.map((example) => [`operator ${example}`, '']),
  );
}

function addOption(added: Commander, name: string, parameter: Parameter<unknown>): void {
  const option = optionOf(name, parameter);
  if (!option.required || Array.isArray(parameter.absent)) added.addOption(option);
  else addOptionOfOneValue(added, option);
}

/** The option is refused where it is given twice. */
export function addOptionOfOneValue(added: Commander, option: Option): void {
  added.addOption(option);
  let isGiven = false;
  added.on(`option:${option.name()}`, () => {
    if (isGiven) added.error(`a opção ${option.flags} foi informada mais de uma vez`, { code: OWN_USAGE });
    isGiven = true;
  });
}

function optionOf(name: string, parameter: Parameter<unknown>): Option {
  const long = `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  const option = withValues(new Option(`${long} ${parameter.placeholder}`.trim(), parameter.says), parameter);
  if (parameter.preset !== undefined) option.default(parameter.preset);
  return option.makeOptionMandatory(parameter.is === 'required');
}

function withValues<Kind extends Option | Argument>(kind: Kind, { values, add }: Parameter<unknown>): Kind {
  if (values !== undefined) kind.choices(values);
  if (add !== undefined) kind.argParser(add);
  return kind;
}

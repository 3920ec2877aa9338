// `completion bash|zsh`: prints what a shell reads to complete commands, options and values.
import { Argument, type Command } from 'commander';
import { oneOf } from '../arguments.js';
import type { Session } from '../session.js';
import { addHelpBlock } from '../usage/help.js';
import { bashCompletion } from './bash.js';
import { placesOf } from './words.js';
import { zshCompletion } from './zsh.js';

const shells = ['bash', 'zsh'] as const;
const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion };

export function registerCompletion(program: Command, session: Session): void {
  const completion = program
    .command('completion')
    .description('imprime o que o shell precisa para completar comandos, opções e valores')
    .addArgument(new Argument('<shell>', 'o shell').choices(shells).argParser(oneOf(shells)))
    .action((shell: (typeof shells)[number]) => {
      const script = SCRIPTS[shell](placesOf(program));
      return session.print({ json: script, text: script.trimEnd() });
    });
  addHelpBlock(completion, 'Em ~/.bashrc ou ~/.zshrc:', [
    ["alias operator='node CAMINHO/dist/bin/operator.js'", ''],
    ['source <(operator completion bash)', ''],
    ['source <(operator completion zsh)', 'depois de compinit'],
  ]);
}

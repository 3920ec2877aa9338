// `prove`: a proof for others that the log goes on from an earlier checkpoint.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  CannotContinue,
  TreeDiffers,
  continuation,
  type CheckpointChoice,
} from '../../../commands/seals/logTree.js';
import {
  continuationProven,
  LOG_DIFFERS,
  noContinuationSentence,
} from '../../../messages/operator/checkpoints.js';
import { filled } from '../../arguments.js';
import { Refused } from '../../refused.js';
import type { Session } from '../../session.js';
import { writeWhole } from '../../wholeFiles.js';
import { readCheckpoint } from './checkpointFile.js';

export function registerProve(program: Command, session: Session): void {
  program
    .command('prove')
    .description('prova a terceiros que o log é uma continuação de um checkpoint anterior (C2SP tlog-witness)')
    .argument('<saída>', 'o arquivo da prova, no formato de C2SP tlog-witness (add-checkpoint)', filled)
    .requiredOption('--from <checkpoint>', 'o anterior: arquivo, ou número de eventos de um selo assinado', filled)
    .option('--to <checkpoint>', 'o posterior, da mesma forma; se omitido, o mais novo', filled)
    .action((out: string, { from, to }: { from: string; to?: string }) =>
      session.runOnLog('prove', async ({ rawLog, openLeaves }) => {
        if (existsSync(out)) throw new Refused(`O arquivo ${out} já existe`);
        const chosen = { from: await choiceOf(from), to: to === undefined ? null : await choiceOf(to) };
        const { text, ...proven } = await continuation(rawLog, openLeaves, chosen).catch(inWords);
        await writeWhole([out], ([partial = '']) => writeFile(partial, text)).catch(() => {
          throw new Refused(`Não foi possível gravar o arquivo ${out}`);
        });
        return { json: { ok: true, ...proven }, text: continuationProven(proven) };
      }),
    );
}

async function choiceOf(text: string): Promise<CheckpointChoice> {
  if (/^\d{1,15}$/.test(text)) return { size: Number(text) };
  return { text: (await readCheckpoint(text)).text };
}

function inWords(error: unknown): never {
  if (error instanceof CannotContinue) throw new Refused(noContinuationSentence(error.problem));
  throw error instanceof TreeDiffers ? new Refused(LOG_DIFFERS) : error;
}

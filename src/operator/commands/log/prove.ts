// `prove`: a proof for others that the log goes on from an earlier checkpoint.
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import {
  CannotContinue,
  TreeDiffers,
  continuation,
  type CheckpointChoice,
} from '../../../commands/seals/logTree.js';
import {
  continuationProven,
  fileNotWritten,
  LOG_DIFFERS,
  noContinuationSentence,
} from '../../../messages/operator/log.js';
import { filled } from '../../arguments.js';
import { argument, command, optional, required } from '../../command.js';
import { Refused } from '../../refusalText.js';
import { writeWhole } from '../../fileImports.js';
import { readCheckpoint } from './checkpointFile.js';

const prove = command({
  name: 'prove',
  says: 'prova a terceiros que o log é uma continuação de um checkpoint anterior (C2SP tlog-witness)',
  examples: ['prove --from checkpoint.txt prova.txt', 'prove --from antigo.txt --to novo.txt prova.txt'],
  takes: {
    out: argument('<saída>', 'o arquivo da prova, no formato de C2SP tlog-witness (add-checkpoint)', filled),
    from: required('<checkpoint>', 'o anterior: arquivo, ou número de eventos de um selo assinado', filled),
    to: optional('<checkpoint>', 'o posterior, da mesma forma; se omitido, o mais novo', filled),
  },
  async runOnLog({ out, from, to }, { rawLog, openLeaves }) {
    if (existsSync(out)) throw new Refused(`O arquivo ${out} já existe`);
    const choices = { from: await choiceOf(from), to: to === null ? null : await choiceOf(to) };
    const { text, ...proven } = await continuation(rawLog, openLeaves, choices).catch(inWords);
    await writeWhole([out], ([partial = '']) => writeFile(partial, text)).catch((error: unknown) => {
      throw new Refused(fileNotWritten(out, error));
    });
    return { json: { ok: true, ...proven }, text: continuationProven(proven) };
  },
});

export const commands = [prove];

async function choiceOf(text: string): Promise<CheckpointChoice> {
  if (/^\d{1,15}$/.test(text)) return { size: Number(text) };
  return { text: (await readCheckpoint(text)).text };
}

function inWords(error: unknown): never {
  if (error instanceof CannotContinue) throw new Refused(noContinuationSentence(error.problem));
  throw error instanceof TreeDiffers ? new Refused(LOG_DIFFERS) : error;
}

// Reads a kept checkpoint from its file.
import { readFile } from 'node:fs/promises';
import { parseCheckpoint, type Checkpoint } from '../../../commands/seals/checkpoint.js';
import { sentences } from '../../../messages/operator/dossiers.js';
import { checkpointFileWrong } from '../../../messages/operator/log.js';
import { Refused } from '../../refusalText.js';

/** `text`: the file as it is. */
export async function readCheckpoint(path: string): Promise<Readonly<{ checkpoint: Checkpoint; text: string }>> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Refused(sentences.unreadable(path));
  });
  const checkpoint = parseCheckpoint(text);
  if (checkpoint === null) throw new Refused(checkpointFileWrong(path));
  return { checkpoint, text };
}

// `verify` checks the log; `checkpoint` writes what an auditor keeps; `seals rotate-key` changes the key that
// signs; `prove` makes a proof for others that the log goes on from an earlier checkpoint.
import { readFile, writeFile } from 'node:fs/promises';
import { lastEvent } from '../../../commands/kernel/events.js';
import { readDeploymentState } from '../../../commands/log/deployment.js';
import { verify } from '../../../commands/log/verify.js';
import { keyFingerprint, parseCheckpoint, type Checkpoint } from '../../../commands/seals/checkpoint.js';
import { sealNow } from '../../../commands/seals/seals.js';
import { SEALS, sealOf } from '../../../domain/seal.js';
import {
  LOG_DIFFERS,
  NO_CHECKPOINT,
  UNSEALED,
  checkpointFileWrong,
  continuationProven,
  continuedSentence,
  fileNotWritten,
  findingSentence,
  identifiedText,
  logUnreadable,
  noContinuationSentence,
  sealKeyFileWrong,
  sealKeyRotated,
} from '../../../messages/operator/log.js';
import { sentences } from '../../../messages/operator/dossiers.js';
import { filled } from '../../arguments.js';
import { argument, command, flag, optional, required, type Running } from '../../command.js';
import type { OperatorLog } from '../../dependencies.js';
import { fields, type Answer } from '../../output.js';
import { Refused } from '../../refusalText.js';
import { progressCounter } from '../../session.js';
import { existsSync } from 'node:fs';
import {
  CannotContinue,
  TreeDiffers,
  continuation,
  type CheckpointChoice,
} from '../../../commands/seals/logTree.js';
import { writeWhole } from '../../fileImports.js';

const verifyLog = command({
  name: 'verify',
  says: 'confere o log inteiro com os seus selos; código de saída 1 se não estiver íntegro',
  examples: ['verify', 'verify --checkpoint checkpoint.txt'],
  takes: {
    checkpoint: optional('<arquivo>', 'confere se o log continua este checkpoint, guardado pelo auditor'),
  },
  async runOnLog({ checkpoint: keptPath }, { rawLog }, running) {
    const report = await verify(rawLog, {
      ...(keptPath !== null && { checkpoint: (await readCheckpoint(keptPath)).checkpoint }),
      onProgress: progressCounter(running, 'eventos conferidos'),
    });
    const { ok, events, streams, seals, problemCount, continued } = report;
    const problems = report.problems.map(findingSentence);
    const moreCount = problemCount - problems.length;
    if (moreCount > 0) problems.push(`e mais ${moreCount}`);
    const json = { ok, events, streams, seals, problems };
    const text = fields({
      ok,
      eventsVerified: events,
      streamsVerified: streams,
      sealsVerified: seals,
      problems,
      ...(continued && { checkpoint: { ...continued, since: continued.since.map(identifiedText) } }),
    });
    if (continued === undefined) return { json, text, failed: !ok };
    if (continued.isContinued) running.progress(continuedSentence(continued));
    return { json: { ...json, checkpoint: continued }, text, failed: !ok };
  },
  whenDamaged: {
    json: { ok: false, events: 0, streams: 0, seals: 0, problems: [logUnreadable] },
    failed: true,
  },
});

const checkpoint = command({
  name: 'checkpoint',
  says: 'sela o que falta e grava o checkpoint mais novo, assinado, para o auditor guardar',
  changes: 'where it can',
  examples: ['checkpoint checkpoint.txt'],
  takes: { out: argument('<saida>', 'o arquivo do checkpoint, no formato de C2SP tlog-checkpoint', filled) },
  runOnLog: ({ out }, log, running) => checkpointAnswer(log, out, running),
});

const rotateKey = command({
  name: 'seals rotate-key',
  says: 'passa a assinar os selos com outra chave; pare o serviço antes',
  changes: true,
  examples: ['seals rotate-key', 'seals rotate-key --key-file nova.key'],
  takes: {
    keyFile: optional(
      '<arquivo>',
      'a nova chave: 32 bytes em base64 (obrigatória com SEAL_KEY ou EVENTSTORE_URL)',
    ),
    lost: flag('a chave anterior se perdeu: a troca fica no log sem a assinatura dela'),
  },
  async runOnLog({ keyFile, lost: isLost }, log) {
    await log.mustMatchStores();
    const newSeed = keyFile === null ? null : await readKey(keyFile);
    const { publicKey } = await log.rotateSealKey({ newSeed, isLost });
    return { json: { ok: true, publicKey }, text: sealKeyRotated(publicKey, newSeed !== null) };
  },
});

async function checkpointAnswer(log: OperatorLog, out: string, { progress }: Running): Promise<Answer> {
  const { rawLog, clock } = log;
  if (log.isReadOnly) progress(UNSEALED);
  else {
    await log.mustMatchStores();
    const signer = await log.signer();
    if (signer !== null) await sealNow(rawLog, clock, signer);
  }
  const sealEvent = await lastEvent(rawLog, SEALS);
  const text = (sealEvent && sealOf(sealEvent))?.checkpoint ?? '';
  const signedNote = parseCheckpoint(text);
  const keyId = signedNote?.note.signatures[0]?.keyId.toString('hex');
  if (signedNote === null || keyId === undefined) throw new Refused(NO_CHECKPOINT);
  await writeFile(out, text).catch(() => {
    throw new Refused(fileNotWritten(out));
  });
  const { sealKey } = (await readDeploymentState(rawLog)).state;
  const sealed = { ok: true, events: signedNote.size, root: signedNote.root.toString('base64') };
  const key = sealKey && { publicKey: sealKey, publicKeySha256: keyFingerprint(sealKey) };
  return { json: { ...sealed, keyId }, text: fields({ ...sealed, signedBy: keyId, ...key }) };
}

/** @returns base64 of 32 bytes */
async function readKey(path: string): Promise<string> {
  const text = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) throw new Refused(sealKeyFileWrong(path));
  return text;
}

const prove = command({
  name: 'prove',
  says: 'prova a terceiros que o log é uma continuação de um checkpoint anterior (C2SP tlog-witness)',
  examples: ['prove --from checkpoint.txt prova.txt', 'prove --from antigo.txt --to novo.txt prova.txt'],
  takes: {
    out: argument('<saida>', 'o arquivo da prova, no formato de C2SP tlog-witness (add-checkpoint)', filled),
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

async function choiceOf(text: string): Promise<CheckpointChoice> {
  if (/^\d{1,15}$/.test(text)) return { size: Number(text) };
  return { text: (await readCheckpoint(text)).text };
}

function inWords(error: unknown): never {
  if (error instanceof CannotContinue) throw new Refused(noContinuationSentence(error.problem));
  throw error instanceof TreeDiffers ? new Refused(LOG_DIFFERS) : error;
}

export const commands = [verifyLog, checkpoint, rotateKey, prove];

/** A kept checkpoint in its file. `text`: the file as it is. */
export async function readCheckpoint(path: string): Promise<Readonly<{ checkpoint: Checkpoint; text: string }>> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Refused(sentences.unreadable(path));
  });
  const checkpoint = parseCheckpoint(text);
  if (checkpoint === null) throw new Refused(checkpointFileWrong(path));
  return { checkpoint, text };
}

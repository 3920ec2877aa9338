// `verify` checks the log; `checkpoint` writes what an auditor keeps; `seals rotate-key` changes the key that signs.
import { readFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { lastEvent } from '../../../commands/kernel/events.js';
import { readDeploymentState } from '../../../commands/log/deployment.js';
import { verify } from '../../../commands/log/verify.js';
import { parseCheckpoint } from '../../../commands/seals/checkpoint.js';
import { sealNow } from '../../../commands/seals/seals.js';
import { sealOf, SEALS } from '../../../domain/seal.js';
import { continuedSentence, fileNotWritten, NO_CHECKPOINT } from '../../../messages/operator/checkpoints.js';
import { UNSEALED } from '../../../messages/operator/readOnlyFolder.js';
import { sealKeyFileWrong, sealKeyRotated } from '../../../messages/operator/sealKey.js';
import { logUnreadable, findingSentence } from '../../../messages/operator/verifyFindings.js';
import { filled } from '../../arguments.js';
import type { OperatorLog } from '../../dependencies.js';
import type { Answer } from '../../output/answer.js';
import { fields } from '../../output/fields.js';
import { Refused } from '../../refused.js';
import { progressCounter, type Session } from '../../session.js';
import { readCheckpoint } from './checkpointFile.js';

export function registerSeals(program: Command, session: Session): void {
  program
    .command('verify')
    .description('confere o log inteiro com os seus selos; código de saída 1 se não estiver íntegro')
    .option('--checkpoint <arquivo>', 'confere se o log continua este checkpoint, guardado pelo auditor')
    .action(({ checkpoint: kept }: { checkpoint?: string }) =>
      session.runOnLog(
        'verify',
        async ({ rawLog }) => {
          const report = await verify(rawLog, {
            ...(kept === undefined ? {} : { checkpoint: (await readCheckpoint(kept)).checkpoint }),
            onProgress: progressCounter(session, 'eventos conferidos'),
          });
          const { ok, events, streams, seals, problemCount, continued } = report;
          const problems = report.problems.map(findingSentence);
          const more = problemCount - problems.length;
          if (more > 0) problems.push(`e mais ${more}`);
          const json = { ok, events, streams, seals, problems };
          const text = fields({
            ...{ ok, eventsVerified: events, streamsVerified: streams, sealsVerified: seals, problems },
            ...(continued && { checkpoint: continued }),
          });
          if (continued === undefined) return { json, text, failed: !ok };
          if (continued.isContinued) session.progress(continuedSentence(continued));
          return { json: { ...json, checkpoint: continued }, text, failed: !ok };
        },
        damagedFile,
      ),
    );

  program
    .command('checkpoint')
    .description('sela o que falta e grava o checkpoint mais novo, assinado, para o auditor guardar')
    .argument('<saída>', 'o arquivo do checkpoint, no formato de C2SP tlog-checkpoint', filled)
    .action((out: string) => session.runOnLog('checkpoint', (log) => checkpointAnswer(log, out, session)));

  program
    .command('seals')
    .description('a chave que assina os selos do log')
    .command('rotate-key')
    .description('passa a assinar os selos com outra chave; pare o serviço antes')
    .option('--key-file <arquivo>', 'a nova chave: 32 bytes em base64 (obrigatória com SEAL_KEY)')
    .option('--lost', 'a chave anterior se perdeu: a troca fica no log sem a assinatura dela')
    .action(({ keyFile, lost }: { keyFile?: string; lost?: true }) =>
      session.runOnLog('seals rotate-key', async ({ mustMatchStores: mustFitStores, rotateSealKey }) => {
        await mustFitStores();
        const newSeed = keyFile === undefined ? null : await readKey(keyFile);
        const { publicKey } = await rotateSealKey({ newSeed, isLost: lost === true });
        return { json: { ok: true, publicKey }, text: sealKeyRotated(publicKey, newSeed !== null) };
      }),
    );
}

async function checkpointAnswer(log: OperatorLog, out: string, session: Session): Promise<Answer> {
  const { rawLog, clock } = log;
  if (log.isReadOnly) session.progress(UNSEALED);
  else {
    await log.mustMatchStores();
    const signer = await log.signer();
    if (signer !== null) await sealNow(rawLog, clock, signer);
  }
  const last = await lastEvent(rawLog, SEALS);
  const text = (last && sealOf(last))?.checkpoint ?? '';
  const read = parseCheckpoint(text);
  const keyId = read?.note.signatures[0]?.keyId.toString('hex');
  if (read === null || keyId === undefined) throw new Refused(NO_CHECKPOINT);
  await writeFile(out, text).catch(() => {
    throw new Refused(fileNotWritten(out));
  });
  const { sealKey } = (await readDeploymentState(rawLog)).state;
  const sealed = { ok: true, events: read.size, root: read.root.toString('base64') };
  return { json: { ...sealed, keyId }, text: fields({ ...sealed, signedBy: keyId, publicKey: sealKey }) };
}

/** What `verify` answers for a file that cannot be read. */
const damagedFile: Answer = {
  json: { ok: false, events: 0, streams: 0, seals: 0, problems: [logUnreadable] },
  failed: true,
};

/** @returns base64 of 32 bytes */
async function readKey(path: string): Promise<string> {
  const text = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) throw new Refused(sealKeyFileWrong(path));
  return text;
}

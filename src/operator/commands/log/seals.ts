// `verify` checks the log; `seals export` prints the seals that an auditor keeps.
import { readFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  exportedSeals,
  exportSeals,
  parseExportedSeals,
  type ExportedSeals,
} from '../../../commands/seals/exportedSeals.js';
import { verify } from '../../../commands/log/verify.js';
import {
  fileNotWritten,
  NO_CHECKPOINT,
  sealKeyFileWrong,
  sealKeyRotated,
} from '../../../messages/operator/sealKey.js';
import { continuedSentence } from '../../../messages/operator/checkpoints.js';
import { UNSEALED } from '../../../messages/operator/readOnlyFolder.js';
import { logUnreadable, findingSentence } from '../../../messages/operator/verifyFindings.js';
import type { Answer } from '../../output/answer.js';
import { fields } from '../../output/fields.js';
import { Refused } from '../../refused.js';
import { progressCounter, type Session } from '../../session.js';
import { readCheckpoint } from './checkpointFile.js';

export function registerSeals(program: Command, session: Session): void {
  program
    .command('verify')
    .description('confere o log inteiro com os seus selos; código de saída 1 se não estiver íntegro')
    .option('--seal <arquivo>', 'confere também com estes selos, exportados antes e guardados pelo auditor')
    .option('--checkpoint <arquivo>', 'confere se o log continua este checkpoint, guardado pelo auditor')
    .action(({ seal, checkpoint: kept }: { seal?: string; checkpoint?: string }) =>
      session.runOnLog(
        'verify',
        async ({ rawLog }) => {
          const exported = seal === undefined ? null : await readSeals(seal);
          const report = await verify(rawLog, {
            ...(exported === null ? {} : { exported }),
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

  const seals = program.command('seals').description('selos do log, para o auditor guardar');
  seals
    .command('export')
    .description('sela o que falta e imprime os selos, para o auditor guardar')
    .option('--checkpoint <arquivo>', 'grava também o checkpoint mais novo, assinado, neste arquivo')
    .action(({ checkpoint }: { checkpoint?: string }) =>
      session.runOnLog(
        'seals export',
        async ({ rawLog, clock, isReadOnly, mustMatchStores: mustFitStores, signer }) => {
          if (isReadOnly) session.progress(UNSEALED);
          else await mustFitStores();
          const json = isReadOnly
            ? await exportedSeals(rawLog, clock)
            : await exportSeals(rawLog, clock, await signer());
          if (checkpoint !== undefined) await writeCheckpoint(checkpoint, json);
          return { json, text: JSON.stringify(json, null, 2) };
        },
      ),
    );
  seals
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

/** What `verify` answers for a file that cannot be read. */
const damagedFile: Answer = {
  json: { ok: false, events: 0, streams: 0, seals: 0, problems: [logUnreadable] },
  failed: true,
};

async function writeCheckpoint(path: string, { checkpoint }: ExportedSeals): Promise<void> {
  if (checkpoint === null || checkpoint === undefined) throw new Refused(NO_CHECKPOINT);
  await writeFile(path, checkpoint).catch(() => {
    throw new Refused(fileNotWritten(path));
  });
}

/** @returns base64 of 32 bytes */
async function readKey(path: string): Promise<string> {
  const text = (await readFile(path, 'utf8').catch(() => '')).trim();
  if (!/^[A-Za-z0-9+/]{43}=$/.test(text)) throw new Refused(sealKeyFileWrong(path));
  return text;
}

async function readSeals(path: string): Promise<ExportedSeals> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Refused(`Não foi possível ler o arquivo ${path}`);
  });
  const exported = parseExportedSeals(text);
  if (exported === null) throw new Refused(`O arquivo ${path} não é uma exportação de selos`);
  return exported;
}

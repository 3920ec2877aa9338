// `verify` checks the log; `seals export` prints the seals that an auditor keeps.
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import {
  exportedSeals,
  exportSeals,
  parseExportedSeals,
  type ExportedSeals,
} from '../../../commands/seals/seals.js';
import { verify } from '../../../commands/log/verify.js';
import { UNSEALED } from '../../../messages/operator/readOnlyFolder.js';
import { fileUnreadable, findingSentence } from '../../../messages/operator/verifyFindings.js';
import type { Answer } from '../../output/answer.js';
import { Refused } from '../../refused.js';
import { progressCounter, type Session } from '../../session.js';

export function registerSeals(program: Command, session: Session): void {
  program
    .command('verify')
    .description('confere o log inteiro com os seus selos; código de saída 1 se não estiver íntegro')
    .option('--seal <arquivo>', 'confere também com estes selos, exportados antes e guardados pelo auditor')
    .action(({ seal }: { seal?: string }) =>
      session.runOnLog(
        'verify',
        async ({ rawLog, upcast: lift }) => {
          const exported = seal === undefined ? null : await readSeals(seal);
          const report = await verify(rawLog, {
            ...(exported === null ? {} : { exported }),
            upcast: lift,
            onProgress: progressCounter(session, 'eventos conferidos'),
          });
          const { ok, events, streams, seals, problemCount } = report;
          const problems = report.problems.map(findingSentence);
          const more = problemCount - problems.length;
          if (more > 0) problems.push(`e mais ${more}`);
          return { json: { ok, events, streams, seals, problems }, failed: !ok };
        },
        damagedFile,
      ),
    );

  program
    .command('seals')
    .description('selos do log, para o auditor guardar')
    .command('export')
    .description('sela o que falta e imprime os selos, para o auditor guardar')
    .action(() =>
      session.runOnLog('seals export', async ({ rawLog, clock, isReadOnly, mustFitStores }) => {
        if (isReadOnly) session.progress(UNSEALED);
        else await mustFitStores();
        const json = await (isReadOnly ? exportedSeals : exportSeals)(rawLog, clock);
        return { json, text: JSON.stringify(json, null, 2) };
      }),
    );
}

/** What `verify` answers for a file that cannot be read. */
export const damagedFile: Answer = {
  json: { ok: false, events: 0, streams: 0, seals: 0, problems: [fileUnreadable] },
  failed: true,
};

async function readSeals(path: string): Promise<ExportedSeals> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Refused(`Não foi possível ler o arquivo ${path}`);
  });
  const exported = parseExportedSeals(text);
  if (exported === null) throw new Refused(`O arquivo ${path} não é uma exportação de selos`);
  return exported;
}

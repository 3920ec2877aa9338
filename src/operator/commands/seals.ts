// `verify` checks the log; `seals export` prints the seals that an auditor keeps.
import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { exportSeals, parseExportedSeals, type ExportedSeals } from '../../commands/log/seals.js';
import { verify } from '../../commands/log/verify.js';
import { findingSentence } from '../../messages/verifyFindings.js';
import { Refused } from '../refused.js';
import { progressCounter, type Session } from '../session.js';

export function registerSeals(program: Command, session: Session): void {
  program
    .command('verify')
    .description('confere o log inteiro com os seus selos; código de saída 1 se não estiver íntegro')
    .option('--seal <arquivo>', 'confere também com estes selos, exportados antes e guardados pelo auditor')
    .action(({ seal }: { seal?: string }) =>
      session.runOnLog('verify', async ({ rawLog, upcast: lift }) => {
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
      }),
    );

  program
    .command('seals')
    .description('Selos do log')
    .command('export')
    .description('sela o que falta e imprime os selos, para o auditor guardar')
    .action(() =>
      session.runOnLog('seals export', async ({ rawLog, clock }) => {
        const json = await exportSeals(rawLog, clock);
        return { json, text: JSON.stringify(json, null, 2) };
      }),
    );
}

async function readSeals(path: string): Promise<ExportedSeals> {
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Refused(`Não foi possível ler o arquivo ${path}`);
  });
  const exported = parseExportedSeals(text);
  if (exported === null) throw new Refused(`O arquivo ${path} não é uma exportação de selos`);
  return exported;
}

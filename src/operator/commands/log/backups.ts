// `backup DIR`: a copy of the data folder while the service runs; `restore DIR`: a copy into an empty data folder.
// Source: docs/spec/operator.md#backup.
import type { Command } from 'commander';
import { filled } from '../../arguments.js';
import type { Answer } from '../../output/answer.js';
import { fields } from '../../output/fields.js';
import { localTime } from '../../../messages/operator/fields.js';
import { wholeNumber } from '../../../messages/formats.js';
import type { BackupSummary } from '../../dependencies.js';
import type { Session } from '../../session.js';

export function registerBackups(program: Command, session: Session): void {
  const printLine = (line: string): void => session.progress(line);
  program
    .command('backup')
    .description('copia o que há em DATA_DIR para uma pasta nova, com o serviço no ar ou parado')
    .argument('<pasta>', 'a pasta da cópia, fora de DATA_DIR; a pasta acima dela já existe', filled)
    .option(
      '--verify',
      'confere a cópia depois de fazê-la; se a pasta já é uma cópia, só a confere, sem alterá-la',
    )
    .action((dir: string, { verify = false }: { verify?: boolean }) =>
      session.runOnFolder('backup', async (backups) => {
        if (verify && backups.isBackup(dir)) return answer(await backups.verify(dir, printLine));
        const made = await backups.make(dir, printLine);
        return answer(verify ? await backups.verify(dir, printLine) : made);
      }),
    );

  program
    .command('restore')
    .description(
      'confere uma cópia feita por backup e a restaura em uma DATA_DIR vazia ou nova, com o serviço parado',
    )
    .argument('<pasta>', 'a pasta da cópia', filled)
    .action((dir: string) =>
      session.runOnFolder('restore', async (backups) => answer(await backups.restore(dir, printLine))),
    );
}

function answer({ problems, ...summary }: BackupSummary): Answer {
  const { seal } = summary;
  const sealed =
    seal === null ? null : `${wholeNumber(seal.count)} eventos em ${localTime(seal.at)}, ${seal.hash}`;
  if (summary.ok) return { json: summary, text: fields({ ...summary, seal: sealed }) };
  const json = { ...summary, problems };
  return { json, text: fields({ ...summary, seal: sealed, problems }), failed: true };
}

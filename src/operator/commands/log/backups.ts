// `backup DIR`: a copy of the data folder while the service runs; `restore DIR`: a copy into an empty data folder.
// Source: docs/spec/operator.md#backup.
import { filled } from '../../arguments.js';
import { argument, command, flag } from '../../command.js';
import { fields, type Answer } from '../../output.js';
import { localTime } from '../../../messages/operator/fields.js';
import { wholeNumber } from '../../../messages/formats.js';
import type { BackupSummary } from '../../dependencies.js';

const backup = command({
  name: 'backup',
  says: 'copia o que há em DATA_DIR para uma pasta nova, com o serviço no ar ou parado',
  examples: ['backup /mnt/copia/2026-11-01 --verify'],
  takes: {
    dir: argument('<pasta>', 'a pasta da cópia, fora de DATA_DIR; a pasta acima dela já existe', filled),
    verify: flag('confere a cópia depois de fazê-la; se a pasta já é uma cópia, só a confere, sem alterá-la'),
  },
  async runOnFolder({ dir, verify }, backups, { progress }) {
    if (verify && backups.isBackup(dir)) return answer(await backups.verify(dir, progress));
    const summary = await backups.make(dir, progress);
    return answer(verify ? await backups.verify(dir, progress) : summary);
  },
});

const restore = command({
  name: 'restore',
  says: 'confere uma cópia feita por backup e a restaura em uma DATA_DIR vazia ou nova, com o serviço parado',
  examples: ['restore /mnt/copia/2026-11-01'],
  takes: { dir: argument('<pasta>', 'a pasta da cópia', filled) },
  runOnFolder: async ({ dir }, backups, { progress }) => answer(await backups.restore(dir, progress)),
});

export const commands = [backup, restore];

function answer({ problems, ...summary }: BackupSummary): Answer {
  const { seal } = summary;
  const sealed =
    seal === null ? null : `${wholeNumber(seal.count)} eventos em ${localTime(seal.at)}, ${seal.hash}`;
  if (summary.ok) return { json: summary, text: fields({ ...summary, seal: sealed }) };
  const json = { ...summary, problems };
  return { json, text: fields({ ...summary, seal: sealed, problems }), failed: true };
}

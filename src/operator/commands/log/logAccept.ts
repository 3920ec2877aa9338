// `log accept`: goes on with a log that was restored to an earlier state.
// Source: docs/spec/log.md#going-on-with-a-restored-log.
import type { Command } from 'commander';
import { idKinds } from '../../../domain/kernel/ids.js';
import { idKindNames } from '../../../messages/operator/fields.js';
import { filled, parseWholeNumber } from '../../arguments.js';
import { nextStep } from '../../../messages/operator/nextStep.js';
import { fields } from '../../output/fields.js';
import { progressCounter, type Session } from '../../session.js';

type Options = Readonly<{ reason: string; idsFrom?: number; yes?: boolean }>;

export function registerLogAccept(program: Command, session: Session): void {
  program
    .command('log')
    .description('segue com um log restaurado a um estado anterior')
    .command('accept')
    .description('segue com um log restaurado a um estado anterior, com todos os serviços parados')
    .requiredOption('--reason <texto>', 'o motivo, gravado no log', filled)
    .option(
      '--ids-from <n>',
      'os ids seguem a partir deste número, se for maior que 1.000.000 acima do maior conhecido',
      parseWholeNumber,
    )
    .option(
      '--yes',
      'com --ids-from: mesmo que os modelos de leitura e a fila de entregas não estejam à frente do log',
    )
    .action(({ reason, idsFrom, yes = false }: Options) =>
      session.runOnLog('log accept', async ({ accept }) => {
        const onProgress = progressCounter(session, 'eventos lidos');
        const accepted = await accept({ reason, idsFrom: idsFrom ?? null, evenIfNotBehind: yes, onProgress });
        const { logId, ids, resume } = accepted;
        const nextIds = idKinds.map((kind) => `${idKindNames[kind]} ${ids[kind]}`).join(', ');
        const text = `${fields({ logId, nextIds })}\n${nextStep(resume)}`;
        return { json: { ok: true, ...accepted }, text };
      }),
    );
}

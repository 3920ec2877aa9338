// `log accept`: goes on with a log that was restored to an earlier state.
// Source: docs/spec/log.md#going-on-with-a-restored-log.
import { idKinds } from '../../../domain/kernel/ids.js';
import { idKindNames } from '../../../messages/operator/fields.js';
import { filled, parseWholeNumber } from '../../arguments.js';
import { command, flag, optional, required } from '../../command.js';
import { nextStep } from '../../../messages/operator/firstSteps.js';
import { fields } from '../../output.js';
import { progressCounter } from '../../session.js';

const accept = command({
  name: 'log accept',
  says: 'segue com um log restaurado a um estado anterior, com todos os serviços parados',
  changes: true,
  examples: ["log accept --reason 'servidor restaurado da cópia de ontem'"],
  takes: {
    reason: required('<texto>', 'o motivo, gravado no log', filled),
    idsFrom: optional(
      '<n>',
      'os ids seguem a partir deste número, se for maior que 1.000.000 acima do maior conhecido',
      parseWholeNumber,
    ),
    yes: flag('com --ids-from: mesmo que os modelos de leitura e a fila de entregas não estejam à frente do log'),
  },
  async runOnLog({ reason, idsFrom, yes }, log, running) {
    const onProgress = progressCounter(running, 'eventos lidos');
    const accepted = await log.accept({ reason, idsFrom, evenIfNotBehind: yes, onProgress });
    const { logId, ids, resume } = accepted;
    const nextIds = idKinds.map((kind) => `${idKindNames[kind]} ${ids[kind]}`).join(', ');
    const text = `${fields({ logId, nextIds })}\n${nextStep(resume)}`;
    return { json: { ok: true, ...accepted }, text };
  },
});

export const commands = [accept];

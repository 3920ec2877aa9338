// `reconciliations evidence`: lists and saves the files of a reconciliation. Attaching: reconciliations.ts.
import { evidenceBytes, evidenceOf, type AttachedEvidence } from '../../commands/reconciliations/evidence.js';
import type { CommandContext } from '../../commands/kernel/context.js';
import { roles as ALL_ROLES } from '../../domain/clients/roles.js';
import { actorName } from '../../messages/history.js';
import { EVIDENCE_GONE } from '../../messages/reconciliationPage.js';
import { actRefusalSentence } from '../../messages/reconciliations.js';
import { filled, parseWholeNumber } from '../arguments.js';
import { command, optional, required } from '../command.js';
import { folderFor, saveEvidence } from '../evidenceFile.js';
import { companyFor } from '../permissions.js';
import { Refused } from '../refusalText.js';
import { table } from '../output.js';
import type { OperatorDependencies } from '../dependencies.js';
import type { ReconciliationPlace } from '../../projections/views/reconciliations/reconciliations.js';

/** `name`: null when the store of evidence lacks it; `file` and `error`: only with `--save`. */
type Listed = Omit<AttachedEvidence, 'actor'> &
  Readonly<{ by: string; name: string | null; file?: string; error?: string }>;

export const evidence = command({
  name: 'reconciliations evidence',
  says: 'lista os arquivos anexados a uma conciliação; com --save, grava-os em uma pasta, conferidos pelo SHA-256',
  roles: ALL_ROLES,
  examples: ['reconciliations evidence --id 12 --save evidencias'],
  takes: {
    id: required('<id>', 'id da conciliação', parseWholeNumber),
    save: optional('<pasta>', 'pasta onde gravar os arquivos', filled),
  },
  async run({ id, save }, deps, running) {
    const { companyId, competence } = await placeFor(deps, running, id);
    const company = companyFor(deps, running, companyId);
    const attached = await evidenceOf(deps, { company, competence, reconciliationId: id });
    const rows = await listEvidence(deps, company.clientId, attached);
    const answered = save === null ? rows : await saved(deps, company.clientId, rows, save);
    return {
      json: answered,
      text: table(
        answered.map(({ at, by, name, mediaType, sizeBytes, sha256, file, error }) => ({
          at,
          por: by,
          arquivo: name,
          tipo: mediaType,
          bytes: sizeBytes,
          'SHA-256': sha256,
          ...(file === undefined && error === undefined ? {} : { gravado: file ?? error }),
        })),
      ),
      failed: answered.some(({ error }) => error !== undefined),
    };
  },
});

/** In the person's client; for the operator, in all. @throws Refused when none has this reconciliation */
export async function placeFor(
  deps: OperatorDependencies,
  { actor }: CommandContext,
  id: number,
): Promise<ReconciliationPlace> {
  const { registers } = deps.registers;
  for (const { clientId } of registers.clients()) {
    if (actor.kind === 'person' && !registers.workflowOf(clientId).users.has(actor.id)) continue;
    const place = (await deps.queries.reconciliationPlaces(clientId, [id])).get(id);
    if (place !== undefined) return place;
  }
  throw new Refused(actRefusalSentence({ is: 'ReconciliationNotFound', reconciliationId: id }));
}

async function listEvidence(
  { names, evidence }: OperatorDependencies,
  clientId: number,
  attached: readonly AttachedEvidence[],
): Promise<readonly Listed[]> {
  const nameOf = await names.of(attached.map(({ actor }) => (actor.kind === 'person' ? actor.id : null)));
  const fileNames = await evidence.names(
    clientId,
    attached.map(({ evidenceId }) => evidenceId),
  );
  return attached.map(({ at, actor, evidenceId, mediaType, sizeBytes, sha256 }) => {
    const name = fileNames.get(evidenceId) ?? null;
    return { evidenceId, at, by: actorName(actor, nameOf), name, mediaType, sizeBytes, sha256 };
  });
}

async function saved(
  { evidence }: OperatorDependencies,
  clientId: number,
  rows: readonly Listed[],
  path: string,
): Promise<readonly Listed[]> {
  const folder = await folderFor(path);
  const answered: Listed[] = [];
  for (const row of rows) {
    const bytes = await evidenceBytes(evidence, clientId, row);
    answered.push(
      typeof bytes === 'string'
        ? { ...row, error: EVIDENCE_GONE[bytes] }
        : { ...row, file: await saveEvidence(folder, row.name ?? row.evidenceId, bytes) },
    );
  }
  return answered;
}

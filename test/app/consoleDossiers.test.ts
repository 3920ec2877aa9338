// The console makes one dossier at a time, and refuses a second of the same client meanwhile.
import { expect, it } from '@jest/globals';
import { consoleDossiers } from '../../src/app/roles/consoleDossiers.js';
import { systemClock } from '../../src/commands/kernel/context.js';
import type { EvidenceStore } from '../../src/commands/reconciliations/evidenceStore.js';
import { noteKey } from '../../src/commands/seals/signedNote.js';
import type { CompanyFacts } from '../../src/domain/clients/events.js';
import type { Competence } from '../../src/domain/kernel/competence.js';
import type { EventLog } from '../../src/domain/kernel/log.js';
import { removeDir, temporaryDir } from '../support/service.js';
import { until } from '../support/until.js';

const MAY = '2026-05' as Competence;
const company = (clientId: number): CompanyFacts =>
  ({ clientId, companyId: clientId * 10, cnpj: '00000000000191', legalName: 'Empresa' }) as CompanyFacts;

it('makes one at a time, refuses a second of the same client, and takes the client again after a refusal', async () => {
  const folder = await temporaryDir();
  const read: string[] = [];
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const rawLog = {
    async *read(stream: string) {
      read.push(stream);
      await held;
    },
  } as unknown as EventLog;
  const signer = { logId: 'um', key: noteKey(Buffer.alloc(32, 7)) };
  const commandSide = { rawLog, clock: systemClock, signer: () => signer };
  const dossiers = consoleDossiers({ commandSide, evidence: {} as EvidenceStore, dataDir: folder, folder });
  const first = dossiers.make(company(1), MAY);
  const ofAnother = dossiers.make(company(2), MAY);
  await until(() => read.length > 0);
  expect(await dossiers.make(company(1), MAY)).toBe('busy');
  expect(read).toEqual(['books-10']);
  goOn();
  expect([await first, await ofAnother]).toEqual(['open', 'open']);
  expect(await dossiers.make(company(1), MAY)).toBe('open');
  expect(read).toEqual(['books-10', 'books-20', 'books-10']);
  await removeDir(folder);
});

it('refuses while the log has no key', async () => {
  const commandSide = { rawLog: {} as EventLog, clock: systemClock, signer: () => null };
  const none = { commandSide, evidence: {} as EvidenceStore, dataDir: '', folder: '' };
  expect(await consoleDossiers(none).make(company(1), MAY)).toBe('unsigned');
});

// The console makes one dossier at a time, and refuses a second of the same client meanwhile.
import { expect, it } from '#jest';
import { ConsoleDossiers, type ConsoleThreads } from '../../src/app/roles/console.js';
import type { LogGuard } from '../../src/app/logChecks.js';
import { noteKey } from '../../src/commands/seals/checkpoint.js';
import type { CompanyFacts } from '../../src/domain/clients/events.js';
import type { Competence } from '../../src/domain/kernel/competence.js';
import type { EventLog } from '../../src/domain/kernel/log.js';
import { removeDir, temporaryDir } from '../support/service.js';
import { until } from '../support/until.js';

const MAY = '2026-05' as Competence;
const company = (clientId: number): CompanyFacts =>
  ({ clientId, companyId: clientId * 10, cnpj: '00000000000191', legalName: 'Empresa' }) as CompanyFacts;

const signer = { logId: 'um', key: noteKey(Buffer.alloc(32, 7)) };
const rawLog = {} as EventLog;
const guard = { state: 'sound' } as LogGuard;

it('makes one at a time, refuses a second of the same client, and takes the client again after a refusal', async () => {
  const folder = await temporaryDir();
  const begun: number[] = [];
  let goOn = (): void => undefined;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const write: ConsoleThreads['writeDossier'] = async ({ company: { companyId } }) => {
    begun.push(companyId);
    await held;
    return 'open';
  };
  const dossiers = new ConsoleDossiers({ commandSide: { rawLog, guard, signer: () => signer }, write, folder });
  const first = dossiers.make(company(1), MAY);
  const ofAnother = dossiers.make(company(2), MAY);
  await until(() => begun.length > 0);
  expect(await dossiers.make(company(1), MAY)).toBe('busy');
  expect(begun).toEqual([10]);
  goOn();
  expect([await first, await ofAnother]).toEqual(['open', 'open']);
  expect(await dossiers.make(company(1), MAY)).toBe('open');
  expect(begun).toEqual([10, 20, 10]);
  await removeDir(folder);
});

it('refuses while the log has no key, and while it is not certain that it is the same', async () => {
  const write: ConsoleThreads['writeDossier'] = () => Promise.reject(new Error('asked for'));
  const none = { commandSide: { rawLog, guard, signer: () => null }, write, folder: '' };
  expect(await new ConsoleDossiers(none).make(company(1), MAY)).toBe('unsigned');
  const asking = { state: 'asking' } as LogGuard;
  const asked = { commandSide: { rawLog, guard: asking, signer: () => signer }, write, folder: '' };
  await expect(new ConsoleDossiers(asked).make(company(1), MAY)).rejects.toThrow('not certain');
});

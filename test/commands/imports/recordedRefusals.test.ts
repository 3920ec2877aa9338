// What a refused import leaves behind once its company is known (docs/spec/imports.md#recorded-refusals).
import type { FileFields } from '../../../src/domain/trialBalance/documentFields.js';
import { afterAll, describe, expect, it } from '#jest';
import type { ImportRefused } from '../../../src/domain/books/events.js';
import type { Recorded } from '../../../src/domain/kernel/event.js';
import { DomainError } from '../../../src/domain/problem.js';
import { eventData, translationsOf } from '../../../src/webhooks/publicEvents.js';
import { openWorkerPool } from '../../../src/workers/workerPool.js';
import { buildAccounts, buildCnpj, buildMonth, registersFile } from '../../support/builders.js';
import { temporaryDir } from '../../support/service.js';
import { asOperator, openCommandDeps } from '../support/commandDeps.js';
import { applyCompanies, importers } from '../support/importing.js';
import { readAll } from '../../support/logEvents.js';

const ACCOUNTS = buildAccounts(5);
const [ACTIVE, INACTIVE, WITHOUT_MODULE] = [1, 2, 3] as const;
const asked = { clientId: 1, validateOnly: false, seesReconciliations: false };

const folder = await temporaryDir();
const deps = await openCommandDeps(folder);
const companies = [ACTIVE, INACTIVE, WITHOUT_MODULE].map((id) => ({
  cnpj: buildCnpj(id),
  chartName: 'Plano',
  accountsFile: 'plano.csv',
  status: id === INACTIVE ? ('INACTIVE' as const) : ('ACTIVE' as const),
}));
const file = registersFile('acme', companies) as { clients: { companies: { modules: string[] }[] }[] };
file.clients[0]?.companies[WITHOUT_MODULE - 1]?.modules.pop();
await applyCompanies(deps, folder, ACCOUNTS, file);
const workers = openWorkerPool();
const { importJson, importFile } = importers(deps, () => workers);
afterAll(async () => {
  await workers.close();
  await deps.close();
});

function json(company: number, changed: object, request: object = {}): Promise<unknown> {
  const month = buildMonth(ACCOUNTS, { cnpj: buildCnpj(company), period: '2026-02', chartName: 'Plano' });
  const body = new TextEncoder().encode(JSON.stringify({ ...month, ...changed }));
  return importJson(new Uint8Array(body).buffer, { ...asked, ...request }, asOperator);
}

const NO_FILE = { reason: { is: 'FileMissing' } } as const;

function withoutFile(changed: Partial<FileFields>, request: object = {}): Promise<unknown> {
  const fields = { companyId: '1', cnpj: null, period: '2026-02', chartName: 'Plano', ...changed };
  return importFile(NO_FILE, fields, { ...asked, ...request }, asOperator);
}

/** What the import, which is refused, appended to the refusals of the company. */
async function recordedBy(company: number, refused: () => Promise<unknown>): Promise<Recorded<ImportRefused>[]> {
  const before = (await readAll(deps.log, `refusals-${company}`)).length;
  await expect(refused()).rejects.toThrow(DomainError);
  return (await readAll<ImportRefused>(deps.log, `refusals-${company}`)).slice(before);
}

describe('A refused import of a known company is recorded and told to webhooks', () => {
  it.each<[string, number, () => Promise<unknown>, string, string | null, RegExp]>([
    ['no lines', ACTIVE, () => json(ACTIVE, { lineItems: [] }), 'IMPORTACAO_RECUSADA', '2026-02', /pelo menos 1/],
    ['a wrong month', ACTIVE, () => json(ACTIVE, { period: '2026-13' }), 'IMPORTACAO_RECUSADA', null, /period/],
    ['no month', ACTIVE, () => json(ACTIVE, { period: null }), 'IMPORTACAO_RECUSADA', null, /period/],
    ['a company that is not active', INACTIVE, () => json(INACTIVE, {}), 'EMPRESA_INATIVA', '2026-02', /ativa/],
    [
      'no module',
      WITHOUT_MODULE,
      () => json(WITHOUT_MODULE, {}),
      'MODULO_NAO_CONTRATADO',
      '2026-02',
      /não contratou/,
    ],
    ['no file', ACTIVE, () => withoutFile({}), 'IMPORTACAO_RECUSADA', '2026-02', /^envie o arquivo/],
    [
      'a file for a wrong month',
      ACTIVE,
      () => withoutFile({ period: 'x' }),
      'IMPORTACAO_RECUSADA',
      null,
      /period/,
    ],
  ])('for %s', async (_, company, refused, code, period, error) => {
    const recorded = await recordedBy(company, refused);
    expect(recorded.map(({ data }) => [data.companyId, data.code, data.competence])).toEqual([
      [company, code, period],
    ]);
    const context = { namespace: '', actorName: 'ERP', cnpj: buildCnpj(company) };
    const [payload] = recorded.flatMap((event) =>
      translationsOf(event).flatMap((each) => [...each.payloads(context, [])]),
    );
    expect(eventData['import.failed'].parse(payload?.data)).toMatchObject({
      companyId: company,
      cnpj: buildCnpj(company),
      code,
      period,
      error: expect.stringMatching(error),
    });
  });

  it('but not with validateOnly, nor for a company that the key does not see', async () => {
    const refusals: (() => Promise<unknown>)[] = [
      () => json(ACTIVE, { lineItems: [] }, { validateOnly: true }),
      () => withoutFile({}, { validateOnly: true }),
      () => json(ACTIVE, { lineItems: [] }, { companyIds: [INACTIVE] }),
      () => withoutFile({ companyId: '99' }),
    ];
    for (const refused of refusals) expect(await recordedBy(ACTIVE, refused)).toEqual([]);
    expect(await recordedBy(INACTIVE, () => json(INACTIVE, {}, { validateOnly: true }))).toEqual([]);
  });
});

import { beforeEach, describe, expect, it } from '#jest';
import fc from 'fast-check';
import type { ApiKeyEvent } from '../../src/domain/apiKeys.js';
import type { ClientEvent, ClientsEvent, CompanyFacts } from '../../src/domain/clients/events.js';
import { noWorkflowSettings } from '../../src/domain/clients/workflowSettings.js';
import { Registers } from '../../src/domain/registers.js';
import type { WebhookEvent } from '../../src/domain/webhooks/events.js';
import { webhooksStream } from '../../src/domain/webhooks/fold.js';
import { recordedAll } from '../support/given.js';

type Fact = ApiKeyEvent | ClientsEvent | ClientEvent;

const company = (companyId: number, clientId: number, more: Partial<CompanyFacts> = {}): ClientEvent => ({
  type: 'CompanyRegistered',
  data: {
    companyId,
    clientId,
    cnpj: `cnpj-${companyId}`,
    legalName: `Empresa ${companyId}`,
    tradeName: '',
    taxRegime: 'MEI',
    status: 'ACTIVE',
    parentCompanyId: null,
    modules: ['RECONCILIATION'],
    ...more,
  },
});
const key = (keyId: number, secretHash: string): ApiKeyEvent => ({
  type: 'ApiKeyIssued',
  data: { keyId, clientId: 1, name: 'ERP', environment: 'staging', scopes: ['companies:read'], secretHash },
});

const webhook = (clientId: number, webhookId: string): WebhookEvent => ({
  type: 'WebhookRegistered',
  data: {
    webhookId,
    clientId,
    url: 'https://erp.example.com',
    events: ['import.completed'],
    secret: { iv: '', tag: '', sealed: '' } as never,
    idempotency: { key: webhookId, bodyHash: '' },
  },
});

describe('The registers', () => {
  let registers: Registers;
  const apply = (...facts: Fact[]) => {
    for (const event of recordedAll(facts, 'client-1')) registers.apply(event);
  };
  beforeEach(() => {
    registers = new Registers();
  });

  it('find a key by its hash, and tell when it was revoked', () => {
    apply(key(1, 'aa'), key(2, 'bb'), { type: 'ApiKeyRevoked', data: { keyId: 1 } });
    expect(registers.keyByHash('aa')).toMatchObject({ keyId: 1, revokedAt: '2026-09-10T12:00:00.000Z' });
    expect(registers.keyByHash('bb')).toMatchObject({
      keyId: 2,
      revokedAt: null,
      issuedAt: '2026-09-10T12:00:00.000Z',
    });
    expect(registers.keyByHash('')).toBeNull();
    expect(registers.keys().map(({ keyId }) => keyId)).toEqual([1, 2]);
    expect(registers.keysOf(1).map(({ keyId }) => keyId)).toEqual([1, 2]);
    expect(registers.keysOf(2)).toEqual([]);
  });

  it("keep a client's webhooks as last known, and show them to no other client", () => {
    const first = '018f2c9a-0000-7000-8000-000000000001';
    const second = '018f2c9a-0000-7000-8000-000000000002';
    const facts = [webhook(1, first), webhook(1, second), { type: 'WebhookRemoved', data: { webhookId: first } }];
    for (const event of recordedAll(facts as WebhookEvent[], webhooksStream(1))) registers.apply(event);
    expect(registers.webhooksOf(1).webhooks.map(({ webhookId }) => webhookId)).toEqual([second]);
    expect(registers.webhooksOf(2).webhooks).toEqual([]);
  });

  it('never show a company to another client', () => {
    apply(company(1, 1), company(2, 2, { cnpj: 'cnpj-1' }));
    expect(registers.company(1, 1)?.legalName).toBe('Empresa 1');
    expect(registers.company(2, 1)).toBeNull();
    expect(registers.companyByCnpj(2, 'cnpj-1')?.companyId).toBe(2);
    expect(registers.companyByCnpj(3, 'cnpj-1')).toBeNull();
    expect(registers.companiesOf(3)).toEqual([]);
    expect(registers.reconcilingCompanyIds(3)).toEqual([]);
  });

  it('follow changes of names, modules and client names', () => {
    apply({ type: 'ClientRegistered', data: { clientId: 1, ref: 'acme' } }, company(1, 1), company(2, 1));
    expect(registers.clientByRef('acme')).toEqual({ clientId: 1, ref: 'acme', name: '' });
    expect(registers.reconcilingCompanyIds(1)).toEqual([1, 2]);
    const changed = company(1, 1, { legalName: 'Nova', modules: [] });
    apply(
      { type: 'ClientNamed', data: { clientId: 1, ref: 'acme', name: 'Acme' } },
      { type: 'CompanyChanged', data: changed.data as CompanyFacts },
    );
    expect(registers.clientById(1)?.name).toBe('Acme');
    expect(registers.companyName(1)).toBe('Nova');
    expect(registers.companiesOf(1).map(({ legalName }) => legalName)).toEqual(['Nova', 'Empresa 2']);
    expect(registers.reconcilingCompanyIds(1)).toEqual([2]);
    expect(registers.companyName(9)).toBe('');
  });

  it('find a chart by company and exact name', () => {
    const data = { chartId: 5, companyId: 1, clientId: 1, name: 'Plano' };
    apply(company(1, 1), { type: 'ChartRegistered', data });
    expect(registers.chartByName(1, 'Plano')).toEqual({ chartId: 5, companyId: 1, clientId: 1, name: 'Plano' });
    expect(registers.chartByName(1, 'plano')).toBeNull();
    expect(registers.chartByName(2, 'Plano')).toBeNull();
    expect([1, 2].map((companyId) => registers.hasChart(companyId))).toEqual([true, false]);
    expect(registers.chartById(5)?.name).toBe('Plano');
  });

  it('list companies by ascending id in whatever order they came, and the same after a replay', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 50 }), { maxLength: 20 }), (ids) => {
        registers = new Registers();
        apply(...ids.map((id) => company(id, 1)));
        apply(...ids.map((id) => company(id, 1)));
        expect(registers.companiesOf(1).map(({ companyId }) => companyId)).toEqual([...ids].sort((a, b) => a - b));
      }),
    );
  });

  it('keep the column mapping that a company saved last', () => {
    const mapping = { accountCode: 'A', previousBalance: 'B', debit: 'C', credit: 'D', finalBalance: 'E' };
    const saved = (headings: object): ClientEvent => ({
      type: 'MappingSaved',
      data: { clientId: 1, companyId: 1, mapping: { ...mapping, ...headings } },
    });
    expect(registers.mappingOf(1)).toBeNull();
    apply(company(1, 1), saved({}), saved({ debit: 'Débito' }));
    expect(registers.mappingOf(1)).toEqual({ ...mapping, debit: 'Débito' });
    expect(registers.mappingOf(2)).toBeNull();
  });

  it('give a key that was rotated its end, and ignore one that is unknown', () => {
    const rotated = (keyId: number) =>
      ({ type: 'ApiKeyRotated', data: { keyId, newKeyId: 9, expiresAt: '2026-09-11T12:00:00.000Z' } }) as const;
    apply(key(1, 'aa'), rotated(1), rotated(5));
    expect(registers.keyById(1)).toMatchObject({ expiresAt: '2026-09-11T12:00:00.000Z', revokedAt: null });
    expect(registers.keyById(5)).toBeNull();
  });

  it('take each fact once, also where a stream is read again', () => {
    apply(key(1, 'aa'), { type: 'ApiKeyRevoked', data: { keyId: 1 } }, key(1, 'aa'));
    expect(registers.keyByHash('aa')?.revokedAt).toBe('2026-09-10T12:00:00.000Z');
  });

  it('know who was erased', () => {
    apply({ type: 'UserRegistered', data: { clientId: 1, personId: 'ana', roles: [] } });
    expect(registers.isErased('ana')).toBe(false);
    apply({ type: 'UserErased', data: { clientId: 1, personId: 'ana' } });
    expect(registers.isErased('ana')).toBe(true);
    expect(registers.workflowOf(1).users.has('ana')).toBe(false);
  });

  it('keep the workflow settings of each client', () => {
    const deadlines = { preparer: 2, reviewer: 3, approver: 4 };
    apply(
      company(1, 1),
      { type: 'HolidaysChanged', data: { clientId: 1, holidays: ['2026-07-09'] } },
      { type: 'DeadlinesChanged', data: { clientId: 1, companyId: 1, ...deadlines } },
    );
    expect(registers.workflowOf(1)).toMatchObject({
      ...noWorkflowSettings(),
      holidays: ['2026-07-09'],
      deadlines: new Map([[1, deadlines]]),
    });
    expect(registers.workflowOf(2)).toEqual(noWorkflowSettings());
  });

  it('know nothing of a client without facts', () => {
    apply({ type: 'LaterFact', data: { clientId: 1 } } as unknown as Fact);
    expect(registers.workflowOf(1)).toMatchObject(noWorkflowSettings());
    expect(registers.isErased('ana')).toBe(false);
    expect(registers.clients()).toEqual([]);
    const found = [registers.clientById(1), registers.clientByRef('acme'), registers.chartById(1)];
    expect(found).toEqual([null, null, null]);
  });
});

// Who is told at once of what, and when a morning has come.
import { describe, expect, it } from '#jest';
import type { RoleGrant } from '../../src/domain/clients/roles.js';
import type { Competence } from '../../src/domain/kernel/competence.js';
import type { Recorded } from '../../src/domain/kernel/event.js';
import type { ActedItem } from '../../src/domain/reconciliation/events.js';
import type { ReconciliationStatus } from '../../src/domain/reconciliation/states.js';
import { openOutbox } from '../../src/app/stores.js';
import { noFailPoints } from '../../src/domain/kernel/failPoints.js';
import { morningUpTo, tellMornings } from '../../src/mail/mornings.js';
import { toldAtOnce, type Audience, type ToldEvent } from '../../src/mail/followLog.js';
import { dailyMail, toldMail, webhookMail } from '../../src/messages/mail.js';
import { temporaryDir } from '../support/service.js';
import { until } from '../support/until.js';

const grant = (role: RoleGrant['role'], companyIds: readonly number[] | null = [3]): RoleGrant => ({
  role,
  companyIds,
});
const audience: Audience = {
  users: new Map([
    ['ana', [grant('PREPARER')]],
    ['bia', [grant('PREPARER', null)]],
    ['rui', [grant('REVIEWER')]],
    ['eva', [grant('PREPARER', [4])]],
    ['sol', [grant('SUPERVISOR', null)]],
    ['aud', [grant('AUDITOR')]],
  ]),
  mentionedIn: (text) => [...text.matchAll(/@(\w+)/g)].map(([, name = '']) => name),
};
const item = (
  id: number,
  status: ReconciliationStatus,
  ownerId: string | null,
  from: ReconciliationStatus,
): ActedItem => ({
  reconciliationId: id,
  accountCode: `1.${id}`,
  accountName: 'Caixa',
  from,
  status,
  ownerId,
});
const event = (type: string, data: object, by = 'rui'): Recorded<ToldEvent> =>
  ({
    type,
    metadata: { actor: { kind: 'person', id: by } },
    data: { companyId: 3, clientId: 1, competence: '2026-05', ...data },
  }) as unknown as Recorded<ToldEvent>;
const told = (fact: Recorded<ToldEvent>, ...items: ActedItem[]) => {
  const found = [...toldAtOnce(fact, items, audience)];
  return found.map(([person, telling]) => [
    person,
    telling.about,
    ...(telling.about === 'webhook' ? [] : telling.items.map(({ reconciliationId }) => reconciliationId)),
  ]);
};

describe('At once', () => {
  it('tells who has it of what was returned or rejected, and all Elaboradores of the company where nobody has it', () => {
    const returned = event('ReconciliationsMoved', { move: 'return', comment: 'falta' });
    const items = [
      item(1, 'RETURNED_BY_REVIEW', 'ana', 'IN_REVIEW'),
      item(2, 'REJECTED', 'ana', 'IN_APPROVAL'),
      item(3, 'RETURNED_BY_REVIEW', 'eva', 'IN_REVIEW'),
    ];
    expect(told(returned, ...items)).toEqual([['ana', 'returned', 1, 2]]);
    expect(told(returned, item(1, 'RETURNED_BY_REVIEW', null, 'IN_REVIEW'))).toEqual([
      ['ana', 'returned', 1],
      ['bia', 'returned', 1],
    ]);
    expect(told(returned, item(1, 'RETURNED_BY_REVIEW', 'ana', 'RETURNED_BY_REVIEW'))).toEqual([]);
    expect(
      told(
        event('ReconciliationsMoved', { comment: null }),
        item(1, 'SUBMITTED_FOR_REVIEW', 'rui', 'IN_ELABORATION'),
      ),
    ).toEqual([]);
  });

  it('tells who is mentioned, once, but nobody of another company, and not who wrote it', () => {
    const items = item(1, 'IN_REVIEW', 'rui', 'IN_REVIEW');
    const said = '@ana @eva @rui @ninguem veja';
    for (const [type, data] of [
      ['ReconciliationsCommented', { comment: said }],
      ['VariationExplained', { text: said }],
      ['ReconciliationsMoved', { comment: said }],
    ] as const)
      expect(told(event(type, data), items)).toEqual([['ana', 'mentioned', 1]]);
    const back = event('ReconciliationsMoved', { comment: '@ana' });
    expect(told(back, item(1, 'REJECTED', 'ana', 'IN_APPROVAL'))).toEqual([['ana', 'returned', 1]]);
    expect(told(event('AdjustmentsRecorded', {}), items)).toEqual([]);
  });

  it('tells of a webhook that was switched off for failures who may see webhooks', () => {
    expect(told(event('WebhookDeactivated', { webhookId: 'w', reason: 'EXHAUSTED' }))).toEqual([
      ['sol', 'webhook'],
    ]);
    expect(told(event('WebhookDeactivated', { webhookId: 'w', reason: 'REQUESTED' }))).toEqual([]);
  });
});

describe('A morning', () => {
  it('comes at eight in São Paulo', () => {
    expect(morningUpTo(new Date('2026-06-02T10:59:59Z'))).toBe('2026-06-01');
    expect(morningUpTo(new Date('2026-06-02T11:00:00Z'))).toBe('2026-06-02');
    expect(morningUpTo(new Date('2026-06-03T02:59:59Z'))).toBe('2026-06-02');
  });

  it('comes again after a clock that was two years ahead was set right', async () => {
    const outbox = openOutbox({ dataDir: await temporaryDir() }, null);
    const mail = { companyIds: [3], subject: 'Espera por você', text: '1.1' };
    const mornings: string[] = [];
    for (const day of ['2026-06-01', '2028-06-05', '2026-06-02', '2026-06-03']) {
      const stopping = new AbortController();
      const work = tellMornings({
        outbox,
        clock: { now: () => new Date(`${day}T12:00:00Z`) },
        failPoints: noFailPoints,
        clientIds: () => [1],
        holidaysOf: () => new Set(),
        wantDaily: () => ['ana'],
        async mailOf(_client, _person, of) {
          mornings.push(of);
          return mail;
        },
        onError: () => undefined,
        signal: stopping.signal,
      });
      await until(async () => (await outbox.morning()) === day, `the morning of ${day}`, 10_000);
      stopping.abort();
      await work;
    }
    expect(mornings).toEqual(['2028-06-05', '2026-06-03']);
    await outbox.close();
  });
});

describe('The mails', () => {
  const account = (code: string) => ({
    code,
    name: 'Caixa\r\nBcc: x',
    company: 'Acme',
    competence: '2026-05' as Competence,
    link: `https://x/${code}`,
  });

  it('name accounts and links, on lines of their own', () => {
    const one = toldMail('returned', [account('1.1')], 1, 'https://x/avisos');
    expect(one.subject).not.toMatch(/[\r\n]/);
    expect(one.text).toContain('- 1.1 Caixa');
    expect(one.text).toContain('Acme, 05/2026\n  https://x/1.1\n');
    const many = toldMail('mentioned', [account('1.1'), account('1.2')], 60, 'https://x/avisos');
    expect(many.subject).toBe('60 conciliações têm uma menção a você');
    expect(many.text).toContain('e mais 58');
  });

  it('tell why a webhook was switched off', () => {
    const text = (reason: 'EXHAUSTED' | 'GONE') => webhookMail(reason, 'https://x/w', 'https://x/a').text;
    expect(text('EXHAUSTED')).toContain('Um webhook foi desligado depois de falhas seguidas. ');
    expect(text('GONE')).toContain('foi desligado porque o destino respondeu que não existe mais (410). ');
  });

  it('tell of a day what is late first, and nothing where nothing waits', () => {
    const none = { late: [], today: [], later: [], total: 0 };
    expect(dailyMail(none, 'https://x/l', 'https://x/a')).toBeNull();
    const some = { late: [account('1.3')], today: [account('1.2')], later: [account('1.1')], total: 4 };
    const mail = dailyMail(some, 'https://x/l', 'https://x/a');
    expect(mail?.subject).toBe('4 conciliações esperam por você, com atraso');
    expect(mail?.text).toMatch(
      /Atrasadas:[^]*1\.3[^]*Vencem hoje:[^]*1\.2[^]*Esperam por você:[^]*1\.1[^]*e mais 1\nA lista inteira: https:\/\/x\/l/,
    );
    expect(dailyMail({ ...none, today: some.today, total: 1 }, '', '')?.subject).toBe(
      '1 conciliação espera por você, com prazo hoje',
    );
  });
});

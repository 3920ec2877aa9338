// The month told in sentences: texts from outside stay texts, whatever they hold, and the hour is Brasília's.
import { expect, it } from '#jest';
import type { Competence } from '../../src/domain/kernel/competence.js';
import type { Recorded } from '../../src/domain/kernel/event.js';
import { dossierHistoryHtml } from '../../src/messages/operator/dossiers.js';

const COMPANY = { nome: '<b>Café & "Cia"</b>', cnpj: '10000001000190' };
const reopened = (reason: string, at: string): Recorded => ({
  id: '',
  stream: 'books-1',
  revision: 0,
  position: 0,
  type: 'CompetenceReopened',
  metadata: { at, schemaVersion: 1, requestId: null, actor: { kind: 'person', id: 'p-1' } },
  data: { companyId: 1, clientId: 1, competence: '2026-05', reason },
});
const page = (...events: readonly Recorded[]): string =>
  dossierHistoryHtml({
    company: COMPANY,
    competence: '2026-05' as Competence,
    closed: false,
    registers: [],
    statuses: new Map(),
    checkpoint: { size: 1_234, root: 'AA==', at: '2026-06-02T02:00:00.000Z' },
    events,
  });

it('escapes what was typed', () => {
  const html = page(reopened('<script>alert(1)</script>', '2026-06-01T02:59:59.000Z'));
  expect(html).toContain(
    'Pessoa 1 reabriu a competência 05/2026: &quot;&lt;script&gt;alert(1)&lt;/script&gt;&quot;.',
  );
  expect(html).toContain('&lt;b&gt;Café &amp; &quot;Cia&quot;&lt;/b&gt;');
  expect(html).not.toMatch(/<script|<b>/);
});

it('keeps the spaces of what was typed', () => {
  const html = page(reopened('faltam o extrato, a nota e o razão', '2026-06-01T02:59:59.000Z'));
  expect(html).toContain('&quot;faltam o extrato, a nota e o razão&quot;');
});

it('has a heading for each day in Brasília, and one number for each person', () => {
  const html = page(reopened('a', '2026-06-01T02:59:59.000Z'), reopened('b', '2026-06-01T03:00:00.000Z'));
  expect([...html.matchAll(/<h3>(.*?)<\/h3>/g)].map(([, day]) => day)).toEqual(['31/05/2026', '01/06/2026']);
  expect(html).toContain('>23:59:59</time> Pessoa 1 reabriu');
  expect(html).toContain('<td>Pessoa 1</td><td><code>p-1</code></td>');
  expect(html).not.toContain('Pessoa 2');
  expect(html).toContain('checkpoint de 1.234 eventos selados em 01/06/2026 23:00:00');
});

it('of a month without events says so', () => {
  expect(page()).toContain('<p>Nenhum.</p>');
});

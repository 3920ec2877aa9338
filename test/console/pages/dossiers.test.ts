// Dossiers and seals in Auditoria, over HTTP: the same bytes as the operator's, for those who see the company alone.
import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataPaths } from '../../../src/app/stores.js';
import { signedIn, type Browsing } from '../../support/console.js';
import { registerLedger, type Ledger } from '../../support/ledger.js';
import { releasedMonth, type ReleasedMonth } from '../../support/releasedMonth.js';
import { removeDir, startService, temporaryDir, type Service } from '../../support/service.js';
import { email, registerTeam, type Member } from '../../support/team.js';
import { readEntries } from '../../support/dossierEntries.js';
import { until } from '../../support/until.js';

let service: Service;
let month: ReleasedMonth;
let other: Ledger;
let auro: Browsing;
/** Auditor of the second company alone. */
let dora: Browsing;
/** Auditor of another client. */
let stranger: Browsing;

const company = (at: number): number => month.ledger.companyIds[at] ?? 0;
const page = (at: number, more = ''): string => `/console/auditoria?companyId=${company(at)}${more}`;
const address = (id: number | string, period = '2026-05'): string => `/console/auditoria/dossies/${id}/${period}`;

/** As bytes. */
async function download(person: Browsing, path: string, form: object = {}): Promise<Response & { file: Buffer }> {
  const answer = await fetch(service.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: person.cookie(), 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ csrf: person.csrfToken, ...form }),
  });
  return Object.assign(answer, { file: Buffer.from(await answer.arrayBuffer()) });
}

/** Asked for again until it is as wanted. */
async function awaited<Answer>(ask: () => Promise<Answer>, matches: (answer: Answer) => boolean): Promise<Answer> {
  let answer = await ask();
  await until(async () => matches(answer) || matches((answer = await ask())));
  return answer;
}

beforeAll(async () => {
  const dataDir = await temporaryDir();
  month = await releasedMonth(dataDir, { accounts: 3, companies: 2 });
  const { cli, ledger } = month;
  other = await registerLedger(dataDir, { ref: 'zeta', firstCnpj: 50, accounts: 3 });
  await registerTeam(cli, dataDir, other);
  const roles = [{ role: 'AUDITOR', companies: [ledger.cnpjs[1]] }];
  const users = [{ email: 'dora@acme.com.br', name: 'Dora Auditora', roles }];
  const file = join(dataDir, 'dora.json');
  await writeFile(file, JSON.stringify({ clients: [{ ref: 'acme', users }] }));
  await cli.json('apply', file);
  await cli.json('close', ...month.of, '--yes');
  service = await startService({ dataDir });
  auro = await signedIn(service, email('auro'));
  dora = await signedIn(service, 'dora@acme.com.br');
  stranger = await signedIn(service, email('auro', 'zeta'));
});
afterAll(async () => {
  await service.stop();
  await removeDir(service.dataDir);
});

describe('Auditoria', () => {
  it('offers the dossier of a closed month with the fingerprint of its checkpoint beside', async () => {
    const sealed = await awaited(
      () => auro.get(page(0)),
      ({ html }) => html.includes('Baixar dossiê') && !html.includes('Ainda sem selo'),
    );
    const { file } = await download(auro, address(company(0)));
    const path = join(service.dataDir, 'console.zip');
    await writeFile(path, file);
    const checkpoint = (await readEntries(path)).get('checkpoint.txt') ?? Buffer.alloc(0);
    expect(sealed.html).toContain(createHash('sha256').update(checkpoint).digest('hex'));
    expect(sealed.html).toContain('Selos');
    expect(sealed.html).not.toContain('Nenhum selo ainda');
  });

  it('gives the bytes of the operator, which verify, as an attachment', async () => {
    const answer = await download(auro, address(company(0)));
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('content-disposition')]).toEqual(
      [200, 'application/zip', `attachment; filename="dossie-${company(0)}-2026-05.zip"`],
    );
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const [own, operators] = ['console.zip', 'operador.zip'].map((name) => join(service.dataDir, name));
    await writeFile(own ?? '', answer.file);
    await month.cli.json('dossier', operators ?? '', ...month.of);
    expect(answer.file.equals(await readFile(operators ?? ''))).toBe(true);
    expect(await month.cli.json('verify-dossier', own ?? '')).toMatchObject({ ok: true, problems: [] });
  });

  it('names people where that is asked for, as the operator’s does', async () => {
    const { file } = await download(auro, address(company(0)), { nomes: 'sim' });
    const [own, operators] = ['com-nomes.zip', 'operador-nomes.zip'].map((name) => join(service.dataDir, name));
    await writeFile(own ?? '', file);
    expect((await readEntries(own ?? '')).has('pessoas.json')).toBe(true);
    await month.cli.json('dossier', operators ?? '', ...month.of, '--names');
    expect(file.equals(await readFile(operators ?? ''))).toBe(true);
  });

  it('says that acts after the closing are not in the dossier, and offers one that has them', async () => {
    expect((await auro.get(page(0))).html).not.toContain('posteriores');
    await month.does('sol', 'assign', month.ids[0] ?? 0, '--to', email('ana'));
    const { html } = await auro.get(page(0));
    expect(html).toMatch(/Há atos posteriores nas conciliações, até .*: não estão no dossiê/s);
    const eventsWith = async (form: object): Promise<Buffer | undefined> => {
      const path = join(service.dataDir, 'ate-agora.zip');
      await writeFile(path, (await download(auro, address(company(0)), form)).file);
      expect(await month.cli.json('verify-dossier', path)).toMatchObject({ ok: true, problems: [] });
      return (await readEntries(path)).get('events.ndjson');
    };
    expect((await eventsWith({}))?.includes('"move":"assign"')).toBe(false);
    expect((await eventsWith({ agora: 'sim' }))?.includes('"move":"assign"')).toBe(true);
  });

  it('leaves no file behind', async () => {
    const files = await readdir(dataPaths(service.dataDir).uploads, { recursive: true });
    expect(files.filter((name) => name.includes('dossie'))).toEqual([]);
  });

  it('gives every role that sees the company the dossier', async () => {
    for (const name of ['ana', 'bia', 'caio', 'sol', 'mara'] as const satisfies readonly Member[]) {
      const person = await signedIn(service, email(name));
      const { status, file } = await download(person, address(company(0)));
      expect([name, status, file.subarray(0, 2).toString()]).toEqual([name, 200, 'PK']);
    }
  });

  it('gives nothing of a company that the person does not see, by any address', async () => {
    expect((await dora.get(page(0))).status).toBe(404);
    expect((await dora.get(page(1))).html).not.toContain('Baixar dossiê');
    const strange = [
      address(company(0)),
      address(`0${company(0)}`),
      address(`${company(0)}.0`),
      address('999999'),
    ];
    for (const person of [dora, stranger])
      for (const path of strange) {
        const { status, file } = await download(person, path);
        expect([path, status, file.includes(month.ledger.cnpjs[0] ?? '')]).toEqual([path, 404, false]);
      }
    const foreign = await download(auro, address(other.companyIds[0] ?? 0));
    const unknown = await download(auro, address(company(0), '2026-13'));
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
  });

  it('refuses a month that is not closed, and says so on the page', async () => {
    expect((await auro.get(page(0, '&period=2026-04'))).html).toContain('A competência 04/2026 não está fechada.');
    const refused = await auro.post(address(company(0), '2026-04'));
    expect([refused.status, refused.location]).toEqual([303, page(0, '&period=2026-04')]);
    expect((await auro.get(page(0))).html).toContain('Sem dossiê de 04/2026: a competência não está fechada');
  });

  it('refuses a form of another origin or session, and leads who asks for its address to the page', async () => {
    const foreign = await auro.post(address(company(0)), {}, { 'sec-fetch-site': 'cross-site' });
    const forged = await download(auro, address(company(0)), { csrf: stranger.csrfToken });
    expect([foreign.status, forged.status]).toEqual([403, 403]);
    expect((await auro.get(address(company(0)))).location).toBe('/console/auditoria');
  });

  it('makes one at a time for a client, and the next once that one ended', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => download(auro, address(company(0)))));
    expect(answers.filter(({ status }) => status !== 200 && status !== 303)).toEqual([]);
    const next = await download(auro, address(company(0)));
    expect(next.status).toBe(200);
    expect(next.file.equals(answers.find(({ status }) => status === 200)?.file ?? Buffer.alloc(0))).toBe(true);
  });

  it('shows a reopened month no more', async () => {
    await month.cli.json('reopen', ...month.of, '--reason', 'Erro');
    const { html } = await awaited(
      () => auro.get(page(0)),
      (one) => one.html.includes('Nenhuma competência fechada'),
    );
    expect(html).not.toContain('Baixar dossiê');
    expect((await download(auro, address(company(0)))).status).toBe(303);
  });
});

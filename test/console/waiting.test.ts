// What waits for a person: the queue `minhas`, where they may not do what nobody was set for, and the notices, where
// more waits than they read.
import { describe, expect, it } from '#jest';
import type { Browsing } from '../support/console.js';
import { email, team, type Member } from '../support/team.js';
import { done, openOffice, textIn } from './conciliacao/support.js';

const ACCOUNTS = 206;
const withEveryRole = (name: Member) => ({
  email: email(name),
  name: team[name][0],
  roles: ['PREPARER', 'REVIEWER', 'APPROVER'].map((role) => ({ role })),
});
const office = await openOffice({
  accounts: ACCOUNTS,
  owners: [{ preparer: email('ana'), reviewer: email('bia') }],
  users: [withEveryRole('bia'), withEveryRole('alice')],
});
const { ana, alice, bia, caio } = office.people;
const { ids } = office.month;

describe('What nobody was set for', () => {
  const [id = NaN] = ids;
  const waitsFor = async (person: Browsing): Promise<boolean> => {
    const { html } = await person.get('/console/conciliacoes?fila=minhas');
    return html.includes(`/console/conciliacoes/${id}?`);
  };

  it('waits for those who may do it, and not for who prepared or reviewed it', async () => {
    await done(bia, 'start', id);
    await done(bia, 'submit', id);
    expect([await waitsFor(bia), await waitsFor(alice)]).toEqual([false, true]);
    expect((await bia.get('/console/avisos/total')).html).toBe('');
    await done(alice, 'open', id);
    await done(alice, 'pass', id);
    expect([await waitsFor(bia), await waitsFor(alice), await waitsFor(caio)]).toEqual([false, false, true]);
  });
});

describe('Avisos', () => {
  it('tell of the 200 that wait for longest, and of all that was returned', async () => {
    const id = ids.at(-1) ?? NaN;
    await done(ana, 'start', id);
    await done(ana, 'submit', id);
    await done(bia, 'open', id);
    await done(bia, 'return', id, { comentario: 'Falta o extrato' });
    const { html } = await ana.get('/console/avisos');
    expect(textIn(html)).toMatch(/Devolvida .*“Falta o extrato” .*Atrasada /);
    expect(html).toContain('aria-label="Páginas, 201 itens"');
    expect((await ana.get('/console/avisos/total')).html).toBe('<strong id="contagem">99+</strong>');
  });
});

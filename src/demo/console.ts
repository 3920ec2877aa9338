// The last step: three people enter the console, each by an invitation and a password made for this demonstration.
import { randomBytes } from 'node:crypto';
import { demoTeam, emailOf } from './month.js';
import type { Stage } from './stage.js';

const PEOPLE = ['ana', 'bia', 'mara'] as const;
const ROLES = { ana: 'Elaboradora', bia: 'Revisora', mara: 'Administradora do módulo' } as const;

export async function enterConsole(stage: Stage): Promise<void> {
  const { screen, address } = stage;
  screen.step('O console: cada pessoa abre o link do convite e cria a senha');
  const signIns: Readonly<Record<string, string>>[] = [];
  for (const name of PEOPLE) {
    const email = emailOf(name);
    const invited = (await stage.operator('users', 'invite', email)) as { url: string } | null;
    const senha = randomBytes(12).toString('base64url');
    const accepted = await posted(invited?.url ?? `${address}/`, { senha });
    const entered = await posted(`${address}/console/entrar`, { email, senha });
    screen.check(`${demoTeam[name][0]} entra no console`, accepted === 303 && entered === 303);
    signIns.push({ nome: demoTeam[name][0], papel: ROLES[name], email, senha });
  }
  screen.say(`Abra ${address}/console e entre com um destes e-mails:`);
  screen.table(signIns, ['nome', 'papel', 'email', 'senha']);
}

/** @returns the status; a form that the console itself showed names its origin */
async function posted(url: string, form: Readonly<Record<string, string>>): Promise<number> {
  const headers = { origin: new URL(url).origin };
  const body = new URLSearchParams(form);
  return (await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })).status;
}

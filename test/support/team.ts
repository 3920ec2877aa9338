// People of a client, one for each role and a second Elaborador, registered by the operator as a person would.
import type { CommandLine } from './operator.js';
import type { Ledger } from './ledger.js';

export const team = {
  ana: ['Ana Elaboradora', 'PREPARER'],
  alice: ['Alice Elaboradora', 'PREPARER'],
  bia: ['Bia Revisora', 'REVIEWER'],
  caio: ['Caio Aprovador', 'APPROVER'],
  sol: ['Sol Supervisora', 'SUPERVISOR'],
  mara: ['Mara Administradora', 'MODULE_ADMIN'],
  auro: ['Auro Auditor', 'AUDITOR'],
} as const;
export type Member = keyof typeof team;

export function email(name: Member | 'ninguem', client = 'acme'): string {
  return `${name}@${client}.com.br`;
}

export function as(name: Member, client = 'acme'): readonly string[] {
  return ['--as', email(name, client)];
}

/** @param company members of the first company beside its CNPJ */
export async function registerTeam(cli: CommandLine, ledger: Ledger, company: object = {}): Promise<void> {
  const users = Object.entries(team).map(([name, [full, role]]) => ({
    email: email(name as Member, ledger.ref),
    name: full,
    roles: [{ role }],
  }));
  await cli.apply({ ref: ledger.ref, users, companies: [{ cnpj: ledger.cnpjs[0], ...company }] });
}

// A service with a released month, its team signed in, and the forms of a reconciliation's page.
import type { Act } from '../../../src/domain/reconciliation/transitions.js';
import { actPath, pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import { signedIn, teamSignedIn, type Browsing, type FormValues, type Page } from '../../support/console.js';
import { releasedMonth, type ReleasedMonth } from '../../support/releasedMonth.js';
import { startService, temporaryDir, type Service } from '../../support/service.js';
import { email, team, type Member } from '../../support/team.js';
import { sendForm } from '../../support/trialBalanceFiles.js';

export type Office = Readonly<{
  service: Service;
  month: ReleasedMonth;
  people: Readonly<Record<Member, Browsing>>;
  /** Another person of the client, who is registered before the service starts. */
  signIn(address: string): Promise<Browsing>;
}>;

export type OfficeOptions = Readonly<{
  accounts?: number;
  companies?: number;
  /** Default owners of the company; unless given, Ana, Bia and Caio for every account. */
  owners?: readonly object[];
  /** Further fields of the first company, as in the registers. */
  company?: object;
  /** Users of the client beside the team, as in the registers. */
  users?: readonly object[];
  /** Runs before the service starts. */
  prepare?(dataDir: string, month: ReleasedMonth): Promise<unknown>;
}>;
type ServiceOptions = Readonly<{ env?: Readonly<Record<string, string>> }>;

const ownersIn = (ref?: string) => [
  { preparer: email('ana', ref), reviewer: email('bia', ref), approver: email('caio', ref) },
];
export const OWNERS = ownersIn();

/** A service with one client, `acme`. */
export async function openOffice({ env = {}, ...options }: OfficeOptions & ServiceOptions = {}) {
  const { acme } = await openOffices({ acme: options }, env);
  return acme;
}

/** A service with clients of these names. */
export async function openOffices<Ref extends string>(offices: Readonly<Record<Ref, OfficeOptions>>, env = {}) {
  const dataDir = await temporaryDir();
  const months = new Map<string, ReleasedMonth>();
  for (const [ref, given] of Object.entries<OfficeOptions>(offices)) {
    const { users = [], owners = ownersIn(ref), company = {}, prepare, ...options } = given;
    const of = { ref, firstCnpj: 1 + 100 * months.size, accounts: 4, ...options };
    const month = await releasedMonth(dataDir, { ...of, company: { owners, ...company } });
    months.set(ref, month);
    if (users.length > 0) await month.cli.apply({ ref, users });
    await prepare?.(dataDir, month);
  }
  const service = await startService({ dataDir, env });
  const opened: Record<string, Office> = {};
  for (const [ref, month] of months)
    opened[ref] = {
      service,
      month,
      people: await teamSignedIn(service, Object.keys(team) as Member[], ref),
      signIn: (address: string) => signedIn(service, address),
    };
  return opened as Readonly<Record<Ref, Office>>;
}

/** The simplest form of an act that is complete. */
export function formFor(act: Act, preparerId = ''): FormValues {
  switch (act) {
    case 'assign':
      return { responsavel: preparerId };
    case 'ask-documents':
    case 'ask-adjustment':
    case 'return':
    case 'comment':
      return { comentario: 'Falta o extrato' };
    case 'reject':
    case 'reopen':
    case 'waive':
    case 'restore':
      return { justificativa: 'Porque sim' };
    case 'explain':
      return { explicacao: 'Reajuste do contrato' };
    default:
      return {};
  }
}

export const upload = (content: string | Uint8Array<ArrayBuffer>, name = 'extrato.pdf', more: FormValues = {}) =>
  sendForm(content, more, name);

/** A form of the page, as one crafted by hand: it names no revision unless told. */
export async function does(person: Browsing, act: Act, id: number, form?: FormValues): Promise<Page> {
  const path = actPath(id, act);
  return act === 'attach'
    ? person.upload(path, upload('conteúdo', 'extrato.pdf', form))
    : person.post(path, form ?? formFor(act, person.personId));
}

/** As `does`, for acts that must succeed. */
export async function done(person: Browsing, act: Act, id: number, form?: FormValues): Promise<void> {
  const { status, html } = await does(person, act, id, form);
  if (status !== 303) throw new Error(`${act} ${id}: ${status} ${alertIn(html)}`);
}

export async function pageOf(person: Browsing, id: number): Promise<string> {
  return (await person.get(pagePath(id))).html;
}

/** The newest event that a page shows. */
export function revisionIn(html: string): string {
  return /name="revisao" value="(\d+)"/.exec(html)?.[1] ?? '';
}

/** What a page says, without its markup. */
export const textIn = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');

/** The sentence of the first error, with what is inside it. */
export function alertIn(html: string): string {
  const [, inside = ''] = /<div class="note[^"]*" role="alert">(.*?)<\/div>/s.exec(html) ?? [];
  return textIn(inside).trim();
}

/** Labels of the page's buttons within its content: those that can be pressed, and the disabled ones. */
export function buttonsIn(html: string): Readonly<{ enabled: readonly string[]; disabled: readonly string[] }> {
  const content = html.slice(html.indexOf('<main'));
  const found = [...content.matchAll(/<button([^>]*)>([^<]*)<\/button>/g)];
  const labels = (isDisabled: boolean) =>
    found
      .filter(([, attributes = '']) => / disabled/.test(attributes) === isDisabled)
      .map(([, , label = '']) => label);
  return { enabled: labels(false), disabled: labels(true) };
}

/** How many events the history shows. */
export function historyIn(html: string): number {
  const [, list = ''] = /<ol class="history">(.*?)<\/ol>/s.exec(html) ?? [];
  return list.split('<li>').length - 1;
}

// A service with a released month, its team signed in, and the forms of a reconciliation's page.
import type { Act } from '../../../src/domain/reconciliation/transitions.js';
import { actPath, pagePath } from '../../../src/console/pages/conciliacao/addresses.js';
import { signedIn, teamSignedIn, type Browsing, type FormValues, type Page } from '../../support/console.js';
import { releasedMonth, type ReleasedMonth } from '../../support/releasedMonth.js';
import { startService, temporaryDir } from '../../support/service.js';
import { email, team, type Member } from '../../support/team.js';
import { sendForm } from '../../support/trialBalanceFiles.js';

export type Office = Readonly<Awaited<ReturnType<typeof openOffice>>>;

export type OfficeOptions = Readonly<{
  accounts?: number;
  companies?: number;
  /** Default owners of the company; unless given, Ana, Bia and Caio for every account. */
  owners?: readonly object[];
  /** Further fields of the first company, as in the registers. */
  company?: object;
  /** Users of the client beside the team, as in the registers. */
  users?: readonly object[];
  /** Of the service. */
  env?: Readonly<Record<string, string>>;
  /** Runs before the service starts. */
  prepare?(dataDir: string, month: ReleasedMonth): Promise<unknown>;
}>;

export const OWNERS = [{ preparer: email('ana'), reviewer: email('bia'), approver: email('caio') }];

export async function openOffice({
  users = [],
  owners = OWNERS,
  company = {},
  env = {},
  prepare,
  ...options
}: OfficeOptions = {}) {
  const dataDir = await temporaryDir();
  const month = await releasedMonth(dataDir, { accounts: 4, ...options, company: { owners, ...company } });
  if (users.length > 0) await month.cli.apply({ ref: month.ledger.ref, users });
  await prepare?.(dataDir, month);
  const service = await startService({ dataDir, env });
  const people = await teamSignedIn(service, Object.keys(team) as Member[]);
  return {
    service,
    month,
    people,
    /** Another person of the client, who is registered before the service starts. */
    signIn: (address: string) => signedIn(service, address),
  };
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

// The mails: account codes, descriptions and links, never amounts, and no comments, which may have some.
import { deactivationReasons } from '../domain/webhooks/events.js';
import { month, type Competence } from '../domain/kernel/competence.js';
import { andMore, counted, oneLine, wholeNumber } from './formats.js';

/** `link`: of its page. */
type MailedAccount = Readonly<{
  code: string;
  name: string;
  company: string;
  competence: Competence;
  link: string;
}>;
export type MailText = Readonly<{ subject: string; text: string }>;

/** Accounts named in a mail; the others are counted. */
export const MAILED_ACCOUNTS_MAX = 50;

export const MAIL_HEADING = 'E-mails';
export const MAIL_EXPLAINED =
  'Os e-mails trazem códigos de contas e links, nunca valores. Os avisos desta página continuam, com ou sem eles.';
export const MAIL_DAILY = 'Todo dia útil às 8h: o que espera por você, está atrasado ou vence';
export const MAIL_AT_ONCE =
  'Na hora: o que foi devolvido a você, onde alguém mencionou você e webhooks desligados por falhas';
export const MAIL_CHOSEN = 'Sua escolha de e-mails foi salva';

const atOnce = {
  returned: { one: 'Uma conciliação foi devolvida a você', many: 'conciliações foram devolvidas a você' },
  mentioned: { one: 'Você foi mencionado em uma conciliação', many: 'conciliações têm uma menção a você' },
} as const;

/** @param total of which `accounts` are the first. `settings`: the page where the person chooses mails */
export function toldMail(
  about: keyof typeof atOnce,
  accounts: readonly MailedAccount[],
  total: number,
  settings: string,
): MailText {
  const { one, many } = atOnce[about];
  const [first] = accounts;
  const countText = total === 1 ? one : `${wholeNumber(total)} ${many}`;
  const subject =
    total === 1 && first !== undefined ? `${one}: ${oneLine(`${first.code} ${first.name}`)}` : countText;
  return { subject, text: body([`${countText}:`, '', ...accountLines(accounts, total)], settings) };
}

export function webhookMail(reason: keyof typeof deactivationReasons, link: string, settings: string): MailText {
  const lines = [
    `Um webhook foi desligado ${deactivationReasons[reason].name}. Veja o que houve e reative-o em`,
    link,
  ];
  return { subject: 'Um webhook foi desligado', text: body(lines, settings) };
}

type Waiting = Readonly<{
  /** The earliest deadlines first; at most MAILED_ACCOUNTS_MAX of all three. */
  late: readonly MailedAccount[];
  today: readonly MailedAccount[];
  later: readonly MailedAccount[];
  total: number;
}>;

/** @param link of the list. Null when nothing waits */
export function dailyMail(
  { late, today, later, total }: Waiting,
  link: string,
  settings: string,
): MailText | null {
  if (total === 0) return null;
  const group = (title: string, accounts: readonly MailedAccount[]): readonly string[] =>
    accounts.length === 0 ? [] : [`${title}:`, '', ...accountLines(accounts, accounts.length), ''];
  const accountCount = late.length + today.length + later.length;
  const subject = counted(total, 'conciliação espera por você', 'conciliações esperam por você');
  const urgent = late.length > 0 ? ', com atraso' : today.length > 0 ? ', com prazo hoje' : '';
  const lines = [
    ...group('Atrasadas', late),
    ...group('Vencem hoje', today),
    ...group('Esperam por você', later),
    ...(total > accountCount ? [andMore(total - accountCount)] : []),
    `A lista inteira: ${link}`,
  ];
  return { subject: `${subject}${urgent}`, text: body(lines, settings) };
}

function accountLines(accounts: readonly MailedAccount[], total: number): readonly string[] {
  const lines = accounts.map(
    ({ code, name, company, competence, link }) =>
      `- ${oneLine(`${code} ${name}`)}, ${oneLine(company)}, ${month(competence)}\n  ${link}`,
  );
  return total > accounts.length ? [...lines, andMore(total - accounts.length)] : lines;
}

const body = (lines: readonly string[], settings: string): string =>
  [...lines, '', '--', `Escolha quais e-mails recebe em ${settings}`, ''].join('\n');

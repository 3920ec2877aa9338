// Words of deadlines: of Meu dia, and a person's calendar.
import { DAY_MS, SAO_PAULO_BEHIND_UTC_MS, dayInSaoPaulo } from '../domain/kernel/calendarDate.js';
import { counted, oneLine, wholeNumber } from './formats.js';

/** `há 15 dias`, `hoje`, `em 3 dias`, by days of America/Sao_Paulo. @param at ISO 8601 UTC */
export function daysFrom(at: string, now: Date): string {
  const dayOf = (time: number): number => Math.floor((time - SAO_PAULO_BEHIND_UTC_MS) / DAY_MS);
  const days = dayOf(Date.parse(at)) - dayOf(now.getTime());
  if (days === 0) return 'hoje';
  return `${days < 0 ? 'há' : 'em'} ${counted(Math.abs(days), 'dia')}`;
}

/** Nothing waits for the person: what they see next. */
export const nothingWaits = 'Nada espera por você agora.';
export const nothingLate = 'Ninguém está atrasado.';
/** Where more are late than are counted. */
export const otherPeople = 'As outras pessoas';
export const allBlocking = (count: number): string => `Ver todas as ${wholeNumber(count)} empresas`;
export const nothingBlocks = 'Nada impede o fechamento.';
export const nothingClosed = 'Nenhuma competência foi fechada ainda.';

// The calendar of a person's deadlines (RFC 5545): account codes, names and links, never amounts.

export type Deadline = Readonly<{
  id: number;
  accountCode: string;
  accountName: string;
  company: string;
  /** ISO 8601 UTC. */
  dueAt: string;
  link: string;
}>;

export const CALENDAR_MADE = 'Endereço do calendário criado: copie-o agora, ele não será mostrado de novo';
export const CALENDAR_REVOKED = 'O endereço do calendário foi revogado';
export const CALENDAR_EXPLAINED =
  'Assine este endereço no calendário que você usa para ver nele os seus prazos. Quem o tem vê os seus prazos: guarde-o como uma senha.';

/** @param host of the links, which makes the ids unique */
export function calendarOf(deadlines: readonly Deadline[], host: string): string {
  const events = deadlines.flatMap(({ id, accountCode, accountName, company, dueAt, link }) => [
    'BEGIN:VEVENT',
    `UID:conciliacao-${id}@${host}`,
    `DTSTAMP:${dueAt.replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;VALUE=DATE:${dayInSaoPaulo(dueAt).replaceAll('-', '')}`,
    `SUMMARY:${escaped(`Conciliar ${accountCode} ${accountName}`)}`,
    `DESCRIPTION:${escaped(company)}`,
    `URL:${link}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ]);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Conciliacao//Prazos//PT',
    'X-WR-CALNAME:Conciliações',
  ];
  return [...lines, ...events, 'END:VCALENDAR'].map((line) => `${folded(line)}\r\n`).join('');
}

function escaped(text: string): string {
  return oneLine(text).replace(/[\\;,]/g, '\\$&');
}

/** Lines of at most 75 bytes: those that follow begin with a space. */
function folded(line: string): string {
  let text = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > 74) {
      text += '\r\n ';
      bytes = 0;
    }
    text += character;
    bytes += size;
  }
  return text;
}

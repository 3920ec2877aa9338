// Report files for the console: a month of a ledger as CSV, right or with what a test puts into it.
import type { FormValues } from './console.js';
import type { Ledger } from './ledger.js';

export type CsvOptions = Readonly<{
  headings?: readonly string[];
  /** Closing and debits of every account, as printed. */
  amount?: string;
  /** Lines beside those of the accounts. */
  more?: readonly string[];
  accounts?: number;
}>;

export const HEADINGS = ['Conta', 'Descrição', 'Saldo Anterior', 'Débito', 'Crédito', 'Saldo Atual'];

export function monthCsv(ledger: Ledger, options: CsvOptions = {}): string {
  const { headings = HEADINGS, amount = '1,00', more = [], accounts = ledger.accounts.length } = options;
  const lines = ledger.accounts
    .slice(0, accounts)
    .map(({ code }, at) =>
      at % 2 === 0
        ? `${code};Conta ${at};0,00;${amount};0,00;${amount}D`
        : `${code};Conta ${at};0,00;0,00;${amount};${amount}C`,
    );
  return [headings.join(';'), ...lines, ...more].join('\r\n');
}

/** The form of `/console/balancetes/enviar`. */
export function sendForm(
  content: string | Uint8Array<ArrayBuffer>,
  fields: FormValues,
  name = 'balancete.csv',
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
  form.set('file', new Blob([content]), name);
  return form;
}

/** The value of a hidden field of a page. */
export function hidden(html: string, name: string): string {
  return new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? '';
}

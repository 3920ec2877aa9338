// Writes a trial balance of the current month to `exemplo/`, as JSON and as CSV, and prints the month: the lines are those
// of fixtures/siconfi/2022-03.json, whose own deadlines are long past.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';

const at = (path) => new URL(`../${path}`, import.meta.url);
const month = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo', dateStyle: 'short' })
  .format(new Date())
  .slice(0, 7);
const text = readFileSync(at('fixtures/siconfi/2022-03.json'), 'utf8');
const body = JSON.parse(text);
const amount = (value) => value.toFixed(2).replace('.', ',');
const rows = body.lineItems.map(({ accountCode, previousBalance, debit, credit, finalBalance }) =>
  [accountCode, ...[previousBalance, debit, credit, finalBalance].map(amount)].join(';'),
);

mkdirSync(at('exemplo'), { recursive: true });
writeFileSync(at('exemplo/balancete.json'), text.replace(`"period":"${body.period}"`, `"period":"${month}"`));
writeFileSync(
  at('exemplo/balancete.csv'),
  ['Conta;Saldo Anterior;Débito;Crédito;Saldo Final', ...rows, ''].join('\r\n'),
);
process.stdout.write(`${month}\n`);

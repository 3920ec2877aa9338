// What is imported: months of two companies from fixtures/, cut down or turned into files, and the registers.
import { readFileSync } from 'node:fs';

const fixtures = new URL('../../fixtures/', import.meta.url);
const read = (path) => readFileSync(new URL(path, fixtures), 'utf8');

export const TOWN = 'PCASP 2022';
export const SHOP = 'Plano de Contas Comercial';
const TOWN_ACCOUNTS = 60;
const TOWN_LINES = 5;

/** Every group is positive on its own side. */
export const shopMonth = (period) => JSON.parse(read(`comercio/${period}.json`));

/** Debit is positive, credit negative; up to five lines of one account. Some accounts only, to stay small. */
export function townMonth(period) {
  const months = ['2022-03', '2022-04'].map((name) => JSON.parse(read(`siconfi/${name}.json`)));
  const linesOf = (month, code) => month.lineItems.filter(({ accountCode }) => accountCode === code).length;
  const isSmall = (code) => months.every((month) => linesOf(month, code) <= TOWN_LINES);
  const codes = [...new Set(months[0].lineItems.map(({ accountCode }) => accountCode))].filter(isSmall);
  const kept = new Set(codes.slice(0, TOWN_ACCOUNTS));
  const month = months.find((one) => one.period === period);
  return { ...month, lineItems: month.lineItems.filter(({ accountCode }) => kept.has(accountCode)) };
}

/** The same month with more movement in one account: another version. */
export function changed(month, line = 0) {
  const lineItems = month.lineItems.map((item, at) =>
    at === line ? { ...item, debit: cents(item.debit + 10), credit: cents(item.credit + 10) } : item,
  );
  return { ...month, lineItems };
}

/** The closing balance of the first line is wrong. */
export function wrong(month) {
  const [first, ...others] = month.lineItems;
  return { ...month, lineItems: [{ ...first, finalBalance: cents(first.finalBalance + 1) }, ...others] };
}

/** A month as the `;` file that many programs print. */
export function csvOf({ lineItems }) {
  const amount = (value) => value.toFixed(2).replace('.', ',');
  const lines = lineItems.map(({ accountCode, accountName = '', previousBalance, debit, credit, finalBalance }) =>
    [accountCode, accountName, ...[previousBalance, debit, credit, finalBalance].map(amount)].join(';'),
  );
  return ['Conta;Descrição;Saldo Anterior;Débito;Crédito;Saldo Atual', ...lines, ''].join('\r\n');
}

const cents = (value) => Math.round(value * 100) / 100;

const people = {
  ana: ['Ana Elaboradora', 'PREPARER'],
  alice: ['Alice Elaboradora', 'PREPARER'],
  bia: ['Bia Revisora', 'REVIEWER'],
  caio: ['Caio Aprovador', 'APPROVER'],
  sol: ['Sol Supervisora', 'SUPERVISOR'],
  mara: ['Mara Administradora', 'MODULE_ADMIN'],
  auro: ['Auro Auditor', 'AUDITOR'],
  edu: ['Eduardo Elaborador', 'PREPARER'],
};
export const email = (name) => `${name}@cliente.com.br`;

/** Of a document for `operator apply`: the client of fixtures/registers.json with people, and a second client. */
export function registers() {
  const document = JSON.parse(read('registers.json'));
  const [client] = document.clients;
  const [town, shop] = client.companies;
  client.users = Object.entries(people).map(([name, [full, role]]) => ({
    email: email(name),
    name: full,
    roles: [{ role }],
  }));
  client.holidays = ['2022-04-15'];
  Object.assign(town, { deadlines: { preparer: 5, reviewer: 7, approver: 8 } });
  Object.assign(shop, {
    deadlines: { preparer: 5, reviewer: 7, approver: 8 },
    owners: [
      { preparer: email('ana'), reviewer: email('bia'), approver: email('caio') },
      { codigo: '1.1.1.02', preparer: email('edu') },
    ],
    autoApproval: { withoutMovement: true },
  });
  for (const { charts } of [town, shop])
    for (const chart of charts) chart.accountsFile = chart.accountsFile.split('/').at(-1);
  document.clients.push({
    ref: 'outro',
    name: 'Outro cliente',
    companies: [{ ...shop, cnpj: '11444777000161', owners: [], razaoSocial: 'Outro Comércio Ltda' }],
  });
  return document;
}

/** Charts beside the document, by file name. */
export const charts = () => ({
  'plano-pcasp.csv': read('siconfi/plano-pcasp.csv'),
  'plano-comercial.csv': read('comercio/plano-comercial.csv'),
});

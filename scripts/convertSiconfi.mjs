// Made fixtures/siconfi once from two months of a municipality's public accounts (see NOTICE.md there); kept so that
// anyone can repeat it. It needs a reader of old Excel files that the product does not carry:
//   npm install --no-save @e965/xlsx@0.20.3
//   node scripts/convertSiconfi.mjs msc_anterior.xls msc_atual.xls
import { readFileSync, writeFileSync } from 'node:fs';
import { read } from '@e965/xlsx';

const CNPJ = '11222333000181'; // fictitious, a well-known example with valid check digits
const CHART = 'PCASP 2022';
const out = new URL('../fixtures/siconfi/', import.meta.url);

// Titles of the PCASP, the chart of accounts of the Brazilian public sector: the sheets carry codes only.
const titles = {
  1: 'Ativo',
  111: 'Caixa e equivalentes de caixa',
  112: 'Créditos a curto prazo',
  113: 'Demais créditos e valores a curto prazo',
  114: 'Investimentos e aplicações temporárias a curto prazo',
  115: 'Estoques',
  119: 'Variações patrimoniais diminutivas pagas antecipadamente',
  121: 'Ativo realizável a longo prazo',
  122: 'Investimentos',
  123: 'Imobilizado',
  124: 'Intangível',
  2: 'Passivo e patrimônio líquido',
  211: 'Obrigações trabalhistas e previdenciárias a pagar a curto prazo',
  212: 'Empréstimos e financiamentos a curto prazo',
  213: 'Fornecedores e contas a pagar a curto prazo',
  214: 'Obrigações fiscais a curto prazo',
  215: 'Transferências fiscais a curto prazo',
  217: 'Provisões a curto prazo',
  218: 'Demais obrigações a curto prazo',
  221: 'Obrigações trabalhistas e previdenciárias a pagar a longo prazo',
  222: 'Empréstimos e financiamentos a longo prazo',
  223: 'Fornecedores e contas a pagar a longo prazo',
  227: 'Provisões a longo prazo',
  228: 'Demais obrigações a longo prazo',
  231: 'Patrimônio social e capital social',
  237: 'Resultados acumulados',
  3: 'Variações patrimoniais diminutivas',
  31: 'Pessoal e encargos',
  32: 'Benefícios previdenciários e assistenciais',
  33: 'Uso de bens, serviços e consumo de capital fixo',
  34: 'Variações patrimoniais diminutivas financeiras',
  35: 'Transferências e delegações concedidas',
  36: 'Desvalorização e perda de ativos e incorporação de passivos',
  37: 'Variações patrimoniais diminutivas tributárias',
  39: 'Outras variações patrimoniais diminutivas',
  4: 'Variações patrimoniais aumentativas',
  41: 'Impostos, taxas e contribuições de melhoria',
  42: 'Contribuições',
  43: 'Exploração e venda de bens, serviços e direitos',
  44: 'Variações patrimoniais aumentativas financeiras',
  45: 'Transferências e delegações recebidas',
  46: 'Valorização e ganhos com ativos e desincorporação de passivos',
  49: 'Outras variações patrimoniais aumentativas',
  5: 'Controles da aprovação do planejamento e orçamento',
  51: 'Planejamento aprovado',
  52: 'Orçamento aprovado',
  53: 'Inscrição de restos a pagar',
  6: 'Controles da execução do planejamento e orçamento',
  61: 'Execução do planejamento',
  62: 'Execução do orçamento',
  63: 'Execução de restos a pagar',
  7: 'Controles devedores',
  71: 'Atos potenciais',
  72: 'Administração financeira',
  73: 'Dívida ativa',
  79: 'Outros controles devedores',
  8: 'Controles credores',
  81: 'Execução dos atos potenciais',
  82: 'Execução da administração financeira',
  83: 'Execução da dívida ativa',
  89: 'Outros controles credores',
};

const months = [
  { period: '2022-03', rows: rowsOf(process.argv[2]) },
  { period: '2022-04', rows: rowsOf(process.argv[3]) },
];

for (const { period, rows } of months) {
  const items = rows.map((row) => JSON.stringify(itemOf(row)));
  const head = JSON.stringify({ cnpj: CNPJ, period, chartName: CHART }).slice(0, -1);
  writeFileSync(new URL(`${period}.json`, out), `${head},"lineItems":[\n${items.join(',\n')}\n]}\n`);
}

const heading = 'codigo;codigoReduzido;descricao;tipo;natureza;classificacao;departamento;setor;exigeConciliacao';
const groups = '12345678'
  .split('')
  .map((group) => line(group, '', titles[group], 'SYNTHETIC', natureOfGroup(group)));
const closings = months.map(({ rows }) => sumsOf(rows));
const codes = [...new Set(closings.flatMap((sums) => [...sums.keys()]))].sort();
const accounts = codes.map((code, index) =>
  line(code, String(index + 1), `${titleOf(code)} (${masked(code)})`, 'ANALYTICAL', natureOf(code)),
);
writeFileSync(new URL('plano-pcasp.csv', out), [heading, ...groups, ...accounts, ''].join('\n'));

/** Rows of the sheet that hold an account: code, opening, its side, debit, credit, closing, its side; all text. */
function rowsOf(path) {
  const book = read(readFileSync(path), { dense: true });
  return book.Sheets[book.SheetNames[0]]['!data']
    .map((row) => (row ?? []).map((cell) => cell?.v))
    .filter(([code]) => /^\d{9}$/.test(code ?? ''))
    .map(([code, , opening, openingSide, debit, credit, closing, closingSide]) => ({
      code,
      previous: signed(opening, openingSide),
      debit: cents(debit),
      credit: cents(credit),
      final: signed(closing, closingSide),
    }));
}

function itemOf({ code, previous, debit, credit, final }) {
  return {
    accountCode: code,
    previousBalance: previous / 100,
    debit: debit / 100,
    credit: credit / 100,
    finalBalance: final / 100,
  };
}

/** D positive, C negative. */
function signed(text, side) {
  if (side !== 'D' && side !== 'C') throw new Error(`side ${side}`);
  return side === 'C' && cents(text) !== 0 ? -cents(text) : cents(text);
}

function cents(text) {
  if (!/^[\d.]+,\d\d$/.test(text)) throw new Error(`amount ${text}`);
  return Number(text.replace(/[.,]/g, ''));
}

function sumsOf(rows) {
  const sums = new Map();
  for (const { code, final } of rows) sums.set(code, (sums.get(code) ?? 0) + final);
  return sums;
}

function natureOfGroup(code) {
  return '1357'.includes(code[0]) ? 'DEBIT' : 'CREDIT';
}

/** The side the account really closes on (so contra accounts differ from their group), MIXED if that changes. */
function natureOf(code) {
  const sides = new Set(closings.map((sums) => Math.sign(sums.get(code) ?? 0)).filter((sign) => sign !== 0));
  if (sides.size === 2) return 'MIXED';
  if (sides.size === 0) return natureOfGroup(code);
  return sides.has(1) ? 'DEBIT' : 'CREDIT';
}

function titleOf(code) {
  return titles[code.slice(0, 3)] ?? titles[code.slice(0, 2)] ?? titles[code[0]];
}

function masked(code) {
  return code.replace(/^(\d)(\d)(\d)(\d)(\d)(\d\d)(\d\d)$/, '$1.$2.$3.$4.$5.$6.$7');
}

function line(code, short, description, kind, nature) {
  const reconciles = kind === 'ANALYTICAL';
  return [
    code,
    short,
    description,
    kind,
    nature,
    titles[code[0]],
    'Contabilidade',
    'Contas públicas',
    reconciles,
  ].join(';');
}

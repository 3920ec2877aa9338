// A chart and a month of balances that balance: every entry is a debit of one account and a credit of another.
import type { Account, Nature } from '../../../src/domain/charts/events.js';
import { account } from '../support/readReport.js';
import type { Random } from './randomness.js';

/** Amounts in centavos, debit positive; groups have the sums of their accounts. */
export type BookRow = Readonly<{
  account: Account;
  isGroup: boolean;
  /** 1, or −1 for accounts of CREDIT groups. */
  side: 1 | -1;
  amounts: readonly [opening: number, debit: number, credit: number, closing: number];
}>;

export type Book = Readonly<{ accounts: readonly Account[]; rows: readonly BookRow[] }>;

type Leaf = { code: string; root: string; opening: number; debit: number; credit: number };

const ROOTS = ['1', '2', '3', '4'];
const WORDS = [
  'Caixa',
  'Bancos',
  'Clientes',
  'Estoques',
  'Salários',
  'Impostos',
  'Vendas',
  'Juros',
  'Frete',
  'Energia',
];
const sideOf = (root: string): 1 | -1 => (root === '1' || root === '4' ? 1 : -1);

export function randomBook(random: Random): Book {
  const separator = random.one(['.', '.', '.', '-', '']);
  const widths = random.one([
    [1, 1, 2],
    [1, 2, 3],
    [2, 2, 4],
  ]);
  const leaves: Leaf[] = [];
  const groups: string[] = [];
  const part = (number: number, width: number): string => String(number).padStart(width, '0');
  for (const root of ROOTS) {
    groups.push(root);
    for (let sub = 1; sub <= 1 + random.below(3); sub++) {
      const group = [root, part(sub, widths[0] ?? 1)].join(separator);
      groups.push(group);
      const below = [group, part(1 + random.below(9), widths[1] ?? 1)].join(separator);
      groups.push(below);
      for (let leaf = 1; leaf <= 1 + random.below(4); leaf++)
        leaves.push({
          code: [below, part(leaf, widths[2] ?? 2)].join(separator),
          root,
          opening: 0,
          debit: 0,
          credit: 0,
        });
    }
  }
  balance(leaves, random);
  const numbers = random.shuffled([...groups, ...leaves.map(({ code }) => code)].map((_, at) => at + 1));
  const all = [...groups, ...leaves.map(({ code }) => code)].sort();
  const accounts = all.map((code, at): Account => {
    const isGroup = groups.includes(code);
    const name = `${random.one(WORDS)} ${at + 1}`;
    return account(code, isGroup ? name.toUpperCase() : name, isGroup ? 'SYNTHETIC' : 'ANALYTICAL', {
      accountId: at + 1,
      shortCode: String(100 + (numbers[at] ?? 0)),
      nature: natureOf(code, isGroup, random),
      requiresReconciliation: isGroup || !random.chance(0.05),
    });
  });
  return { accounts, rows: accounts.map((one) => rowOf(one, leaves)) };
}

/** Some accounts are contra accounts: on the other side than their group. */
function natureOf(code: string, isGroup: boolean, random: Random): Nature {
  const own = sideOf(code.charAt(0)) === 1 ? 'DEBIT' : 'CREDIT';
  const other = own === 'DEBIT' ? 'CREDIT' : 'DEBIT';
  return !isGroup && random.chance(0.1) ? other : own;
}

function balance(leaves: Leaf[], random: Random): void {
  const amount = (): number => (random.chance(0.2) ? random.below(100_000) * 100 : 1 + random.below(500_000_000));
  for (const leaf of leaves)
    if (!random.chance(0.15)) leaf.opening = sideOf(leaf.root) * amount() * (random.chance(0.1) ? -1 : 1);
  const [first] = leaves;
  if (first !== undefined) first.opening -= leaves.reduce((sum, { opening }) => sum + opening, 0);
  for (let entry = 0; entry < leaves.length; entry++) {
    const debited = random.one(leaves);
    const credited = random.one(leaves);
    if (debited === credited) continue;
    const cents = amount();
    debited.debit += cents;
    credited.credit += cents;
  }
}

function rowOf(one: Account, leaves: readonly Leaf[]): BookRow {
  const isGroup = one.kind === 'SYNTHETIC';
  const sums: [number, number, number, number] = [0, 0, 0, 0];
  for (const { code, opening, debit, credit } of leaves) {
    if (isGroup ? !code.startsWith(one.code) : code !== one.code) continue;
    sums[0] += opening;
    sums[1] += debit;
    sums[2] += credit;
    sums[3] += opening + debit - credit;
  }
  return { account: one, isGroup, side: sideOf(one.code.charAt(0)), amounts: sums };
}

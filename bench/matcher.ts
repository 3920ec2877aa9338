// A ledger and a statement of many lines, read and matched as the console's file tasks do. Prints milliseconds,
// and the peak of RSS in MB. A third of the lines has documents, a third is near in date alone, the rest are
// counterparties of sums and lists.
import { readFileSync, writeFileSync } from 'node:fs';
import type { StatementSide } from '../src/domain/reconciliation/statement.js';
import type { Competence } from '../src/domain/kernel/competence.js';
import { matchStatements } from '../src/workers/matchStatements.js';

const [count = '', path = ''] = process.argv.slice(2);
const side = (name: StatementSide) => {
  const rows = Array.from({ length: Number(count) }, (_, at) => {
    const day = String((at % 27) + 1).padStart(2, '0');
    const group = Math.floor(at / 20);
    const amount = at % 3 === 2 ? (name === 'razao' ? at % 97 : at % 89) + 1 : at + 1;
    const cells = [`${day}/05/2026`, `Movimento ${at}`, `${amount},00`, at % 3 === 0 ? `NF ${at}` : ''];
    return [...cells, at % 3 === 2 ? `Fornecedor ${group}` : ''].join(';');
  });
  writeFileSync(`${path}.${name}`, ['Data;Histórico;Valor;Documento;Favorecido', ...rows].join('\n'));
  return { side: name, path: `${path}.${name}`, isInverted: false, chosen: null, saved: null };
};
const files = [side('razao'), side('extrato')];
const startedMs = performance.now();
const of = { accountCode: '1.1', competence: '2026-05' as Competence, current: [], debit: 1 } as const;
const found = await matchStatements({ ...of, files });
if (!found.ok || (found.matched?.pairs.length ?? 0) < Number(count) / 2) throw new Error(JSON.stringify(found));
const ms = performance.now() - startedMs;
// The maxRSS of its usage would begin with that of the process which started it.
const peakKb = Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
process.stdout.write(`${Math.round(ms)} ${Math.round(peakKb / 1_024)}`);

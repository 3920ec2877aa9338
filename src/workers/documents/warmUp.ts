// Runs the whole path on a made-up document until its code is compiled, so that the first real import is not slow.
import { encodeParts } from '../../domain/trialBalance/lines/lineParts.js';
import { AMOUNTS } from '../../domain/trialBalance/lines/lineTable.js';
import type { CheckFacts } from '../../domain/trialBalance/checks/checkFacts.js';
import type { Competence } from '../../domain/kernel/competence.js';
import type { Account } from '../../domain/clients/events.js';
import type { Supply } from '../../commands/imports/document.js';
import type { DocumentWorker } from './documentWorker.js';

const LINES = 2_000;
const ROUNDS = 12;
/** No chart, document or trial balance has this id. */
const NOBODY = 0;
const MONTH = '2026-01' as Competence;

export async function warmUpWorker(worker: DocumentWorker): Promise<void> {
  const supply = madeUpSupply();
  for (let round = 1; round <= ROUNDS; round++) {
    const id = -round;
    await worker.open(id, madeUpBody());
    await worker.check(id, madeUpFacts(round), supply);
    worker.release(id);
  }
}

function code(line: number): string {
  return `${(line % 4) + 1}.1.${line}`;
}

function madeUpBody(): ArrayBuffer {
  const lineItems = Array.from({ length: LINES }, (_, line) => ({
    accountCode: code(line),
    accountName: `Conta de provisão nº ${line}`,
    previousBalance: line + 0.25,
    debit: 10.5,
    credit: 10.5,
    finalBalance: line + 0.25,
  }));
  const body = { cnpj: '00.000.000/0001-91', period: MONTH, chartName: 'Plano', lineItems };
  return new TextEncoder().encode(JSON.stringify(body)).buffer;
}

/** A new version every few rounds, and another month before, so that loading is exercised too. */
function madeUpFacts(round: number): CheckFacts {
  return {
    cnpj: '00000000000191',
    competence: MONTH,
    currentMonth: MONTH,
    chartName: 'Plano',
    chart: { chartId: NOBODY, version: round >> 2, active: true, validFrom: '2026-01-01', validTo: null },
    previous: {
      trialBalanceId: NOBODY,
      competence: MONTH,
      convention: 'B',
      linesStream: `lines-warm-up-${round >> 2}`,
    },
    next: null,
    current: null,
    wantsChanges: false,
  };
}

function madeUpSupply(): Supply {
  const accounts = Array.from({ length: LINES }, (_, line): Account => ({
    accountId: line + 1,
    code: code(line),
    shortCode: '',
    description: `Conta ${line}`,
    kind: 'ANALYTICAL',
    nature: line % 4 < 2 ? 'DEBIT' : 'CREDIT',
    classification: '',
    department: '',
    sector: '',
    requiresReconciliation: true,
  }));
  const lines = {
    count: LINES,
    accountCode: accounts.map((account) => account.code),
    accountName: accounts.map((account) => account.description),
    cents: Float64Array.from({ length: LINES * AMOUNTS }, (_, at) => Math.floor(at / AMOUNTS) * 100 + 25),
  };
  const chart = [new TextEncoder().encode(JSON.stringify({ accounts }))];
  return { chart: async () => chart, lines: async () => encodeParts(lines) };
}

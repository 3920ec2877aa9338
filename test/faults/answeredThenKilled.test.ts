// kill -9 the moment an import has been answered: what was acknowledged is on the disk, not in a process.
import { expect, it } from '#jest';
import { ask, problemsIn, type Entry } from '../support/history.js';
import { registerLedger } from '../support/ledger.js';
import { operatorProcessJson } from '../support/operator.js';
import { startService, temporaryDir } from '../support/service.js';

const ROUNDS = 20;
/** One service for each company, on one folder: each is killed while the other may be writing. */
const COMPANIES = 2;

const dataDir = await temporaryDir();
const ledger = await registerLedger(dataDir, { accounts: 60, companies: COMPANIES });

it('an acknowledged import survives the kill right after its answer, 20 times of 20', async () => {
  const history: Entry[] = [];
  const importInto = async (company: number): Promise<void> => {
    for (let round = 0; round < ROUNDS / COMPANIES; round++) {
      const service = await startService({ dataDir });
      const asked = { company, period: `2026-0${1 + (round % 3)}`, variant: round };
      await ask(service.url, ledger, history, asked, () => service.process.kill('SIGKILL'));
      await service.kill();
    }
  };
  await Promise.all(Array.from({ length: COMPANIES }, (_, company) => importInto(company)));
  expect(history.map(({ answer }) => answer?.status)).toEqual(Array(ROUNDS).fill(201));

  const service = await startService({ dataDir });
  try {
    expect(await problemsIn(service.url, ledger, history)).toEqual([]);
    await expectLiesFound(service.url, history);
    expect(await operatorProcessJson(dataDir, ['verify'])).toMatchObject({ ok: true });
  } finally {
    await service.kill();
  }
});

/** The proof itself, against stories that are not true. */
async function expectLiesFound(url: string, history: readonly Entry[]): Promise<void> {
  const [first, ...others] = history;
  if (!first?.answer) throw new Error('nothing was answered');
  const found = (answered: readonly Entry[]) => problemsIn(url, ledger, answered);
  const lost = { ...first, answer: { status: 201, trialBalanceId: 999_999 } };
  expect(await found([...history, lost])).toEqual([expect.stringMatching(/^acknowledged and lost/)]);
  const different = { ...first, variant: first.variant + 1 };
  expect(await found([different, ...others])).toEqual([expect.stringMatching(/holds something else/)]);
  expect(await found(others)).toEqual([expect.stringMatching(/holds what nobody sent/)]);
  expect(await found([...history, first])).toEqual([`${first.answer.trialBalanceId} was made twice`]);
  const late = { ...first, askedMs: Infinity, answer: { ...first.answer, status: 200 } };
  expect(await found([...history, late])).toEqual([expect.stringMatching(/was answered after a later one/)]);
}

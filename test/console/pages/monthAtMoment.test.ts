// How many lists as of a moment a client has made at once.
import { afterAll, describe, expect, it } from '#jest';
import { monthAtMoment, type MomentDependencies } from '../../../src/console/pages/auditoria/Moment.js';
import type { CompanyFacts } from '../../../src/domain/clients/events.js';
import type { Competence } from '../../../src/domain/kernel/competence.js';
import { monthAsOf } from '../../../src/projections/views/monthAsOf.js';
import { openCommandDeps } from '../../commands/support/commandDeps.js';
import { temporaryDir } from '../../support/service.js';

const folder = await temporaryDir();
const deps = await openCommandDeps(folder);
afterAll(() => deps.close());

/** For so many pages of one client at the same moment: whether each is shown. */
async function shown(clientId: number, pages: number): Promise<readonly boolean[]> {
  const company = { clientId, companyId: clientId } as CompanyFacts;
  const month = { until: '2026-05-31T23:59:59.999Z', competence: '2026-05' as Competence };
  const needed = {
    replayMonth: (asked: typeof month) => monthAsOf(deps.log, { ...asked, companyId: company.companyId }),
    registers: deps.registers.registers,
    names: { of: async () => () => '' },
    clock: { now: () => new Date() },
  } as unknown as MomentDependencies;
  const found = await Promise.all(
    Array.from({ length: pages }, () => monthAtMoment(needed, company, month, new AbortController().signal)),
  );
  return found.map((one) => one !== null);
}

describe('The lists as of a moment', () => {
  it('are made for three pages of a client at once, and told to wait beyond', async () => {
    expect(await shown(1, 5)).toEqual([true, true, true, false, false]);
    expect(await shown(1, 3)).toEqual([true, true, true]);
  });

  it('are made for one client however many another one asks for', async () => {
    const [others, own] = await Promise.all([shown(1, 9), shown(2, 1)]);
    expect([others.filter(Boolean).length, own]).toEqual([3, [true]]);
  });
});

// Runs that end in the middle, and several at once.
import { describe, expect, it } from '#jest';
import { loadAccounts, loadChart } from '../../../src/commands/registers/charts.js';
import { buildAccounts } from '../../support/builders.js';
import type { CommandDeps } from '../support/commandDeps.js';
import { readAll } from '../../support/logEvents.js';
import { withMembers } from '../../support/withMembers.js';
import { account, chart, clientOf, company, ONE, TWO } from './registersDocuments.js';
import { useRegisters } from './registersWorld.js';

const { open, apply, deps } = useRegisters();

/** 2,700 bytes: 350 accounts take two parts. */
const LONG = { descricao: '€'.repeat(500), classificacao: '€'.repeat(200), setor: '€'.repeat(200) };

describe('A run cut short', () => {
  const ACCOUNTS = 700;

  /** The accounts of P take three parts. */
  const document = () => {
    const accounts = Array.from({ length: ACCOUNTS }, (_, index) => account(`1.${index}`, LONG));
    return clientOf(company(ONE, { charts: [chart('P', { accounts }), chart('Q')] }), company(TWO));
  };

  it('at any append leaves nothing partial visible, and is completed by running it again', async () => {
    let appends = 0;
    const whole = await open({
      wrap: (log) => withMembers(log, { append: (...args: Appends) => (appends++, log.append(...args)) }),
    });
    await apply(document(), whole);
    expect(appends).toBeGreaterThan(6);
    const requested = await shown(whole);

    for (let cutAt = 0; cutAt < appends; cutAt++) {
      const cut = await open({ wrap: (log) => failingAfter(log, cutAt) }, `cut-${cutAt}`);
      await expect(apply(document(), cut)).rejects.toThrow('cut');
      await cut.close();
      const after = await open({}, `cut-${cutAt}`);
      for (const { accounts } of await shown(after)) expect([0, 2, ACCOUNTS]).toContain(accounts);
      await apply(document(), after);
      expect(await shown(after)).toEqual(requested);
      if (cutAt === appends - 1) expect((await apply(document(), after)).unchanged).toBe(6);
      await after.close();
    }
  });

  /** Charts with their accounts, by name: ids may have gaps after a run that was cut short. */
  async function shown(by: CommandDeps) {
    await by.registers.refresh();
    const { registers } = by.registers;
    const charts = registers
      .companiesOf(registers.clientByRef('acme')?.clientId ?? 0)
      .flatMap(({ companyId, cnpj }) =>
        ['P', 'Q', 'Plano 2026'].map((name) => ({
          cnpj,
          name,
          chartId: registers.chartByName(companyId, name)?.chartId,
        })),
      );
    return Promise.all(
      charts.map(async ({ cnpj, name, chartId }) => {
        const loaded = chartId === undefined ? null : await loadChart(by, chartId);
        return {
          cnpj,
          name,
          version: loaded?.version,
          accounts: loaded ? (await loadAccounts(by, loaded)).size : 0,
        };
      }),
    );
  }
});

describe('Runs at once', () => {
  it('of one file in two processes register everything once', async () => {
    const accounts = buildAccounts(350).map(({ code }) => account(code, LONG));
    const document = clientOf(company(ONE, { charts: [chart('P', { accounts })] }), company(TWO));
    const others = [deps(), await open(), await open()];
    const results = await Promise.all(others.map((each) => apply(document, each)));
    for (const { items } of results)
      expect(items.map(({ id }) => id)).toEqual(results[0]?.items.map(({ id }) => id));
    const created = results.flatMap(({ items }) => items.filter(({ outcome }) => outcome === 'created'));
    expect(created.map(({ kind, ref }) => `${kind} ${ref}`).sort()).toEqual(
      ['chart P', 'chart Plano 2026', 'client acme', `company ${ONE}`, `company ${TWO}`].sort(),
    );
    for (const chartId of results[0]?.items.filter(({ kind }) => kind === 'chart').map(({ id }) => id) ?? [])
      expect((await loadChart(deps(), chartId))?.version).toBe(1);
    expect(await readAll(deps().log, 'clients')).toHaveLength(1);
  });
});

type Appends = Parameters<CommandDeps['log']['append']>;

/** As if the process were killed before its next append. */
function failingAfter(log: CommandDeps['log'], appendsMax: number): CommandDeps['log'] {
  let left = appendsMax;
  return withMembers(log, {
    append: async (...args: Appends) => {
      if (left-- <= 0) throw new Error('cut');
      return log.append(...args);
    },
  });
}

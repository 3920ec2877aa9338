// The line of a year in the list of reconciliations: what it says, and where there is none.
import { beforeAll, describe, expect, it } from '#jest';
import { renderToString } from 'preact-render-to-string';
import { Sparkline } from '../../src/console/design/Chart.js';
import { releaseLines } from '../support/releasedMonth.js';
import { openOffice, type Office } from './conciliacao/support.js';

const LIST = '/console/conciliacoes?fila=todas';
const LABEL = /<svg[^>]*role="img" aria-label="([^"]*)"/g;

function rendered(...points: readonly (readonly [number, number])[]): string {
  const svg = Sparkline({ points, label: 'Saldo' });
  return svg === null ? '' : renderToString(svg);
}

describe('The line of a year', () => {
  it('ends at the right, goes from the least to the most, and passes over months that are missing', () => {
    const html = rendered([11, 50], [1, 100], [0, 0]);
    expect(html).toContain('d="M2,10L52,2L57,18"');
    expect(html).toContain('<circle cx="57" cy="18"');
  });

  it('is level where nothing changed, and absent of a single month', () => {
    expect(rendered([1, 7], [0, 7])).toContain('d="M52,10L57,10"');
    expect(rendered([0, 7])).toBe('');
  });
});

describe('The list of reconciliations', () => {
  let office: Office;
  beforeAll(async () => {
    office = await openOffice({
      accounts: 4,
      prepare: async (dataDir, { cli, ledger, releaseAnother }) => {
        await releaseAnother(1);
        const [first, second] = ledger.accounts.map(({ code }) => code);
        const of = ['--company', String(ledger.companyIds[0]), '--period', '2026-03'];
        const lines = [`${first};0,00;0,00;3,00;-3,00`, `${second};0,00;4,00;0,00;4,00`];
        await releaseLines(cli, dataDir, { of, lines });
      },
    });
  });

  const list = async (more = ''): Promise<string> => (await office.people.sol.get(LIST + more)).html;

  it('says with each line from which balance to which', async () => {
    const labels = [...(await list('&period=2026-05')).matchAll(LABEL)].map(([, label]) => label);
    expect(labels).toEqual(['Saldo desde 03/2026: de 3,00 C a 0,00', 'Saldo desde 03/2026: de 4,00 D a 1,00 D']);
  });

  it('has no place for lines where no balance before is known, on paper, and in files', async () => {
    expect(await list('&period=2026-05')).toContain('12 meses');
    for (const more of ['&period=2026-03', '&period=2026-05&papel=sim', '&formato=csv']) {
      const page = await list(more);
      expect(page).toContain(office.month.ledger.accounts[0]?.code);
      expect(page).not.toContain('12 meses');
      expect(page).not.toMatch(LABEL);
    }
  });
});

// docs/conciliacoes.md says what the transition table decides, and its picture is drawn from that table.
import { describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { reconciliationStatuses, slaStatuses } from '../../src/domain/reconciliation/states.js';
import { acts, notes, transitions } from '../../src/domain/reconciliation/transitions.js';
import { roles } from '../../src/domain/clients/roles.js';
import { rolesNamed, statusNames } from '../../src/messages/reconciliations.js';
import { columnFields } from '../../src/domain/trialBalance/fileReasons.js';
import { guideText, ROOT } from '../support/guideBlocks.js';

const guide = guideText('conciliacoes.md');
const rows = guide
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );

describe('docs/conciliacoes.md', () => {
  it('counts the states of its table, which scripts/guideTables.mjs writes', () => {
    expect(guide).toContain(`\n## Os ${reconciliationStatuses.length} estados\n`);
  });

  it('has a row for each transition of people: who, from where, and where to', () => {
    const told = rows.filter(([first = '']) => acts.some((act) => first === `\`${act}\``));
    const decided = transitions
      .filter(({ vacant }) => vacant !== true)
      .map(({ from, move, by, to, withoutReviewer }) => [
        `\`${move}\``,
        rolesNamed(by),
        from.map((status) => statusNames[status]).join(', '),
        [
          statusNames[to],
          ...(withoutReviewer ? [`sem Revisor definido, ${statusNames[withoutReviewer]}`] : []),
        ].join('; '),
      ]);
    expect(told.map((row) => row.slice(0, 4))).toEqual(decided);
  });

  it('names every other act, role, state of a deadline, and field of a mapping', () => {
    for (const name of [...Object.keys(notes), ...roles, ...slaStatuses, ...columnFields, 'sheet', 'headerRow'])
      expect(guide).toMatch(new RegExp(`[\`"]${name}[\`"]`));
  });

  it('shows a picture that was drawn of the transition table as it is', () => {
    const check = [join(ROOT, 'scripts/transitionsPicture.mjs'), '--check'];
    expect(() => execFileSync(process.execPath, check, { stdio: 'pipe' })).not.toThrow();
  });
});

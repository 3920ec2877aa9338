// Draws docs/imagens/conciliacoes.svg: the states of a reconciliation and what leads from one to another, from the
// tables that the service decides by. Run it after a build when one of them changes; a test compares the picture.
import { writeFileSync } from 'node:fs';
import { instance } from '@viz-js/viz';
import { isFinished, ownerRoleOf, reconciliationStatuses } from '../dist/src/domain/reconciliation/states.js';
import { statesResetByChange, transitions } from '../dist/src/domain/reconciliation/transitions.js';
import { statusNames } from '../dist/src/messages/reconciliations.js';

const FILE = new URL('../docs/imagens/conciliacoes.svg', import.meta.url);
/** What the release gives birth to (docs/spec/workflow.md#transitions). */
const BORN = ['PENDING', 'NOT_STARTED', 'AUTO_APPROVED'];
const COLOURS = {
  SUPERVISOR: '#e8e4f3',
  PREPARER: '#e3eefb',
  REVIEWER: '#fdf1d8',
  APPROVER: '#e2f3e6',
  SYSTEM: '#eceff1',
};

const node = (status) =>
  `${status} [label="${statusNames[status]}\\n${status}", fillcolor="${COLOURS[ownerRoleOf(status)]}"` +
  `${isFinished(status) ? ', penwidth=2' : ''}]`;

/** One line between two states for all acts that lead from one to the other. */
function edges() {
  const acts = new Map();
  for (const { from, move, to, withoutReviewer, vacant } of transitions) {
    if (vacant) continue;
    for (const state of from)
      for (const [next, act] of [
        [to, move],
        ...(withoutReviewer ? [[withoutReviewer, `${move} (sem Revisor)`]] : []),
      ]) {
        const between = `${state} -> ${next}`;
        acts.set(between, [...(acts.get(between) ?? []), act]);
      }
  }
  return [...acts].map(([between, labels]) => `${between} [label="${labels.join('\\n')}"]`);
}

const automatic = [
  ...BORN.map((status) => `LIBERACAO -> ${status} [style=dashed]`),
  ...statesResetByChange.map((status) => `${status} -> BALANCE_CHANGED [style=dashed]`),
  'AWAITING_ADJUSTMENT -> IN_ELABORATION [style=dashed, label="nova versão"]',
];
const dot = `digraph {
  graph [rankdir=TB, bgcolor="white", fontname="Helvetica", nodesep=0.35, ranksep=0.55, pad=0.2]
  node [shape=box, style="rounded,filled", color="#5b6b7a", fontname="Helvetica", fontsize=11, margin="0.14,0.07"]
  edge [color="#5b6b7a", fontcolor="#37474f", fontname="Helvetica", fontsize=10, arrowsize=0.7]
  LIBERACAO [label="liberação do balancete", shape=plaintext, style=""]
  ${[...reconciliationStatuses.map(node), ...edges(), ...automatic].join('\n  ')}
}`;

const svg = (await instance()).renderString(dot, { format: 'svg' });
/** Without the comments, which name the version of the layout's program. */
const picture = `${svg.replace(/<!--.*?-->\n?/gs, '')}`;
if (process.argv.includes('--print')) process.stdout.write(picture);
else writeFileSync(FILE, picture);

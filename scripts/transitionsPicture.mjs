// Draws docs/imagens/conciliacoes.svg: the states of a reconciliation and what leads from one to another, from the
// tables that the service decides by. The picture names what it was drawn of, which a test compares.
//   npm run picture                               draws it, after a build
//   node scripts/transitionsPicture.mjs --check   status 1 when the tables say something else than the picture
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isFinished, ownerRoleOf, reconciliationStatuses } from '../dist/src/domain/reconciliation/states.js';
import { sentStates, transitions } from '../dist/src/domain/reconciliation/transitions.js';
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
  ...sentStates.map((status) => `${status} -> BALANCE_CHANGED [style=dashed]`),
  'AWAITING_ADJUSTMENT -> IN_ELABORATION [style=dashed, label="nova versão"]',
];
const dot = `digraph {
  graph [rankdir=TB, bgcolor="white", fontname="Helvetica", nodesep=0.35, ranksep=0.55, pad=0.2]
  node [shape=box, style="rounded,filled", color="#5b6b7a", fontname="Helvetica", fontsize=11, margin="0.14,0.07"]
  edge [color="#5b6b7a", fontcolor="#37474f", fontname="Helvetica", fontsize=10, arrowsize=0.7]
  LIBERACAO [label="liberação do balancete", shape=plaintext, style=""]
  ${[...reconciliationStatuses.map(node), ...edges(), ...automatic].join('\n  ')}
}`;

const source = `<!-- Drawn of ${createHash('sha256').update(dot).digest('hex')} -->\n`;
if (!process.argv.includes('--check')) await draw();
else if (!readFileSync(FILE, 'utf8').includes(source)) {
  process.stderr.write('docs/imagens/conciliacoes.svg is of other tables: npm run picture\n');
  process.exitCode = 1;
}

async function draw() {
  const { instance } = createRequire(import.meta.url)('@viz-js/viz');
  const svg = (await instance()).renderString(dot, { format: 'svg' });
  // The comments name the version of the program that lays it out.
  writeFileSync(FILE, svg.replace(/<!--.*?-->\n?/gs, '').replace('<svg', `${source}<svg`));
}

// A process that runs one command on the log of a folder and dies at a fail point, as a power cut would have it:
// killedCommand.js FOLDER POINT release|waive.
import type { Competence } from '../../src/domain/kernel/competence.js';
import { release } from '../../src/commands/competence/release.js';
import { company, openLog, operator, processOn, testClock } from '../commands/support/booksOnLog.js';
import { act, move } from '../commands/support/workflowOnLog.js';

const [folder = '', point = '', command = ''] = process.argv.slice(2);
const log = await openLog(folder);
const deps = processOn(log, testClock(), (reached) => {
  if (reached === point) process.kill(process.pid, 'SIGKILL');
});
if (command === 'release') await release(deps, { company, competence: '2026-08' as Competence }, operator);
else await act(deps, 'sol', [1, 2], move('waive', { comment: 'sem conciliação neste mês' }));

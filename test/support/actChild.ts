// A process that waives three reconciliations at once and dies at a fail point: actChild.js FOLDER POINT.
import { openLog, processOn, testClock } from './booksOnLog.js';
import { act, move } from './workflowOnLog.js';

const [folder = '', point = ''] = process.argv.slice(2);
const log = await openLog(folder);
const deps = processOn(log, testClock(), (reached) => {
  if (reached === point) process.kill(process.pid, 'SIGKILL');
});
await act(deps, 'sol', [1, 2, 3], move('waive', { comment: 'sem conciliação neste mês' }));

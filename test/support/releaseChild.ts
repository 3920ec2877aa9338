// A process that releases and dies at a fail point, as a power cut would have it: releaseChild.js FOLDER POINT.
import type { Competence } from '../../src/domain/kernel/competence.js';
import { release } from '../../src/commands/competence/release.js';
import { company, openLog, operator, processOn, testClock } from './booksOnLog.js';

const [folder = '', point = ''] = process.argv.slice(2);
const log = await openLog(folder);
const deps = processOn(log, testClock(), (reached) => {
  if (reached === point) process.kill(process.pid, 'SIGKILL');
});
await release(deps, { company, competence: '2026-08' as Competence }, operator);

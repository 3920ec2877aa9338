// jest's `testSequencer`: on a machine that knows no durations yet, what takes longest although its file is small runs first, so
// that nothing of it is left for one process at the end.
import Sequencer from '@jest/test-sequencer';

/** Longest first. */
const LONG = [
  'console/roles/roles',
  'e2e/erpReports',
  'contracts/deliveryQueue.mongo',
  'domain/reconciliation/histories',
  'contracts/log.eventStoreDb.following',
  'clients/python/verifyDossier',
  'contracts/log.eventStoreDb',
  'console/conciliacao/longPages',
  'contracts/documents.sqlite',
  'mail/mail',
  'contracts/log.embedded',
  'contracts/deliveryQueue.embedded',
  'workers/matchStatements',
  'clients/postman/collection',
  'operator/commands/backtest',
].map((name) => `/test/${name}.test.js`);

const placeOf = ({ path, duration }) => {
  const place = duration == null ? LONG.findIndex((name) => path.endsWith(name)) : -1;
  return place < 0 ? LONG.length : place;
};

export default class extends Sequencer {
  sort(tests) {
    return super.sort(tests).sort((one, other) => placeOf(one) - placeOf(other));
  }
}

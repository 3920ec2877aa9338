// A process that records calls without end and never asks for them to be written, to be killed by a test.
import { calls, keyUses, StoredCalls } from '../../../src/api/http/callLog.js';
import { openThreadedDocuments } from '../../../src/stores/sqlite/sqliteDocuments.js';

const [path = ''] = process.argv.slice(2);
const documents = openThreadedDocuments(path, {
  collections: [calls, keyUses],
  journal: 'WAL',
  synchronous: 'NORMAL',
});
const log = new StoredCalls({ documents, onError: () => process.exit(1) });
let count = 0;

setInterval(() => {
  for (let more = 0; more < 10; more++)
    log.record({
      at: Date.now(),
      requestId: String(count),
      keyId: 1,
      keyName: 'ERP',
      clientId: 1,
      route: 'GET /api/v1/companies',
      status: ++count,
      durationMs: 1,
      address: '127.0.0.1',
    });
}, 10);
